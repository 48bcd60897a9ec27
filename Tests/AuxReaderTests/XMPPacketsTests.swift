import AuxContainers
import AuxImage
import AuxReader
import TestSupport
import Testing

@Suite("XMP packets are parsed once each")
struct XMPPacketsTests {
  private static let first = Array(Packets.disparity().utf8)
  private static let second = Array("<no packet".utf8)
  private static let source = MemoryByteSource(first + second)
  private static let ranges = [0..<first.count, first.count..<(first.count + second.count)]

  @Test("Parsed packets are kept, valid or not")
  func kept() throws {
    let packets = XMPPackets(Self.source, limits: .standard)
    let count = try ParseCount {
      for _ in 0..<3 {
        #expect(try packets.packet(at: [Self.ranges[0]]).metadata.floatMaxValue == 2.5)
        let broken = try packets.packet(at: [Self.ranges[1]])
        #expect(broken.failure != nil && broken.properties.isEmpty && broken.bytes == Self.second)
      }
    }
    #expect(count.packets == 2)
  }

  /// The mattes of a photo commonly say the same.
  @Test(
    "Packets of the same bytes at two places are parsed once, and one of other bytes is not taken for them")
  func same() throws {
    let other = Array(Packets.disparity().replacing("2.5", with: "3.5").utf8)
    try #require(other.count == Self.first.count)
    let packets = XMPPackets(MemoryByteSource(Self.first + Self.first + other), limits: .standard)
    let count = try ParseCount {
      for (start, value) in [(0, 2.5), (Self.first.count, 2.5), (2 * Self.first.count, 3.5)] {
        let packet = try packets.packet(at: [start..<(start + Self.first.count)])
        #expect(packet.metadata.floatMaxValue == value)
      }
    }
    #expect(count.packets == 2)
  }

  /// Items of a small file can name the same bytes again and again.
  @Test("No more is kept than one packet may have")
  func bounded() throws {
    var limits = AuxLimits.standard
    limits.xmpBytes = Self.first.count + 3
    let packets = XMPPackets(Self.source, limits: limits)
    let count = try ParseCount {
      for _ in 0..<3 { for range in Self.ranges { _ = try packets.packet(at: [range]) } }
    }
    #expect(count.packets == 1 + 3)
  }

  /// The tails of one packet are packets of their own.
  @Test("No more than four times the bytes of the file are parsed")
  func passes() throws {
    let packets = XMPPackets(Self.source, limits: .standard)
    var failures: [AuxError.Code] = []
    let count = try ParseCount {
      for start in 0..<40 {
        let packet = try packets.packet(at: [start..<Self.first.count])
        if let failure = packet.failure { failures.append(failure.code) }
      }
    }
    #expect(count.packets <= XMPPackets.mostPasses + 2)
    #expect(failures.count { $0 == .limitExceeded } == 40 - count.packets)
    // Earlier results stay.
    #expect(try packets.packet(at: [Self.ranges[0]]).failure == nil)
  }
}
