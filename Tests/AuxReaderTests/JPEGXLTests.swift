import AuxCodecs
import AuxContainers
import AuxImage
import AuxKernels
import AuxReader
import TestSupport
import Testing

/// Streams of `cjxl -d 0` (libjxl 0.7), each of 8x6 pixels that a formula gives.
private enum JPEGXLVector {
  /// Codes of 8 bits, 31x + 7y.
  static let gray8 = "ff0a2830101417020802010050004b18132f070b597af974007ffaff010000000000"
  /// Codes of 16 bits, 3001x + 777y; in boxes.
  static let gray16 =
    "0000000c4a584c200d0a870a00000014667479706a786c20000000006a786c20000000096a786c6c0a000000576a786c63ff0a2830fc"
    + "00c5850802010004014b188b1501129e18866e18dc146e2ac5e1c9ddbffc7f2a55e5441f5bd7bc499878038b8401f26a28674af5ea"
    + "093860a584954e150d04c2c861bfb6f5095c618101"
  /// Red 31x, green 40y, blue 9(x + y), modulo 256.
  static let colour =
    "ff0a283010505c080802010090004b2824c643412140c233139dec3e20956ee3001ec0404f28d9e90eb8a6fd0e0000000000"

  static func bytes(_ text: String) -> [UInt8] {
    let digits = Array(text.utf8)
    return stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(decoding: digits[$0..<($0 + 2)], as: UTF8.self), radix: 16)
    }
  }

  static func codes<Code: FixedWidthInteger>(_ across: Int, _ down: Int) -> [Code] {
    (0..<48).map { Code(truncatingIfNeeded: $0 % 8 * across + $0 / 8 * down) }
  }
}

@Suite("JPEG XL in DNG")
struct JPEGXLTests {
  private static func sample(_ text: String, bits: Int) -> PlaneSample {
    PlaneSample(
      width: 8, height: 6, bits: bits, compression: TIFFCompression.jpegXL,
      photometric: TIFFPhotometric.semanticMask, rows: 6, chunks: [JPEGXLVector.bytes(text)])
  }

  @Test("Masks of 8 and 16 bits come back as they were")
  func gray() throws {
    #expect(
      try Self.sample(JPEGXLVector.gray8, bits: 8).plane().storage == .uint8(JPEGXLVector.codes(31, 7)))
    #expect(
      try Self.sample(JPEGXLVector.gray16, bits: 16).plane().storage == .uint16(JPEGXLVector.codes(3001, 777))
    )
  }

  @Test("Previews come back as they were")
  func colour() throws {
    let samples = try JPEGXLCodec.decodeRGB(JPEGXLVector.bytes(JPEGXLVector.colour), width: 8, height: 6)
    let expected = (0..<48).flatMap { index -> [UInt8] in
      let (x, y) = (index % 8, index / 8)
      return [UInt8(x * 31 % 256), UInt8(y * 40 % 256), UInt8((x + y) * 9)]
    }
    #expect(samples == expected)
  }

  @Test("Colour in a mask, other bits, another size and bytes that are lost are errors")
  func refused() throws {
    #expect(Self.sample(JPEGXLVector.colour, bits: 8).code() == .unsupported)
    #expect(Self.sample(JPEGXLVector.gray8, bits: 16).code() == .unsupported)
    var other = Self.sample(JPEGXLVector.gray8, bits: 8)
    (other.height, other.rows) = (7, 7)
    #expect(other.code() == .codec)
    let whole = JPEGXLVector.bytes(JPEGXLVector.gray16)
    for count in 0..<(whole.count - 1) {
      var cut = Self.sample(JPEGXLVector.gray16, bits: 16)
      cut.chunks = [Array(whole[..<count])]
      #expect(cut.code() != nil, "\(count) bytes")
    }
  }
}

@Suite("DNG files that are cut short")
struct CutDNGTests {
  /// Returns a file whose directories are there and whose strips are not.
  private static func bytes() throws -> [UInt8] {
    func directory(_ kind: Int, _ photometric: Int, _ width: Int, _ height: Int) -> TIFFNewDirectory {
      var directory = TIFFNewDirectory(endianness: .little)
      directory.set(TIFFTag.newSubFileType, longs: [kind])
      directory.set(TIFFTag.imageWidth, longs: [width])
      directory.set(TIFFTag.imageLength, longs: [height])
      directory.set(TIFFTag.bitsPerSample, shorts: [8])
      directory.set(TIFFTag.compression, shorts: [TIFFCompression.jpegXL])
      directory.set(TIFFTag.photometricInterpretation, shorts: [photometric])
      directory.set(TIFFTag.stripOffsets, longs: [1 << 20])
      directory.set(TIFFTag.stripByteCounts, longs: [4321])
      directory.set(TIFFTag.rowsPerStrip, longs: [height])
      return directory
    }
    var writer = ByteWriter(endianness: .little)
    writer.write([0x49, 0x49, 42, 0, 0, 0, 0, 0] as [UInt8])
    var mask = directory(DNGSubFileType.semanticMask, TIFFPhotometric.semanticMask, 32, 24)
    mask.set(TIFFTag.semanticName, text: "urn:com:apple:photo:2020:aux:semanticskymatte")
    let maskOffset = try mask.serialize(into: &writer, base: 0)
    let depthOffset = try directory(DNGSubFileType.depth, TIFFPhotometric.depth, 40, 30)
      .serialize(into: &writer, base: 0)
    var root = directory(DNGSubFileType.primary, TIFFPhotometric.linearRaw, 80, 60)
    root.set(TIFFTag.dngVersion, bytes: [1, 7, 1, 0])
    root.set(TIFFTag.subIFDs, longs: [maskOffset, depthOffset])
    writer.patch(UInt32(try root.serialize(into: &writer, base: 0)), at: 4)
    return writer.bytes
  }

  @Test("What the headers say is listed, with a note of each image")
  func listed() throws {
    let source = try ImageSource(data: Self.bytes())
    #expect(source.primary?.width == 80)
    #expect(
      source.auxiliaryImages.map(\.identifier).sorted() == [
        "DepthMap", "urn:com:apple:photo:2020:aux:semanticskymatte",
      ])
    #expect(source.auxiliaryImages.allSatisfy { $0.codec == "jxl" && $0.byteCount == 4321 })
    let lost = source.notes.filter { $0.contains("the file ends at byte") }
    #expect(lost.count == 2, "\(source.notes)")
    for image in source.auxiliaryImages {
      let error = #expect(throws: AuxError.self) { try source.stored(image) }
      #expect(error?.code == .truncated)
    }
  }
}
