import AuxContainers
import AuxImage
import TestSupport
import Testing

@Suite struct XMPParserTests {
  static let attributes = packet(
    """
    <rdf:Description rdf:about="" xmlns:apdi="\(apdi)" xmlns:depthData="\(depthData)"
      apdi:NativeFormat="1751411059" apdi:StoredFormat="L008" depthData:Filtered="true"/>
    """)
  private static let elements = packet(
    """
    <rdf:Description rdf:about="" xmlns:apdi="\(apdi)">
      <apdi:NativeFormat>1751411059</apdi:NativeFormat><apdi:StoredFormat>L008</apdi:StoredFormat>
    </rdf:Description>
    <rdf:Description rdf:about="" xmlns:depthData="\(depthData)">
      <depthData:Filtered>true</depthData:Filtered>
    </rdf:Description>
    """)
  static let expected = [
    XMPProperty(namespace: apdi, prefix: "apdi", name: "NativeFormat", value: .text("1751411059")),
    XMPProperty(namespace: apdi, prefix: "apdi", name: "StoredFormat", value: .text("L008")),
    XMPProperty(namespace: depthData, prefix: "depthData", name: "Filtered", value: .text("true")),
  ]

  @Test func bothFormsAreEqual() throws {
    #expect(try properties(Self.attributes) == Self.expected)
    #expect(try properties(Self.elements) == Self.expected)
  }

  @Test func wrappersAndPaddingAreAccepted() throws {
    let begin = "<?xpacket begin=\"\u{FEFF}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n"
    let end = String(repeating: " ", count: 2000) + "\n<?xpacket end=\"w\"?>"
    let plain = Self.attributes
    for text in [
      begin + plain + end, "\u{FEFF}" + plain, "\0\0  \n" + plain + "\n \0\0\0", plain + "\n\n\n",
      "<?xml version=\"1.0\"?>" + plain, begin + plain,
    ] {
      #expect(try properties(text) == Self.expected)
    }
  }

  @Test func arraysKeepTheirKindAndOrder() throws {
    let numbers = (1...9).map { "\($0).5" }
    let items = numbers.map { "<rdf:li>\($0)</rdf:li>" }.joined()
    let text = packet(
      """
      <rdf:Description rdf:about="" xmlns:d="\(depthData)" xmlns:dc="http://purl.org/dc/elements/1.1/">
        <d:IntrinsicMatrix><rdf:Seq>\(items)</rdf:Seq></d:IntrinsicMatrix>
        <d:Set><rdf:Bag><rdf:li>b</rdf:li><rdf:li>a</rdf:li></rdf:Bag></d:Set>
        <d:Choice><rdf:Alt><rdf:li>x</rdf:li><rdf:li>y</rdf:li></rdf:Alt></d:Choice>
        <dc:title><rdf:Alt><rdf:li xml:lang="de">Tiefe</rdf:li>
          <rdf:li xml:lang="x-default">Depth</rdf:li></rdf:Alt></dc:title>
      </rdf:Description>
      """)
    let values = Dictionary(uniqueKeysWithValues: try properties(text).map { ($0.name, $0.value) })
    #expect(values["IntrinsicMatrix"] == .seq(numbers))
    #expect(values["Set"] == .bag(["b", "a"]))
    #expect(values["Choice"] == .alt(["x", "y"]))
    #expect(values["title"] == .alt(["Depth", "Tiefe"]))
  }

