import AuxImage
import Testing

@Suite struct XMPSerializerTests {
  /// Content that damaged packets may have, and written ones never.
  @Test(arguments: [
    [("http://www.w3.org/1999/02/22-rdf-syntax-ns#", "ajout")], [("", "a")], [("urn:x", "a/b:c")],
    [("urn:x", "")],
    [("urn:x", "1a")], [("urn:x", "a"), ("urn:x", "a")],
  ])
  func whatNoPacketHoldsIsRefused(names: [(String, String)]) {
    let properties = names.map { XMPProperty(namespace: $0.0, prefix: "p", name: $0.1, value: .text("x")) }
    #expect(throws: AuxError(.unsupported, "")) { try XMPSerializer.packet(of: properties) }
  }

  @Test("hdrgm properties are attributes of the last description, but for three values")
  func gainMapOfUltraHDR() throws {
    var metadata = GainMapMetadata(
      channels: [.init(gainMin: 0, gainMax: 2, gamma: 0.5)], alternateHeadroom: 2)
    let expected = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="XMP Core 6.0.0">
         <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about=""
                  xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/"
                  hdrgm:Version="1.0"
                  hdrgm:GainMapMin="0.0"
                  hdrgm:GainMapMax="2"
                  hdrgm:Gamma="0.5"
                  hdrgm:OffsetSDR="0.0"
                  hdrgm:OffsetHDR="0.0"
                  hdrgm:HDRCapacityMin="0.0"
                  hdrgm:HDRCapacityMax="2"
                  hdrgm:BaseRenditionIsHDR="False"/>
         </rdf:RDF>
      </x:xmpmeta>

      """
    #expect(try text(of: metadata.properties) == expected)
    metadata.channels.append(contentsOf: [.init(gainMin: 0, gainMax: 1), .init(gainMin: 0, gainMax: 1)])
    let colour = try text(of: metadata.properties)
    #expect(colour.contains("hdrgm:GainMapMin=\"0.0\"") && !colour.contains("hdrgm:GainMapMax="))
    #expect(colour.contains("<hdrgm:GainMapMax>\n            <rdf:Seq>"))
    let both = AuxiliaryMetadata.matte(.hdrGainMap, headroom: 4).properties
    let packet = try text(of: metadata.properties + both).split(separator: "<rdf:Description")
    #expect(packet.count == 3 && packet[1].contains("HDRGainMapHeadroom"))
    #expect(packet[2].contains("hdrgm:Version=\"1.0\"") && packet[2].contains("</hdrgm:GainMapMax>"))
  }

  @Test func packetOfADisparityMap() throws {
    var metadata = AuxiliaryMetadata()
    metadata.auxiliaryImageType = "disparity"
    metadata.nativeFormat = .hdis
    metadata.storedFormat = .L008
    metadata.intMinValue = 0
    metadata.intMaxValue = 255
    metadata.floatMinValue = 1.498046875
    metadata.floatMaxValue = 4.3828125
    metadata.depthDataVersion = 65541
    metadata.quality = .high
    metadata.accuracy = .relative
    metadata.isFiltered = true
    let expected = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="XMP Core 6.0.0">
         <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about=""
                  xmlns:apdi="http://ns.apple.com/pixeldatainfo/1.0/"
                  xmlns:depthData="http://ns.apple.com/depthData/1.0/">
               <apdi:IntMaxValue>255</apdi:IntMaxValue>
               <apdi:StoredFormat>1278226488</apdi:StoredFormat>
               <apdi:NativeFormat>1751411059</apdi:NativeFormat>
               <apdi:IntMinValue>0</apdi:IntMinValue>
               <apdi:FloatMaxValue>4.382812</apdi:FloatMaxValue>
               <apdi:FloatMinValue>1.498047</apdi:FloatMinValue>
               <apdi:AuxiliaryImageType>disparity</apdi:AuxiliaryImageType>
               <depthData:DepthDataVersion>65541</depthData:DepthDataVersion>
               <depthData:Quality>high</depthData:Quality>
               <depthData:Accuracy>relative</depthData:Accuracy>
               <depthData:Filtered>True</depthData:Filtered>
            </rdf:Description>
         </rdf:RDF>
      </x:xmpmeta>

      """
    #expect(try text(of: metadata.properties) == expected)
  }

