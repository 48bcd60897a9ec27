import AuxContainers
import AuxImage
import TestSupport
import Testing

@Suite struct WebPFileTests {
  private static let pixels = WebPBytes.lossless(
    width: 5, isHigh: [Bool](repeating: true, count: 15), red: 1, green: (2, 3), blue: 4)
  private static let exif: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 0]

  private static func file(_ bytes: [UInt8], _ limits: AuxLimits = .standard) throws -> WebPFile {
    try WebPFile(MemoryByteSource(bytes), limits: limits)
  }

  /// The header of a key frame of VP8, 300 x 20 pixels, with scaling bits above the sizes.
  private static let lossy: [UInt8] = [0x10, 0, 0, 0x9D, 0x01, 0x2A, 0x2C, 0x41, 20, 0x80]

  @Test func eachFirstChunkStatesTheSize() throws {
    let simple = try Self.file(WebPBytes.file([WebPBytes.chunk("VP8L", Self.pixels)]))
    #expect((simple.width, simple.height, simple.hasAlpha, simple.isAnimated) == (5, 3, false, false))
    let lossy = try Self.file(WebPBytes.file([WebPBytes.chunk("VP8 ", Self.lossy)]))
    #expect((lossy.width, lossy.height, lossy.hasAlpha) == (300, 20, false))
    let head = WebPBytes.chunk("VP8X", WebPBytes.extended(flags: 0x12, width: 70000, height: 9))
    let extended = try Self.file(WebPBytes.file([head]))
    #expect(
      (extended.width, extended.height, extended.hasAlpha, extended.isAnimated) == (70000, 9, true, true))
  }

  @Test func metadataIsFoundWithAndWithoutJPEGsIdentifier() throws {
    for prefix in [[], Array("Exif\0\0".utf8)] {
      let bytes = WebPBytes.file([
        WebPBytes.chunk("VP8X", WebPBytes.extended(flags: 0x2C, width: 5, height: 3)),
        WebPBytes.chunk("ICCP", [1, 2, 3]), WebPBytes.chunk("VP8L", Self.pixels),
        WebPBytes.chunk("EXIF", prefix + Self.exif), WebPBytes.chunk("XMP ", Array("<x/>".utf8)),
      ])
      let (file, source) = (try Self.file(bytes), MemoryByteSource(bytes))
      #expect(file.notes.isEmpty && file.chunks.map(\.type) == ["VP8X", "ICCP", "VP8L", "EXIF", "XMP "])
      #expect(try file.exif(from: source, limits: .standard) == Self.exif)
      #expect(try file.xmp(from: source, limits: .standard) == Array("<x/>".utf8))
      #expect(try file.iccProfile(from: source, limits: .standard) == [1, 2, 3])
      var limits = AuxLimits()
      limits.entryBytes = 2
      #expect(throws: AuxError(.limitExceeded, "")) { try file.iccProfile(from: source, limits: limits) }
    }
  }

  @Test func whatIsDamagedIsANoteOrAnError() throws {
    let good = WebPBytes.file([WebPBytes.chunk("VP8L", Self.pixels), WebPBytes.chunk("EXIF", Self.exif)])
    let cut = try Self.file(Array(good.dropLast(4)))
    #expect(cut.notes.count == 2 && cut.chunks.map(\.type) == ["VP8L"])
    for count in 0..<24 {
      #expect(throws: AuxError.self) { try Self.file(Array(good.prefix(count))) }
    }
    #expect(throws: AuxError(.malformed, "")) {
      try Self.file(WebPBytes.file([WebPBytes.chunk("JUNK", Self.pixels)]))
    }
    #expect(throws: AuxError(.malformed, "")) {
      try Self.file(WebPBytes.file([WebPBytes.chunk("VP8L", [0x2E] + Self.pixels.dropFirst())]))
    }
    var limits = AuxLimits()
    limits.pixels = 14
    #expect(throws: AuxError(.limitExceeded, "")) { try Self.file(good, limits) }
    (limits.pixels, limits.webpChunks) = (15, 1)
    #expect(try Self.file(good, limits).notes.count == 1)
  }
}
