import AuxImage
import AuxKernels
import TestSupport
import Testing

/// Splicing into packets: an edit may not change any other byte.
@Suite struct XMPEditTests {
  /// Bytes that are no UTF-8: a lone continuation, an overlong slash, a surrogate, a start without its end.
  private static let noText: [UInt8] = [0x80, 0xC0, 0xAF, 0xED, 0xA0, 0x80, 0xF0, 0x9F]

  private static func packet(end: String = "</rdf:RDF>", padding: String = "") -> (
    before: [UInt8], after: [UInt8]
  ) {
    (
      Array("\u{FEFF}<?xpacket begin='' id='a'?>\n<rdf:RDF><rdf:Description a:A='".utf8) + noText
        + Array("' a:B='</rdf:RDF>'/>\r\n".utf8),
      Array("\(end)\n\(padding)<?xpacket end='w'?>\0\0".utf8)
    )
  }

  @Test func anEditKeepsBytesThatAreNoText() throws {
    let (before, after) = Self.packet()
    var packet = XMPEdit(before + after)
    try packet.add(description: "<rdf:Description a:C='é'/>")
    #expect(packet.bytes == before + Array("<rdf:Description a:C='é'/>".utf8) + after)
    packet.replace("a:C", with: "a:Longer")
    #expect(packet.bytes == before + Array("<rdf:Description a:Longer='é'/>".utf8) + after)
  }

  /// JPEG's packet says what an image is; one of HEIF's that does not gets the properties that do.
  @Test func aCarriedPacketKeepsBytesThatAreNoText() throws {
    let (before, after) = Self.packet()
    let image = try StoredAuxiliaryImage(
      type: .semanticSegmentationSkyMatte, codes: PixelPlane(width: 1, height: 1, known: .uint8([0])),
      metadata: AuxiliaryMetadata(), packet: before + after)
    let jpeg = try image.packet(for: .jpeg)
    // The properties go into the description, which was an empty element.
    let start = Array(before.prefix { $0 != UInt8(ascii: "/") })
    #expect(jpeg.starts(with: start) && jpeg.suffix(after.count).elementsEqual(after))
    let added = String(decoding: jpeg, as: UTF8.self)
    #expect(
      added.ranges(of: "<rdf:Description").count == 1 && added.ranges(of: "</rdf:Description>").count == 1)
    #expect(added.contains("<apdi:AuxiliaryImageType>urn:com:apple:photo:2020:aux:semanticskymatte<"))
    #expect(try image.packet(for: .heif) == before + after)
  }

  @Test func aDepthMapIsNamedByItsQuantityAlone() throws {
    let (before, after) = Self.packet()
    let codes = PixelPlane(width: 1, height: 1, known: .uint8([0]))
    let range = CodeRange(quantity: .depth, firstValue: 1, lastValue: 2)
    let image = try StoredAuxiliaryImage(
      type: .depth, content: .depth(codes, range), metadata: AuxiliaryMetadata(), packet: before + after)
    let text = String(decoding: try image.packet(for: .jpeg), as: UTF8.self)
    #expect(text.contains("<apdi:AuxiliaryImageType>depth<"))
  }

  /// A map that came without XMP, as from AVIF, gets a packet that states its range.
  @Test func aNewPacketStatesTheRange() throws {
    let codes = PixelPlane(width: 1, height: 1, known: .uint8([0]))
    let range = CodeRange(quantity: .disparity, firstValue: 0.25, lastValue: 2)
    let image = try StoredAuxiliaryImage(
      type: .disparity, content: .depth(codes, range), metadata: AuxiliaryMetadata())
    for container in [ImageContainer.heif, .jpeg] {
      let text = String(decoding: try image.packet(for: container), as: UTF8.self)
      #expect(text.contains("FloatMinValue>0.25") && text.contains("FloatMaxValue>2"), "\(text)")
    }
  }

  @Test func aPacketThatDoesNotEndIsRefused() {
    for text in ["", "<rdf:RDF>", "<rdf:RDF/>", "</rdf:RDF", "</RDF>"] {
      var packet = XMPEdit(Array(text.utf8))
      #expect(throws: AuxError(.malformed, "")) { try packet.add(description: "<a/>") }
      #expect(packet.bytes == Array(text.utf8))
    }
  }

  @Test func onlyPaddingIsRemoved() {
    let (before, after) = Self.packet(padding: String(repeating: "  \n\t\r", count: 400))
    var packet = XMPEdit(before + after)
    packet.removePadding()
    #expect(packet.bytes == before + Array("</rdf:RDF><?xpacket end='w'?>\0\0".utf8))
    var bare = XMPEdit(Array("  <a/>  ".utf8))
    bare.removePadding()
    #expect(bare.bytes == Array("  <a/>  ".utf8))
  }

  @Test func mentioning() {
    let packet = XMPEdit(Self.noText + Array("http://ns.google.com/".utf8) + Self.noText)
    #expect(packet.mentions("http://ns.google.com/") && packet.mentions("/"))
    #expect(!packet.mentions("http://ns.google.com//") && !packet.mentions("\u{FFFD}"))
  }

  @Test func emptyPackets() throws {
    for isWrapped in [false, true] {
      var packet = XMPEdit(isWrapped: isWrapped)
      #expect(packet.mentions("<?xpacket begin=\"\u{FEFF}\"") == isWrapped)
      try packet.add(description: "<rdf:Description/>")
      #expect(packet.mentions("<rdf:Description/></rdf:RDF></x:xmpmeta>"))
    }
  }
}

