import AuxContainers
import AuxImage
import Synchronization
import TestSupport
import Testing

/// The prefixes of one packet do not affect the properties of another.
@Suite struct XMPNamespaceTests {
  @Test func oddPrefixKeepsTheNamespace() throws {
    let text = packet(
      """
      <rdf:Description rdf:about="" xmlns:q7="\(depthData)" xmlns:apdi="http://example.com/other/"
        q7:Quality="high" apdi:Mine="1"/>
      """)
    let found = try properties(text)
    #expect(found.count == 2)
    #expect(found.contains { $0.namespace == depthData && $0.name == "Quality" && $0.text == "high" })
    #expect(
      found.contains { $0.namespace == "http://example.com/other/" && $0.name == "Mine" && $0.text == "1" })
    // The packet above took Apple's prefix for itself, which must not leak into the next.
    #expect(try properties(XMPParserTests.attributes) == XMPParserTests.expected)
  }

  /// Namespaces that no packet had before.
  private static let next = Atomic<Int>(0)

  /// What packets declared before does not make the next ones slower.
  @Test func whatOthersDeclaredMakesNothingSlower() throws {
    let growth = try costGrowth(from: 3) { count in
      for _ in 0..<count {
        let number = Self.next.add(1, ordering: .relaxed).newValue
        let names = (0..<500).map { name in
          "xmlns:p\(name)='http://example.com/\(number)/\(name)/' p\(name):A='\(name)'"
        }
        let found = try properties(
          packet("<rdf:Description rdf:about='' \(names.joined(separator: " "))/>"))
        #expect(found.count == 500 && Set(found.map(\.prefix)).count == 500)
      }
    }
    #expect(growth < 8)
    #expect(try properties(XMPParserTests.attributes) == XMPParserTests.expected)
  }

  @Test func onePrefixCanMeanTwoNamespaces() throws {
    let text = packet(
      """
      <rdf:Description rdf:about="" xmlns:two="http://example.com/first/" two:A="1"/>
      <rdf:Description rdf:about="" xmlns:two = 'http://example.com/second/' two:A="2"/>
      <rdf:Description rdf:about="" xmlns:two="\(apdi)" two:A="3"/>
      """)
    for _ in 0..<2 {
      let found = try properties(text)
      #expect(
        found.map { "\($0.namespace) \($0.text ?? "")" } == [
          "http://example.com/first/ 1", "http://example.com/second/ 2", "\(apdi) 3",
        ])
      #expect(found.map(\.prefix) == ["two", "two_2", "two_3"])
    }
  }

  @Test func tooManyNamespacesAreRejected() {
    let declarations = (0..<1001).map { "xmlns:a\($0)='http://example.com/many/\($0)/'" }
    let text = packet("<rdf:Description rdf:about='' \(declarations.joined(separator: " "))/>")
    #expect(throws: AuxError(.limitExceeded, "")) { try properties(text) }
  }

  @Test func builtInPrefixCanMeanSomethingElse() throws {
    for prefix in ["dc", "GPano", "mwg-rs", "crs", "exif"] {
      let text = packet(
        "<rdf:Description rdf:about='' xmlns:\(prefix)='http://example.com/\(prefix)/' \(prefix):A='1'/>")
      #expect(try properties(text).map(\.namespace) == ["http://example.com/\(prefix)/"])
    }
    let panorama = "http://ns.google.com/photos/1.0/panorama/"
    let real = packet("<rdf:Description rdf:about='' xmlns:GPano='\(panorama)' GPano:A='1'/>")
    #expect(try properties(real).map(\.namespace) == [panorama])
  }

  @Test func namespaceWithoutSlashIsKept() throws {
    for uri in ["http://example.com/bare", "urn:example:thing", "http://example.com/hash#"] {
      let text = packet("<rdf:Description rdf:about='' xmlns:bare='\(uri)' bare:A='1'/>")
      #expect(try properties(text).map(\.namespace) == [uri])
    }
  }

  /// A packet with what the process may have heard of by another name: a clash of prefixes, an odd one, nested ones,
  /// a namespace without a slash, one with a reference, and one in its usual dress.
  private static func clashing(_ number: Int) -> String {
    packet(
      """
      <rdf:Description rdf:about="" xmlns:mine="http://example.com/clash/\(number)/" mine:A="1"
        xmlns:bare="http://example.com/clash/\(number)" xmlns:q="http://example.com/?a=1&amp;b=\(number)"
        xmlns="http://example.com/default/\(number)/" xmlns:apdi="http://example.com/apdi/\(number)/"
        xmlns:odd\(number)="\(apdi)" q:B="2" apdi:C="3" odd\(number):D="4">
        <mine:S rdf:parseType="Resource"><q:T rdf:parseType="Resource"><apdi:U>5</apdi:U></q:T>
          <odd\(number):V>6</odd\(number):V></mine:S>
      </rdf:Description>
      """)
  }

  private static func expected(_ number: Int) -> [String] {
    let (mine, query) = ("http://example.com/clash/\(number)/", "http://example.com/?a=1&b=\(number)")
    return [
      "mine|\(mine)|A", "mine|\(mine)|S", "mine|\(mine)|S/q:T", "mine|\(mine)|S/q:T/apdi:U",
      "mine|\(mine)|S/odd\(number):V", "q|\(query)|B", "apdi|http://example.com/apdi/\(number)/|C",
      "odd\(number)|\(apdi)|D",
    ]
  }

  private static func names(_ text: String) throws -> [String] {
    try properties(text).map { "\($0.prefix)|\($0.namespace)|\($0.name)" }
  }

  @Test func namesAreThePacketsOwnWhateverWasReadBefore() throws {
    for order in [[1, 2, 1, 3, 2, 1], [13, 12, 11, 12, 13]] {
      for number in order {
        #expect(Set(try Self.names(Self.clashing(number))) == Set(Self.expected(number)))
      }
    }
    let first = try Self.names(Self.clashing(7))
    for number in 100..<1100 {
      let text = packet(
        "<rdf:Description rdf:about='' xmlns:mine='http://example.com/many/\(number)/' mine:A='1'/>")
      #expect(try Self.names(text) == ["mine|http://example.com/many/\(number)/|A"])
    }
    #expect(try Self.names(Self.clashing(7)) == first)
    #expect(try properties(XMPParserTests.attributes) == XMPParserTests.expected)
  }

  @Test func namesAreThePacketsOwnOnEveryThread() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for round in 0..<40 {
            let number = 2000 + (round * (task + 1)) % 37
            let names = try Self.names(Self.clashing(number))
            #expect(Set(names) == Set(Self.expected(number)))
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func namespacesThatAreTooLongAreRefused() {
    let uri = "http://example.com/" + String(repeating: "a", count: 4096)
    #expect(throws: AuxError(.limitExceeded, "")) {
      try properties(packet("<rdf:Description rdf:about='' xmlns:a='\(uri)' a:A='1'/>"))
    }
  }

  /// Properties that were read can be written, whatever their prefixes.
  @Test func whatWasReadIsReadAgain() throws {
    let text = packet(
      """
      <rdf:Description rdf:about="" xmlns:two="http://example.com/first/" two:A="1"/>
      <rdf:Description rdf:about="" xmlns:two="http://example.com/second/" two:A="2"/>
      <rdf:Description rdf:about="" xmlns:q7="\(depthData)" q7:Quality="high" q7:Mine="3"/>
      """)
    let metadata = AuxiliaryMetadata(properties: try properties(text))
    #expect(metadata.quality == .high && metadata.other.count == 3)
    let written = try XMPSerializer.packet(of: metadata.properties)
    #expect(AuxiliaryMetadata(properties: try XMPParser.properties(of: written)).quality == .high)
    let other = AuxiliaryMetadata(properties: try XMPParser.properties(of: written)).other
    #expect(
      Set(other.map { "\($0.namespace)\($0.name)" })
        == Set(metadata.other.map { "\($0.namespace)\($0.name)" }))
  }

  /// Text of C ends at a NUL: what follows it was read past the end of a buffer.
  @Test(arguments: ["&#0;", "\0"])
  func aNamespaceWithANULIsRefused(_ nul: String) {
    let packet =
      "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><rdf:Description xmlns:a='http://a/\(nul)b/' "
      + "a:c='1'/></rdf:RDF>"
    let error = #expect(throws: AuxError.self) { try XMPParser.properties(of: Array(packet.utf8)) }
    #expect(error?.code == .malformed)
  }
}
