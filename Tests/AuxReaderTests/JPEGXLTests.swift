import AuxCodecs
import AuxContainers
import AuxImage
import AuxKernels
import AuxReader
import TestSupport
import Testing

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

  @Test("The content of the headers is listed, with a note for each image")
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