  @Test func packetOfAPortraitMatte() throws {
    let expected = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="XMP Core 6.0.0">
         <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about=""
                  xmlns:apdi="http://ns.apple.com/pixeldatainfo/1.0/"
                  xmlns:portraitEffectsMatte="http://ns.apple.com/portraitEffectsMatte/1.0/">
               <apdi:StoredFormat>1278226488</apdi:StoredFormat>
               <apdi:NativeFormat>1278226488</apdi:NativeFormat>
               <apdi:AuxiliaryImageType>depth</apdi:AuxiliaryImageType>
               <apdi:AuxiliaryImageSubType>portraiteffectsmatte</apdi:AuxiliaryImageSubType>
               <portraitEffectsMatte:PortraitEffectsMatteVersion>65537</portraitEffectsMatte:PortraitEffectsMatteVersion>
            </rdf:Description>
         </rdf:RDF>
      </x:xmpmeta>

      """
    #expect(try text(of: AuxiliaryMetadata.matte(.portraitEffectsMatte).properties) == expected)
  }

  @Test func arraysAndEscapes() throws {
    let list = [
      XMPProperty(namespace: "http://a/?x=1&y", prefix: "a", name: "Seq", value: .seq(["1", "<2>"])),
      XMPProperty(namespace: "http://a/?x=1&y", prefix: "a", name: "Bag", value: .bag(["\"q\""])),
      XMPProperty(namespace: "http://a/?x=1&y", prefix: "a", name: "Alt", value: .alt([])),
      XMPProperty(namespace: "http://b/", prefix: "b", name: "Text", value: .text("tab\tline\nreturn\ré")),
    ]
    let expected = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="XMP Core 6.0.0">
         <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about=""
                  xmlns:a="http://a/?x=1&amp;y"
                  xmlns:b="http://b/">
               <a:Seq>
                  <rdf:Seq>
                     <rdf:li>1</rdf:li>
                     <rdf:li>&lt;2&gt;</rdf:li>
                  </rdf:Seq>
               </a:Seq>
               <a:Bag>
                  <rdf:Bag>
                     <rdf:li>&quot;q&quot;</rdf:li>
                  </rdf:Bag>
               </a:Bag>
               <a:Alt>
                  <rdf:Alt>
                  </rdf:Alt>
               </a:Alt>
               <b:Text>tab&#9;line&#10;return&#13;é</b:Text>
            </rdf:Description>
         </rdf:RDF>
      </x:xmpmeta>

      """
    #expect(try text(of: list) == expected)
  }

  @Test func aNamespaceHasOnePrefixAndNoPrefixTwo() throws {
    func property(_ namespace: String, _ prefix: String, _ name: String) -> XMPProperty {
      XMPProperty(namespace: namespace, prefix: prefix, name: name, value: .text("1"))
    }
    let list = [
      property("http://a/", "a", "A"), property("http://a/", "other", "B"), property("http://b/", "a", "C"),
      property("http://c/", "a", "D"), property("http://d/", "", "E"), property("http://e/", "rdf", "F"),
    ]
    let packet = try text(of: list)
    for line in [
      "xmlns:a=\"http://a/\"\n", "<a:A>1<", "<a:B>1<", "xmlns:a_2=\"http://b/\"\n", "<a_2:C>1<",
      "xmlns:a_3=\"http://c/\"\n", "<a_3:D>1<", "xmlns:ns=\"http://d/\"\n", "<ns:E>1<",
      "xmlns:rdf_2=\"http://e/\">", "<rdf_2:F>1<",
    ] { #expect(packet.contains(line), "\(line)") }
    #expect(!packet.contains("other"))
  }

  @Test func whatAPacketCannotHoldIsRefused() {
    let structure = XMPProperty(namespace: "http://a/", prefix: "a", name: "S", value: .structure)
    #expect(throws: AuxError(.unsupported, "")) { try XMPSerializer.packet(of: [structure]) }
    for text in ["\u{0}", "\u{B}", "\u{1F}", "\u{FFFE}"] {
      let property = XMPProperty(namespace: "http://a/", prefix: "a", name: "T", value: .text(text))
      #expect(throws: AuxError(.malformed, "")) { try XMPSerializer.packet(of: [property]) }
    }
  }

  private func text(of properties: [XMPProperty]) throws -> String {
    String(decoding: try XMPSerializer.packet(of: properties), as: UTF8.self)
  }
}