  @Test func nestedStructuresAreFlattened() throws {
    let text = packet(
      """
      <rdf:Description rdf:about="" xmlns:Container="http://ns.google.com/photos/1.0/container/"
        xmlns:Item="http://ns.google.com/photos/1.0/container/item/">
        <Container:Directory><rdf:Seq>
          <rdf:li rdf:parseType="Resource">
            <Container:Item Item:Mime="image/jpeg" Item:Length="7"/>
          </rdf:li>
          <rdf:li rdf:parseType="Resource">
            <Container:Item rdf:parseType="Resource"><Item:Mime>image/heic</Item:Mime></Container:Item>
          </rdf:li>
        </rdf:Seq></Container:Directory>
      </rdf:Description>
      """)
    let found = try properties(text)
    #expect(Set(found.map(\.namespace)) == ["http://ns.google.com/photos/1.0/container/"])
    #expect(
      found.map(\.name) == [
        "Directory", "Directory[1]", "Directory[1]/Container:Item", "Directory[1]/Container:Item/Item:Mime",
        "Directory[1]/Container:Item/Item:Length", "Directory[2]", "Directory[2]/Container:Item",
        "Directory[2]/Container:Item/Item:Mime",
      ])
    #expect(found.filter { $0.value == .structure }.count == 5)
    #expect(found.compactMap(\.text) == ["image/jpeg", "7", "image/heic"])
  }

  @Test func entitiesAndOtherAlphabetsAreDecoded() throws {
    let text = packet(
      "<rdf:Description rdf:about='' xmlns:d='\(depthData)' d:Note='&lt;a&gt; &amp; &#x6DF1;さ'/>")
    #expect(try properties(text).map(\.text) == ["<a> & 深さ"])
  }

  @Test func emptyDescriptionHasNoProperties() throws {
    #expect(try properties(packet("<rdf:Description rdf:about=''/>")).isEmpty)
  }

  @Test(arguments: [
    "", " \0\0", "not XML", "<x:xmpmeta>", "<a><b></a>", "\u{FEFF}",
    packet("<rdf:Description rdf:about='' unbound:A='1'/>"),
    packet("<rdf:Description rdf:about='' xmlns:d='\(depthData)'><d:A></d:B></rdf:Description>"),
  ])
  func malformedPacketsAreErrors(text: String) {
    #expect(throws: AuxError(.malformed, "")) { try properties(text) }
  }

  @Test func entityBombsAreRejected() {
    let text = packet(
      "<rdf:Description rdf:about='' xmlns:d='\(depthData)'><d:A>&c;</d:A></rdf:Description>")
    let entities = "<!DOCTYPE a [<!ENTITY b 'cc'><!ENTITY c '&b;&b;'>]>"
    #expect(throws: AuxError(.malformed, "")) { try properties(entities + text) }
  }

  @Test func everyPrefixIsRejected() {
    let bytes = Array(Self.elements.utf8)
    for count in bytes.indices {
      #expect(throws: AuxError.self, "\(count) bytes") {
        try XMPParser.properties(of: Array(bytes[..<count]))
      }
    }
  }

  @Test func mutatedPacketsNeverCrash() {
    let bytes = Array(Self.elements.utf8)
    var random = SeededRandom(seed: 20_240_603)
    var (accepted, refused) = (0, 0)
    for _ in 0..<2000 {
      var broken = bytes
      for _ in 0...random.below(3) { broken[random.below(bytes.count)] = UInt8(random.below(256)) }
      guard let properties = try? XMPParser.properties(of: broken) else {
        refused += 1
        continue
      }
      accepted += 1
      #expect(properties.allSatisfy { !$0.name.isEmpty && !$0.namespace.isEmpty })
    }
    #expect(accepted > 0 && refused > 0, "\(accepted) accepted, \(refused) refused")
  }

  @Test func deepNestingIsSurvived() {
    for depth in [100, 900, 100_000] {
      let text = packet(
        "<rdf:Description rdf:about='' xmlns:d='\(depthData)'>"
          + String(repeating: "<d:A rdf:parseType='Resource'>", count: depth)
          + String(repeating: "</d:A>", count: depth) + "</rdf:Description>")
      // Too deep nesting is refused, and does not exhaust the stack.
      if depth < 1000 {
        #expect((try? properties(text))?.count == depth)
      } else {
        #expect(throws: AuxError.self) { try properties(text) }
      }
    }
  }

  @Test func hugeValueIsRead() throws {
    let value = String(repeating: "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVoxMjM0NTY3OA==", count: 45_000)
    let text = packet(
      "<rdf:Description rdf:about='' xmlns:GDepth='http://ns.google.com/photos/1.0/depthmap/'"
        + " GDepth:Data='\(value)'/>")
    #expect(try properties(text).map(\.text) == [value])
  }

  @Test func manyPropertiesAreRefusedQuickly() {
    // The toolkit would take hours over these.
    let elements = (0..<50_000).map { "<d:A\($0)>1</d:A\($0)>" }.joined()
    let items = String(repeating: "<rdf:li>1</rdf:li>", count: 50_000)
    let attributes = (0..<20_000).map { "d:A\($0) = '1'" }.joined(separator: "\n")
    for (tail, body) in [
      ("", elements), ("", "<d:S><rdf:Seq>\(items)</rdf:Seq></d:S>"), (attributes, ""),
    ] {
      let text = packet(
        "<rdf:Description rdf:about='' xmlns:d='\(depthData)' \(tail)>\(body)</rdf:Description>")
      #expect(throws: AuxError(.limitExceeded, "")) { try properties(text) }
    }
  }

  @Test func longArraysAreRead() throws {
    let items = String(repeating: "<rdf:li>1</rdf:li>", count: 10_000)
    let text = packet(
      "<rdf:Description rdf:about='' xmlns:d='\(depthData)'>"
        + "<d:S><rdf:Bag>\(items)</rdf:Bag></d:S></rdf:Description>")
    #expect(try properties(text).map(\.members?.count) == [10_000])
  }

  @Test func limitIsChecked() {
    var limits = AuxLimits()
    limits.xmpBytes = 10
    #expect(throws: AuxError(.limitExceeded, "")) {
      try XMPParser.properties(of: Array(Self.elements.utf8), limits: limits)
    }
  }

  @Test func parsesFromManyTasksAtOnce() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask { try Self.parseRepeatedly(task: task) }
      }
      try await group.waitForAll()
    }
  }

  private static func parseRepeatedly(task: Int) throws {
    for round in 0..<50 {
      let uri = "http://example.com/\(task)/\(round)/"
      let text = packet("<rdf:Description rdf:about='' xmlns:t\(round)='\(uri)' t\(round):A='1'/>")
      #expect(try properties(text).map(\.namespace) == [uri])
      #expect(try properties(attributes) == expected)
      #expect(throws: AuxError.self) { try properties("<broken") }
    }
  }
}
