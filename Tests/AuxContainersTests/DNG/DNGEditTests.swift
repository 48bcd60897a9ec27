import AuxContainers
import AuxImage
import TestSupport
import Testing

@Suite("Grafting into a DNG")
struct DNGEditTests {
  private func open(_ bytes: [UInt8]) throws(AuxError) -> DNGFile {
    let file = try DNGFile(MemoryByteSource(bytes))
    #expect(file.notes.isEmpty)
    return file
  }

  /// 2x2 pixels as they are.
  private func pixels(_ bytes: [UInt8]) -> DNGCodedImage.Pixels {
    .init(
      width: 2, height: 2, bitsPerSample: 8, compression: 1, predictor: 1, rowsPerStrip: 2, strips: [bytes])
  }

  private let description = DNGDepthDescription(
    format: .linear, near: TIFFRational(1, 3), far: TIFFRational(5, 1), units: .metres)

  private func edited(_ bytes: [UInt8], _ change: (inout DNGEdit) throws -> Void) throws -> [UInt8] {
    var edit = try DNGEdit(try open(bytes))
    try change(&edit)
    let result = AuxContainersTests.bytes(of: try edit.composition(), from: bytes)
    _ = try open(result)
    return result
  }

  /// A DNG of one directory: 4x2 raw pixels, a text outside of its entry, a link to a second directory.
  private func plain(_ endianness: ByteReader.Endianness) -> [UInt8] {
    var sample = TIFFSample(endianness, first: 26)
    sample.writer.write([1, 2, 3, 4, 5, 6, 7, 8] as [UInt8])
    sample.writer.write(Array("Some Model".utf8))
    let version: UInt32 = endianness == .little ? 0x0000_0401 : 0x0104_0000
    sample.directory(
      [
        .init(254, 0), .init(256, 4), .init(257, 2), .init(258, 8), .init(262, 34892), .init(272, 2, 10, 16),
        .init(273, 8), .init(279, 8), .init(50706, 1, 4, version), .init(60001, 99, 7, 0x0102_0304),
      ], next: UInt32(26 + TIFFDirectory.byteCount(entries: 10)))
    sample.directory([.init(254, 1), .init(256, 1), .init(257, 1)])
    sample.writer.write([0xEE] as [UInt8])
    return sample.bytes
  }

  @Test(
    "The old bytes stay, the new directory has all old entries",
    arguments: [ByteReader.Endianness.little, .big])
  func graft(endianness: ByteReader.Endianness) throws {
    let original = plain(endianness)
    #expect(original.count % 2 == 1)
    let result = try edited(original) { edit in
      try edit.setDepth(pixels([0, 1, 2, 255]), description: description, xmp: Array("<x/>!".utf8))
      try edit.addMask(pixels([9, 9, 9, 9]), name: "urn:skin", instanceID: "a", xmp: [1])
    }
    #expect(result[0..<4] == original[0..<4])
    #expect(result[8..<original.count] == original[8...])
    let (before, after) = (try open(original), try open(result))
    for entry in before.tiff.first.entries where entry.tag != 50706 {
      #expect(after.tiff.first[entry.tag] == entry)
    }
    #expect(after.tiff.first.entries.count == before.tiff.first.entries.count + 6)
    #expect(after.tiff.directories.count == 2)
    #expect(after.version == [1, 6, 0, 0])
    #expect(after.depthDescription == description)
    let depth = after.depthDirectories[0]
    #expect(depth.path == "IFD0/SubIFD0" && depth.offset % 2 == 0)
    #expect(try after.xmp(of: depth) == Array("<x/>!".utf8))
    let layout = try TIFFLayout(of: depth, in: after.tiff)
    #expect(try after.tiff.source.read(at: layout.chunks[0].range.lowerBound, count: 4) == [0, 1, 2, 255])
    #expect(after.masks.map(\.name) == ["urn:skin"] && after.masks[0].instanceID == "a")
    #expect(after.tiff.first.range.upperBound == result.count)
    #expect(try after.tiff.text(272, in: after.tiff.first) == "Some Model")
  }

