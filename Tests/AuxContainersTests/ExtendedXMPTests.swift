import AuxContainers
import AuxImage
import TestSupport
import Testing

@Suite struct ExtendedXMPTests {
  private static let digest = "0123456789ABCDEF0123456789ABCDEF"
  private static let packet = Array("<x:xmpmeta>a packet that is too long for one segment</x:xmpmeta>".utf8)

  /// Returns an APP1 segment with the bytes of that range, in the layout of the XMP specification.
  private static func portion(
    _ range: Range<Int>, offset: Int? = nil, length: Int? = nil, digest: String = digest
  ) -> [UInt8] {
    JPEGBytes.segment(
      0xE1,
      Array("http://ns.adobe.com/xmp/extension/\0".utf8)  // 35 bytes
        + Array(digest.utf8)  // the MD5 digest of the packet, 32 digits
        + JPEGBytes.uint32(length ?? packet.count)  // the length of the packet
        + JPEGBytes.uint32(offset ?? range.lowerBound)  // where the portion belongs
        + packet[range])
  }

  private static func read(
    _ segments: [[UInt8]], digest: String = digest, limits: AuxLimits = .standard
  ) throws(AuxError) -> ExtendedXMP.Packet? {
    let source = MemoryByteSource(JPEGBytes.image(segments))
    let image = try JPEGImage(in: source, at: 0)
    return try ExtendedXMP.packet(digest: digest, of: image, in: source, limits: limits)
  }

  @Test func portionsInOrder() throws {
    let segments = [Self.portion(0..<20), Self.portion(20..<40), Self.portion(40..<Self.packet.count)]
    let found = try #require(try Self.read(segments))
    #expect(found.bytes == Self.packet && found.digest == Self.digest)
  }

  @Test func portionsOutOfOrder() throws {
    let segments = [Self.portion(40..<Self.packet.count), Self.portion(0..<20), Self.portion(20..<40)]
    #expect(try Self.read(segments)?.bytes == Self.packet)
  }

  @Test func onePortion() throws {
    #expect(try Self.read([Self.portion(Self.packet.indices)])?.bytes == Self.packet)
  }

  @Test func lowerCaseDigest() throws {
    let segments = [Self.portion(Self.packet.indices, digest: Self.digest.lowercased())]
    #expect(try Self.read(segments)?.bytes == Self.packet)
  }

  @Test func anotherDigestIsPassedOver() throws {
    let other = String(Self.digest.reversed())
    #expect(try Self.read([Self.portion(0..<10, digest: other)]) == nil)
    #expect(try Self.read([]) == nil)
    let mixed = [Self.portion(0..<10, length: 3, digest: other), Self.portion(Self.packet.indices)]
    #expect(try Self.read(mixed)?.bytes == Self.packet)
  }

  @Test func missingPortions() {
    let all = [Self.portion(0..<20), Self.portion(20..<40), Self.portion(40..<Self.packet.count)]
    for (number, code) in [(0, AuxError.Code.malformed), (1, .malformed), (2, .truncated)] {
      var some = all
      some.remove(at: number)
      #expect(throws: AuxError(code, "")) { try Self.read(some) }
    }
  }

  @Test func overlappingPortions() {
    let segments = [Self.portion(0..<20), Self.portion(19..<40), Self.portion(40..<Self.packet.count)]
    let error = #expect(throws: AuxError(.malformed, "")) { try Self.read(segments) }
    #expect(error?.reason.contains("overlap") == true)
    #expect(throws: AuxError(.malformed, "")) {
      try Self.read([Self.portion(Self.packet.indices), Self.portion(Self.packet.indices)])
    }
  }

  @Test func disagreeingLengths() {
    let segments = [Self.portion(0..<20), Self.portion(20..<Self.packet.count, length: 9)]
    let error = #expect(throws: AuxError(.malformed, "")) { try Self.read(segments) }
    #expect(error?.reason.contains("disagree") == true)
  }

  @Test func offsetsOutside() {
    #expect(throws: AuxError(.malformed, "")) {
      try Self.read([Self.portion(0..<20), Self.portion(20..<40, offset: 0xFFFF_FFFF)])
    }
  }

  @Test func hugeLength() {
    #expect(throws: AuxError(.limitExceeded, "")) {
      try Self.read([Self.portion(0..<20, length: 0xFFFF_FFFF)])
    }
  }

  @Test func shortHeader() {
    let segment = JPEGBytes.segment(0xE1, Array("http://ns.adobe.com/xmp/extension/\0too short".utf8))
    #expect(throws: AuxError(.truncated, "")) { try Self.read([segment]) }
  }

  /// A packet of three segments, byte by byte.
  @Test func writtenPortions() throws {
    let bytes = (0..<140_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let written = try ExtendedXMP.segments(of: .init(digest: Self.digest, bytes: bytes))
    var expected: [UInt8] = []
    for start in [0, 65_400, 130_800] {
      expected += JPEGBytes.segment(
        0xE1,
        Array("http://ns.adobe.com/xmp/extension/\0".utf8) + Array(Self.digest.utf8)
          + JPEGBytes.uint32(140_000) + JPEGBytes.uint32(start) + bytes[start..<min(start + 65_400, 140_000)])
    }
    #expect(written == expected)
    #expect(try Self.read([written])?.bytes == bytes)
  }
}
