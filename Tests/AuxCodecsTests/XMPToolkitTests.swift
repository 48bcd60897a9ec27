import AuxCodecs
import AuxImage
import Synchronization
import TestSupport
import Testing

/// What Exiv2 says of packets, which only `validate` asks.
@Suite("Exiv2 is asked whether others read a packet")
struct XMPToolkitTests {
  private static func packet(_ description: String) -> [UInt8] {
    Array(
      """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" \(description)</rdf:RDF></x:xmpmeta>
      """.utf8)
  }

  private static let good = packet(
    "xmlns:apdi='http://ns.apple.com/pixeldatainfo/1.0/' apdi:NativeFormat='1'/>")

  @Test("Accepted packets, and refused ones with the reason")
  func verdicts() {
    #expect(XMPToolkit.refusal(of: Self.good) == nil)
    #expect(XMPToolkit.refusal(of: [0xEF, 0xBB, 0xBF] + Self.good + [0x20, 0, 0]) == nil)
    let twoPrefixes = Self.packet(
      "xmlns:a='http://a/' a:A='1'><b:B xmlns:b='http://a/'>2</b:B></rdf:Description>")
    for packet in [[], Array("<a>".utf8), twoPrefixes] {
      let refusal = XMPToolkit.refusal(of: packet)
      #expect(refusal?.code == .malformed)
      #expect(refusal?.reason.hasPrefix("the XMP packet cannot be read: ") == true)
    }
    #expect((try? XMPReader.properties(of: twoPrefixes))?.count == 2)
  }

  @Test("It is not asked about long packets, which would take forty times their size in memory")
  func long() {
    #expect(XMPToolkit.refusal(of: Array(repeating: 0x3C, count: XMPToolkit.mostBytes)) != nil)
    #expect(XMPToolkit.refusal(of: Array(repeating: 0x3C, count: XMPToolkit.mostBytes + 1)) == nil)
  }

  /// Prefixes that Exiv2 knows, bound to other namespaces, a prefix for two of them, and a namespace without a mark.
  @Test("A packet makes no difference to the next one")
  func forgotten() {
    for prefix in ["dc", "exif", "GPano", "apdi"] {
      #expect(
        XMPToolkit.refusal(of: Self.packet("xmlns:\(prefix)='http://b/\(prefix)' \(prefix):A='1'/>")) == nil)
    }
    let two = "xmlns:a='http://b/1/' a:A='1'/><rdf:Description rdf:about='' xmlns:a='http://b/2/' a:A='2'/>"
    #expect(XMPToolkit.refusal(of: Self.packet(two)) == nil)
    #expect(XMPToolkit.refusal(of: Self.good) == nil)
  }

  /// Namespaces that no packet had before.
  private static let next = Atomic<Int>(0)

  @Test("Namespaces of earlier packets make later ones no slower")
  func growth() {
    let growth = costGrowth(from: 3) { count in
      for _ in 0..<count {
        let number = Self.next.add(1, ordering: .relaxed).newValue
        let names = (0..<500).map { "xmlns:p\($0)='http://example.com/\(number)/\($0)/' p\($0):A='1'" }
        #expect(XMPToolkit.refusal(of: Self.packet("\(names.joined(separator: " "))/>")) == nil)
      }
    }
    #expect(growth < 8)
  }

  @Test("Many tasks ask at once")
  func threads() async {
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for round in 0..<30 {
            let packet = Self.packet("xmlns:t='http://example.com/\(task)/\(round)/' t:A='1'/>")
            #expect(XMPToolkit.refusal(of: packet) == nil)
            #expect(XMPToolkit.refusal(of: Array("<broken".utf8)) != nil)
          }
        }
      }
    }
  }
}

@Suite struct MD5Tests {
  /// Source: RFC 1321, A.5.
  @Test(arguments: [
    ("", "D41D8CD98F00B204E9800998ECF8427E"),
    ("a", "0CC175B9C0F1B6A831C399E269772661"),
    ("abc", "900150983CD24FB0D6963F7D28E17F72"),
    ("message digest", "F96B697D7CB7938D525A2F31AAF161D0"),
    ("abcdefghijklmnopqrstuvwxyz", "C3FCD3D76192E4007DFB496CCA67E13B"),
    (
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
      "D174AB98D277D9F5A5611C2C9F419D9F"
    ),
    (String(repeating: "1234567890", count: 8), "57EDF4A22BE3C955AC49DA2E2107B67A"),
  ])
  func knownDigests(text: String, digest: String) { #expect(MD5.hexDigest(of: Array(text.utf8)) == digest) }

  /// Every length of a last block, as another implementation has it.
  @Test func digestOfDigests() {
    let digests = (0..<130).map { MD5.hexDigest(of: (0..<$0).map { UInt8($0) }) }
    #expect(MD5.hexDigest(of: Array(digests.joined().utf8)) == "30C0044692379313868A81FE1E3C228A")
  }
}