  @Test("Removing restores the original, replacing does not grow the file")
  func removing() throws {
    let original = plain(.little)
    let once = try edited(original) { try $0.setDepth(pixels([0, 1, 2, 3]), description: description) }
    let twice = try edited(once) { try $0.setDepth(pixels([3, 2, 1, 0]), description: description) }
    #expect(twice.count == once.count && twice != once)
    #expect(try edited(once) { $0.removeDepth() } == original)
    #expect(try edited(twice) { $0.removeDepth() } == original)
    #expect(try edited(once) { _ in } == once)

    let masked = try edited(once) { try $0.addMask(pixels([1, 1, 1, 1]), name: "urn:hair") }
    #expect(masked.starts(with: once[8...].prefix(0)) && masked[8..<once.count] == once[8...])
    let mask = try open(masked).masks[0]
    #expect(try edited(masked) { $0.remove(mask) } == once)
    let without = try edited(masked) { edit in
      edit.remove(mask)
      edit.removeDepth()
    }
    #expect(without == original)
    // The mask stays, and with it the bytes between.
    let maskOnly = try edited(masked) { $0.removeDepth() }
    #expect(try open(maskOnly).masks.count == 1)
    #expect(try open(maskOnly).depthDirectories == [])
    #expect(try open(maskOnly).tiff.first[TIFFTag.depthNear] == nil)
  }

  @Test("A depth map that the file came with is replaced, and does not come back")
  func foreignDepth() throws {
    let original = TIFFSample.dng()
    let replaced = try edited(original) { try $0.setDepth(pixels([0, 0, 0, 9]), description: description) }
    #expect(try open(replaced).depthDirectories.count == 1)
    let removed = try edited(replaced) { $0.removeDepth() }
    #expect(removed[8..<original.count] == original[8...])
    let file = try open(removed)
    #expect(file.depthDirectories == [] && file.tiff.first[TIFFTag.subIFDs] == nil)
    #expect(TIFFTag.depthTags.allSatisfy { file.tiff.first[$0] == nil })
    #expect(file.version == [1, 6, 0, 0])
  }

  @Test("An edit of IFD 0 by others is not undone")
  func foreignEdit() throws {
    let original = plain(.little)
    var grafted = try edited(original) { try $0.setDepth(pixels([0, 1, 2, 3]), description: description) }
    let root = try open(grafted).tiff.first
    let width = try #require(root.entries.firstIndex { $0.tag == 256 })
    grafted[root.offset + 2 + 12 * width + 8] = 3
    let removed = try edited(grafted) { $0.removeDepth() }
    #expect(removed != original && removed.count > grafted.count)
    #expect(try open(removed).primary.width == 3)
    #expect(removed[8..<grafted.count] == grafted[8...])
  }

  @Test("A file is not cut back before what stays")
  func remainsBehind() throws {
    let original = plain(.little)
    var grafted = try edited(original) { try $0.setDepth(pixels([0, 1, 2, 255]), description: description) }
    let file = try open(grafted)
    let depth = try TIFFLayout(of: file.depthDirectories[0], in: file.tiff).chunks[0].range.lowerBound
    // The old and the new IFD 0 both claim that the raw image is where the depth map is.
    for root in [26, file.tiff.first.offset] {
      let directory = try TIFFDirectory(
        at: root, path: "IFD0", in: MemoryByteSource(grafted), endianness: .little)
      let strips = try #require(directory.entries.firstIndex { $0.tag == 273 })
      grafted.replaceSubrange(
        (directory.entryOffset(strips) + 8)..<(directory.entryOffset(strips) + 10),
        with: [UInt8(depth & 0xFF), UInt8(depth >> 8)])
    }
    let removed = try edited(grafted) { $0.removeDepth() }
    #expect(removed.count > grafted.count && removed[8..<grafted.count] == grafted[8...])
    #expect(try open(removed).depthDirectories == [])
  }

