import AuxContainers
import AuxImage
import Testing

@Suite struct HEVCConfigurationTests {
  private func record(_ bytes: [UInt8]) throws -> HEVCDecoderConfiguration {
    var reader = ByteReader(bytes)
    return try HEVCDecoderConfiguration(parsing: &reader)
  }

  @Test func `the record and its SPS are read`() throws {
    let record = try record(HEIFSupport.depthRecord)
    #expect(HEIFSupport.serialized(record.serialize) == HEIFSupport.depthRecord)
    #expect(record.chromaFormat == 0 && record.bitDepth == 8 && record.lengthSize == 4)
    let sps = try record.sequenceParameterSet()
    #expect(sps.width == 768 && sps.height == 576 && sps.chromaFormat == 0 && sps.bitDepth == 8)
    #expect(sps.profile.level == 90 && sps.profile.constraints == [0xBF, 0xC8, 0, 0, 0, 0])
  }

  @Test func `level 255 becomes the true one everywhere`() throws {
    var lossless = HEIFSupport.depthRecord
    lossless[12] = 255
    for index in 6..<12 { lossless[index] = 0 }  // as x265's constraint bytes in hvcC
    let marks = lossless.indices.filter {
      lossless[$0...].starts(with: [0x5A, 0x17]) || lossless[$0...].starts(with: [0x5A, 0xC0])
    }
    for mark in marks { lossless[mark] = 255 }
    #expect(marks.count == 2)
    var record = try record(lossless)
    try record.normalize()
    #expect(HEIFSupport.serialized(record.serialize) == HEIFSupport.depthRecord)
  }

  @Test func `luma alone is of the Monochrome profile, whatever the encoder stated`() throws {
    // As x265 states it: intra and one picture only, which no named profile of luma alone is.
    var stated = HEIFSupport.depthRecord
    let marks = stated.indices.filter { stated[$0...].starts(with: [0xBF, 0xC8]) }
    for mark in marks { stated.replaceSubrange(mark..<(mark + 2), with: [0x9F, 0xF8]) }
    #expect(marks.count == 3)
    var record = try record(stated)
    try record.normalize()
    #expect(HEIFSupport.serialized(record.serialize) == HEIFSupport.depthRecord)
    // Colour of another profile keeps its own.
    record.arrays[1].units[0][3] = 3
    for index in 6...7 { record.arrays[1].units[0][index + 2] = stated[index] }
    try record.normalize()
    #expect(record.profile.profileNumber == 3 && record.profile.constraints != [0xBF, 0xC8, 0, 0, 0, 0])
  }

  @Test(
    arguments: [
      (188, 250, 60), (192, 192, 30), (768, 576, 90), (2016, 1520, 150), (1158, 1544, 120), (8192, 4320, 180),
      // The longest side counts: 36,864 samples, but more than the root of 8 * 36,864.
      (576, 64, 60), (65536, 65536, nil), (0, 1, nil),
    ] as [(Int, Int, UInt8?)])
  func `the level follows the size`(width: Int, height: Int, level: UInt8?) {
    #expect(HEVCLevel.lowest(width: width, height: height) == level)
  }

  @Test func `a record without SPS is an error`() throws {
    var record = try record(Array(HEIFSupport.depthRecord[..<22]) + [0])
    #expect(throws: AuxError(.malformed, "")) { try record.normalize() }
  }

  @Test func `every prefix is refused`() {
    for count in 0..<HEIFSupport.depthRecord.count {
      #expect(throws: AuxError.self) { try record(Array(HEIFSupport.depthRecord[..<count])) }
    }
  }

  @Test func `emulation prevention is taken out and put back`() throws {
    let unit = NALUnit(type: 39, payload: [0, 0, 0, 0, 0, 1, 0, 0, 3, 0, 0, 4])
    #expect(unit.escaped == [0x4E, 1, 0, 0, 3, 0, 0, 3, 0, 1, 0, 0, 3, 3, 0, 0, 4])
    #expect(try NALUnit(escaped: unit.escaped) == unit)
  }
}
