import AuxContainers
import AuxImage
import TestSupport
import Testing

@Suite struct PNGFileTests {
  /// Returns a chunk with a checksum that nobody reads here.
  private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    JPEGBytes.uint32(data.count) + Array(type.utf8) + data + [0xC, 0xC, 0xC, 0xC]
  }

  private static let header: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]  // signature
    + chunk(
      "IHDR",
      [0, 0, 1, 0]  // 256 wide
        + [0, 0, 0, 3]  // 3 high
        + [8, 2]  // 8-bit RGB
        + [0, 0, 0])  // deflate, adaptive filters, not interlaced

  private static let text = Array("XML:com.adobe.xmp".utf8) + [0, 0, 0, 0, 0] + Array("<x/>".utf8)
  private static let exif: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 0]

  private static func exif(_ bytes: [UInt8], _ limits: AuxLimits = .standard) throws -> [UInt8]? {
    let source = MemoryByteSource(bytes)
    return try PNGFile(source, limits: limits).exif(from: source, limits: limits)
  }

  private static func xmp(_ bytes: [UInt8]) throws -> PNGInternationalText? {
    let source = MemoryByteSource(bytes)
    return try PNGFile(source).text(PNGInternationalText.xmpKeyword, from: source, limits: .standard)
  }

  @Test func chunksAreFoundBeforeAndAfterThePixels() throws {
    let metadata = Self.chunk("iTXt", Self.text) + Self.chunk("eXIf", Self.exif)
    let pixels = Self.chunk("IDAT", [1]) + Self.chunk("IDAT", [])
    for file in [metadata + pixels, pixels + metadata] {
      let bytes = Self.header + file + Self.chunk("IEND", []) + Self.chunk("eXIf", [7])
      let file = try PNGFile(MemoryByteSource(bytes))
      #expect((file.width, file.height) == (256, 3) && file.notes.isEmpty)
      #expect(file.chunks.map(\.type) == ["iTXt", "eXIf"])
      #expect(try Self.exif(bytes) == Self.exif)
      #expect(try Self.xmp(bytes)?.text == Array("<x/>".utf8))
    }
    #expect(try Self.exif(Self.header) == nil && Self.xmp(Self.header) == nil)
  }

  @Test func otherTextIsPassedOver() throws {
    let other = Array("Comment".utf8) + [0, 0, 0] + Array("en\0Kommentar\0".utf8) + [0x68, 0x69]
    let bytes = Self.header + Self.chunk("iTXt", other) + Self.chunk("iTXt", Self.text)
    #expect(try Self.xmp(bytes)?.keyword == "XML:com.adobe.xmp")
    var reader = ByteReader(other)
    let parsed = try PNGInternationalText(parsing: &reader)
    #expect((parsed.language, parsed.translatedKeyword, parsed.text) == ("en", "Kommentar", [0x68, 0x69]))
    var writer = ByteWriter()
    parsed.serialize(into: &writer)
    #expect(writer.bytes == other)
  }

  @Test func aChunkThatPassesTheEndIsANote() throws {
    let whole = Self.header + Self.chunk("eXIf", Self.exif)
    for count in Self.header.count..<whole.count {
      let file = try PNGFile(MemoryByteSource(Array(whole[..<count])))
      #expect(file.chunks.isEmpty && file.notes.isEmpty == (count < Self.header.count + 12))
    }
    let long = Self.header + [0x7F, 0xFF, 0xFF, 0xFF] + Array("eXIf".utf8) + [1, 2, 3, 4, 5]
    #expect(try PNGFile(MemoryByteSource(long)).chunks.isEmpty)
  }

  @Test func everyPrefixOfTheHeaderIsRejected() {
    for count in 0..<Self.header.count {
      #expect(throws: AuxError(.truncated, "")) {
        try PNGFile(MemoryByteSource(Array(Self.header[..<count])))
      }
    }
    var wrong = Self.header
    wrong[12] = 0x4A
    #expect(throws: AuxError(.malformed, "")) { try PNGFile(MemoryByteSource(wrong)) }
  }

  @Test func everyPrefixOfATextIsRejectedOrShorter() throws {
    for count in 0..<(Self.text.count - 4) {
      var reader = ByteReader(Array(Self.text[..<count]))
      #expect(throws: AuxError(.truncated, "")) { try PNGInternationalText(parsing: &reader) }
    }
    var reader = ByteReader(Array("k".utf8) + [0, 1, 9, 0, 0])
    #expect(throws: AuxError(.unsupported, "")) { try PNGInternationalText(parsing: &reader) }
  }

  @Test func limitsAreKept() throws {
    var limits = AuxLimits()
    limits.entryBytes = Self.exif.count - 1
    limits.pngChunks = 2
    let pixels = Self.chunk("IDAT", []) + Self.chunk("IDAT", [])
    let exif = Self.chunk("eXIf", Self.exif)
    #expect(throws: AuxError(.limitExceeded, "")) { try Self.exif(Self.header + exif, limits) }
    let file = try PNGFile(MemoryByteSource(Self.header + pixels + exif), limits: limits)
    #expect(file.chunks.isEmpty && file.notes.count == 1)
    limits.pixels = 100
    #expect(throws: AuxError(.limitExceeded, "")) {
      try PNGFile(MemoryByteSource(Self.header), limits: limits)
    }
  }
}