  @Test("Pixels whose offset is in the header would change")
  func pixelsInHeader() throws {
    var bytes = plain(.little)
    let root = try open(bytes).tiff.first
    let strips = try #require(root.entries.firstIndex { $0.tag == 273 })
    bytes[root.entryOffset(strips) + 8] = 1
    #expect(throws: AuxError(.malformed, "")) { try DNGEdit(try open(bytes)) }
  }

  @Test("What DNG does not allow")
  func refused() throws {
    var edit = try DNGEdit(try open(plain(.little)))
    var wide = pixels([0, 0, 0, 0])
    wide.bitsPerSample = 16
    #expect(throws: AuxError(.usage, "")) { try edit.addMask(wide, name: "urn:x") }
    #expect(throws: AuxError(.usage, "")) { try edit.addMask(pixels([0, 0, 0, 0]), name: "") }
    try edit.addMask(pixels([0, 0, 0, 0]), name: "urn:x")
    #expect(throws: AuxError(.usage, "")) { try edit.addMask(pixels([0, 0, 0, 0]), name: "urn:x") }
    wide.bitsPerSample = 32
    #expect(throws: AuxError(.usage, "")) { try edit.setDepth(wide, description: description) }
    var short = pixels([0, 0, 0, 0])
    short.rowsPerStrip = 1
    #expect(throws: AuxError(.usage, "")) { try edit.setDepth(short, description: description) }
    var backwards = description
    backwards.near = TIFFRational(6, 1)
    #expect(throws: AuxError(.usage, "")) { try edit.setDepth(pixels([0]), description: backwards) }
    #expect(throws: AuxError(.unsupported, "")) {
      try DNGEdit(try DNGFile(MemoryByteSource(TIFFFileTests.plainTIFF)))
    }
  }

  @Test("A new DNG, with and without preview")
  func builder() throws {
    var builder = DNGBuilder(width: 3, height: 70, linearRGB: (0..<630).map { UInt16($0 * 100) })
    builder.orientation = .left
    func file() throws -> DNGFile { try open(bytes(of: try builder.file().bytes, from: [])) }
    let raw = try file()
    #expect(raw.primary.directory.path == "IFD0" && raw.orientation == .left)
    let layout = try TIFFLayout(of: raw.primary.directory, in: raw.tiff)
    #expect(layout.chunks.count == 2 && layout.chunks[1].height == 6)
    #expect(
      try raw.tiff.source.read(at: layout.chunks[0].range.lowerBound, count: 6) == [0, 0, 100, 0, 200, 0])
    builder.preview = .init(jpeg: [0xFF, 0xD8], width: 3, height: 70, subsampled: true)
    let previewed = try file()
    #expect(previewed.primary.directory.path == "IFD0/SubIFD0" && previewed.orientation == .left)
    #expect(try previewed.tiff.integer(TIFFTag.compression, in: previewed.tiff.first) == 7)
    let short = DNGBuilder(width: 3, height: 70, linearRGB: [UInt16](repeating: 0, count: 629))
    #expect(throws: AuxError(.usage, "")) { try short.file() }
  }
}

extension DNGEdit {
  fileprivate mutating func setDepth(
    _ pixels: DNGCodedImage.Pixels, description: DNGDepthDescription, xmp: [UInt8]? = nil
  ) throws(AuxError) {
    try add(DNGCodedImage(.depth(description), pixels, xmp: xmp))
  }

  fileprivate mutating func addMask(
    _ pixels: DNGCodedImage.Pixels, name: String, instanceID: String? = nil, xmp: [UInt8]? = nil
  ) throws(AuxError) {
    try add(DNGCodedImage(.mask(name: name, instanceID: instanceID), pixels, xmp: xmp))
  }
}

extension TIFFFileTests {
  /// A TIFF file that is no DNG.
  static var plainTIFF: [UInt8] {
    var sample = TIFFSample(first: 8)
    sample.directory([.init(256, 1), .init(257, 1)])
    return sample.bytes
  }
}
