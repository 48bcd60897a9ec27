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
