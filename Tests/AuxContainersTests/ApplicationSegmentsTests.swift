import AuxContainers
import AuxImage
import TestSupport
import Testing

@Suite struct ICCSegmentsTests {
  /// Returns an APP2 segment: identifier, number of the part from 1, number of parts, bytes.
  private static func part(_ number: UInt8, of total: UInt8, _ bytes: [UInt8]) -> [UInt8] {
    JPEGBytes.segment(0xE2, Array("ICC_PROFILE\0".utf8) + [number, total] + bytes)
  }

  private static func profile(_ segments: [[UInt8]]) throws(AuxError) -> [UInt8]? {
    let source = MemoryByteSource(JPEGBytes.image(segments))
    return try ICCSegments.profile(of: JPEGImage(in: source, at: 0), in: source)
  }

  @Test func partsInAnyOrder() throws {
    #expect(
      try Self.profile([Self.part(2, of: 3, [3, 4]), Self.part(3, of: 3, [5]), Self.part(1, of: 3, [1, 2])])
        == [1, 2, 3, 4, 5])
    #expect(try Self.profile([JPEGBytes.jfif]) == nil)
  }

  @Test func partsThatDoNotFit() {
    #expect(throws: AuxError(.malformed, "")) { try Self.profile([Self.part(1, of: 2, [1])]) }
    #expect(throws: AuxError(.malformed, "")) {
      try Self.profile([Self.part(1, of: 1, [1]), Self.part(1, of: 1, [1])])
    }
    #expect(throws: AuxError(.malformed, "")) { try Self.profile([Self.part(0, of: 1, [1])]) }
    #expect(throws: AuxError(.truncated, "")) {
      try Self.profile([JPEGBytes.segment(0xE2, Array("ICC_PROFILE\0".utf8) + [1])])
    }
  }

  @Test func longProfilesAreSpread() throws {
    let profile = (0..<150_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
    let bytes = try ICCSegments.segments(of: profile)
    let source = MemoryByteSource(JPEGBytes.image([bytes]))
    let image = try JPEGImage(in: source, at: 0)
    // 65,533 - 14 bytes fit one segment.
    #expect(
      image.segments.filter { $0.kind == .icc }.map(\.payloadCount) == [65533, 65533, 150_000 - 131_038 + 14])
    #expect(try ICCSegments.profile(of: image, in: source) == profile)
    #expect(try ICCSegments.segments(of: []).isEmpty)
    #expect(throws: AuxError(.limitExceeded, "")) {
      try ICCSegments.segments(of: [UInt8](repeating: 0, count: 65519 * 255 + 1))
    }
  }
}

/// When a JFIF header is put before a primary's other segments, and when it is left as it is.
@Suite struct JFIFRuleTests {
  private static let added = JPEGBytes.image([JPEGBytes.xmp("<added/>")])

  /// Returns the segments of the file that comes out.
  private static func markers(_ source: [UInt8]) throws -> (bytes: [UInt8], image: JPEGImage) {
    let result = try JPEGSupport.edited(source, adding: [added])
    let image = try JPEGImage(in: MemoryByteSource(result), at: 0)
    return (result, image)
  }

  private static func adobe(transform: UInt8) -> [UInt8] {
    JPEGBytes.segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, transform])
  }

  @Test(arguments: [[1], [7], [1, 2, 3]] as [[UInt8]])
  func appleHeaderIsInserted(components: [UInt8]) throws {
    let (bytes, image) = try Self.markers(JPEGBytes.image(components: components))
    #expect(image.segments.first?.kind == .jfif(hasAMPF: true))
    // FFE0 0014 4A46494600 0101 01 012C 012C 00 00 414D5046
    #expect(Array(bytes[2..<24]) == MultiPictureBytes.appleJFIF)
    #expect(image.segments.map(\.kind).prefix(2) == [.jfif(hasAMPF: true), .multiPicture])
  }

  /// A JFIF header would say YCbCr of files that are not.
  @Test(
    arguments: [
      ([0x52, 0x47, 0x42], nil),  // "RGB" by the identifiers
      ([0, 1, 2], nil),
      ([1, 2, 3, 4], nil),
      ([1, 2, 3], 0),  // Adobe RGB
      ([1, 2, 3, 4], 2),  // Adobe YCCK
    ] as [([UInt8], UInt8?)])
  func noHeaderIsInserted(components: [UInt8], transform: UInt8?) throws {
    let segments = transform.map { [Self.adobe(transform: $0)] } ?? []
    let source = JPEGBytes.image(segments, components: components)
    let (bytes, image) = try Self.markers(source)
    #expect(!image.segments.contains { $0.marker == 0xE0 })
    #expect(image.segments.first?.kind == .multiPicture)
    // Everything else is as it was.
    let end = try #require(image.segments.first).range.upperBound
    #expect(Array(bytes[end...].prefix(source.count - 2)) == Array(source[2...]))
  }

  @Test func adobeYCbCrTakesTheHeader() throws {
    let source = JPEGBytes.image([Self.adobe(transform: 1)], components: [1, 2, 3])
    #expect(try Self.markers(source).image.segments.first?.kind == .jfif(hasAMPF: true))
  }

  @Test func plainHeaderGetsTheMarkAndKeepsTheRest() throws {
    let source = JPEGBytes.image([JPEGBytes.jfif])
    let (bytes, _) = try Self.markers(source)
    #expect(Array(bytes[2..<24]) == [0xFF, 0xE0, 0, 20] + JPEGBytes.jfif[4...] + Array("AMPF".utf8))
  }

  @Test func headerWithAThumbnailIsKept() throws {
    let thumbnail = JPEGBytes.segment(
      0xE0, Array("JFIF\0".utf8) + [1, 1, 1, 0, 72, 0, 72, 1, 1] + [10, 20, 30])
    let (bytes, image) = try Self.markers(JPEGBytes.image([thumbnail]))
    #expect(Array(bytes[2..<(2 + thumbnail.count)]) == thumbnail)
    #expect(image.segments.map(\.kind).prefix(2) == [.jfif(hasAMPF: false), .multiPicture])
  }

  @Test func markedHeaderStays() throws {
    let (bytes, _) = try Self.markers(JPEGBytes.image([MultiPictureBytes.appleJFIF]))
    #expect(Array(bytes[2..<24]) == MultiPictureBytes.appleJFIF)
  }

  /// Exif may come first; the index is after all APP0 and APP1 segments.
  @Test func indexStandsAfterMetadata() throws {
    let source = JPEGBytes.image([
      JPEGBytes.exif(orientation: 1), JPEGBytes.jfif, JPEGBytes.xmp("<x/>"), JPEGBytes.segment(0xED, [1]),
    ])
    let kinds = try Self.markers(source).image.segments.map(\.kind)
    #expect(kinds.prefix(5) == [.exif, .jfif(hasAMPF: true), .xmp, .multiPicture, .other])
  }
}