@Suite struct XMPDeclarationTests {
  private func found(_ text: String) -> [String] {
    XMPDeclarations(in: Array(text.utf8)).map { "\($0.prefix)=\($0.namespace)" }
  }

  @Test func formsOfDeclarations() {
    #expect(
      found("<a xmlns:b=\"http://c/\" xmlns = 'd' xmlns:é\t=\n\"e'f\"/>") == ["b=http://c/", "=d", "é=e'f"])
    #expect(
      found("<a xmlns:a='?x=1&amp;y&#65;&#x42;&lt;&quot;&apos;&gt;'>") == ["a=?x=1&yAB<\"'>"])
    #expect(found("b<!-- xmlns:c='d' --><a xmlns:a='1'>xmlns:b='2'<b xmlns:b='3'/></c>") == ["a=1", "b=3"])
  }

  @Test func whatIsNone() {
    for text in [
      "", "xmlns:a='b'", "<a xmlns", "<a xmlns:a", "<a xmlns:a=", "<a xmlns:a=b", "<a xmlns:a='",
      "<a xmlns:a='\"",
      "<a xmlns:a b='c'", "<a xmlns:a='<b'", "<a xmlns:a='&b;'", "<a xmlns:a='&'", "<a xmlns:a='&#xD800;'",
      "<a xml:a='b'",
      "<a xmlnsa='b'",
    ] { #expect(found(text) == [], "\(text)") }
    // After one that is not valid, the next counts; a tag need not end.
    #expect(found("<a xmlns:a='&' xmlns:b='c' d='") == ["b=c"])
  }

  @Test func theFirstBytesAreEnough() {
    let text = Array("<a xmlns:a='b' xmlns:c='d'/>".utf8)
    #expect(XMPDeclarations(in: text, most: 20).map(\.prefix) == ["a"])
  }

  /// The search takes time in proportion to the bytes.
  @Test(arguments: [
    "<xmlns:", "<a xmlns=", "<a xmlns:a='b'", "<", "<a xmlns:a='", "<a xmlns:a='&", " xmlns:a=''",
  ])
  func hostileTextIsSearchedOnce(_ part: String) {
    let growth = costGrowth(from: 20_000) { size in
      let text = String(repeating: part, count: size / part.utf8.count)
      #expect(found("<a" + text).count <= size)
    }
    #expect(growth < 9)
  }
}
