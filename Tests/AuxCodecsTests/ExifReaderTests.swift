import AuxCodecs
import AuxImage
import TestSupport
import Testing

@Suite struct ExifReaderTests {
  /// Returns a TIFF block whose one directory has one SHORT.
  private static func block(tag: UInt16, value: UInt16, littleEndian: Bool) -> [UInt8] {
    func short(_ value: UInt16) -> [UInt8] {
      let bytes = [UInt8(value & 0xFF), UInt8(value >> 8)]
      return littleEndian ? bytes : bytes.reversed()
    }
    func long(_ value: UInt16) -> [UInt8] {
      littleEndian ? short(value) + short(0) : short(0) + short(value)
    }
    let header = Array((littleEndian ? "II" : "MM").utf8) + short(42) + long(8)
    // One entry: tag, type SHORT, count 1, the value at the left of its four bytes.
    return header + short(1) + short(tag) + short(3) + long(1) + short(value) + short(0) + long(0)
  }

  @Test(arguments: ImageOrientation.allCases, [false, true])
  func orientationIsRead(orientation: ImageOrientation, littleEndian: Bool) throws {
    let block = Self.block(
      tag: 0x0112, value: UInt16(orientation.rawValue), littleEndian: littleEndian)
    #expect(try ExifReader.orientation(ofTIFF: block) == orientation)
  }

  @Test func absentOrOddValuesAreNil() throws {
    #expect(try ExifReader.orientation(ofTIFF: Self.block(tag: 0x0103, value: 6, littleEndian: true)) == nil)
    for value in [0, 9, 65_535] as [UInt16] {
      let block = Self.block(tag: 0x0112, value: value, littleEndian: false)
      #expect(try ExifReader.orientation(ofTIFF: block) == nil)
    }
  }

  @Test(arguments: [(27, 27), (0, nil)] as [(UInt8, Int?)])
  func focalLengthIsRead(value: UInt8, expected: Int?) throws {
    // IFD 0 at 8 with the pointer to the Exif directory at 26, in which FocalLengthIn35mmFilm is a SHORT.
    let block =
      Array("MM".utf8) + [0, 42, 0, 0, 0, 8]
      + [0, 1, 0x87, 0x69, 0, 4, 0, 0, 0, 1, 0, 0, 0, 26, 0, 0, 0, 0]
      + [0, 1, 0xA4, 0x05, 0, 3, 0, 0, 0, 1, 0, value, 0, 0, 0, 0, 0, 0]
    #expect(try ExifReader.focalLengthIn35mmFilm(ofTIFF: block) == expected)
    let plain = Self.block(tag: 0x0112, value: 6, littleEndian: true)
    #expect(try ExifReader.focalLengthIn35mmFilm(ofTIFF: plain) == nil)
  }

  @Test func garbageIsRejected() {
    for garbage in [[], [0x49], Array("Exif\0\0 is not a header".utf8)] as [[UInt8]] {
      #expect(throws: AuxError(.malformed, "")) { try ExifReader.orientation(ofTIFF: garbage) }
    }
  }

  @Test func mutatedBlocksNeverCrash() {
    let block = Self.block(tag: 0x0112, value: 6, littleEndian: true)
    for count in block.indices { _ = try? ExifReader.orientation(ofTIFF: Array(block[..<count])) }
    var random = SeededRandom(seed: 20_240_602)
    for _ in 0..<5000 {
      var broken = block
      broken[random.below(block.count)] = UInt8(random.below(256))
      broken[random.below(block.count)] = UInt8(random.below(256))
      _ = try? ExifReader.orientation(ofTIFF: broken)
    }
  }
}

@Suite struct MD5Tests {
  @Test func knownDigests() {
    #expect(MD5.hexDigest(of: Array("abc".utf8)) == "900150983CD24FB0D6963F7D28E17F72")
    #expect(MD5.hexDigest(of: []) == "D41D8CD98F00B204E9800998ECF8427E")
  }
}
