import AuxImage
import Testing

@Suite struct GainMapMetadataTests {
  private func property(_ name: String, _ value: XMPProperty.Value) -> XMPProperty {
    XMPProperty(namespace: GainMapMetadata.namespace, prefix: "hdrgm", name: name, value: value)
  }

  @Test func propertiesComeBack() throws {
    for isBaseHDR in [false, true] {
      let metadata = GainMapMetadata(
        channels: [
          .init(gainMin: -1, gainMax: 3, gamma: 0.5, baseOffset: 0.25, alternateOffset: 0.5),
          .init(gainMin: 0, gainMax: 2), .init(gainMin: 0, gainMax: 2),
        ], baseHeadroom: isBaseHDR ? 3 : 0, alternateHeadroom: isBaseHDR ? 0 : 3)
      #expect(try GainMapMetadata(properties: metadata.properties) == metadata)
    }
  }

  @Test func whatIsLeftOutHasItsStandardValue() throws {
    let metadata = try #require(
      try GainMapMetadata(
        properties: [
          property("Version", .text("1.0")), property("GainMapMax", .text("2")),
          property("HDRCapacityMax", .text("2")),
        ]))
    #expect(
      metadata.channels == [
        .init(gainMin: 0, gainMax: 2, gamma: 1, baseOffset: 0.015625, alternateOffset: 0.015625)
      ])
  }

  @Test(
    "ImageIO's HDRToneMap states the headrooms of base and alternate, which HDR as the base does not exchange"
  )
  func headroomsOfToneMap() throws {
    func read(_ base: String, _ alternate: String, isBaseHDR: String) throws -> GainMapMetadata {
      let properties = [
        property("Version", .text("1")), property("GainMapMin", .text("-0.51")),
        property("GainMapMax", .text("2.279")), property("Gamma", .text("1.0205")),
        property("OffsetSDR", .text("0.25")), property("OffsetHDR", .text("0.5")),
        property("BaseHeadroom", .text(base)), property("AlternateHeadroom", .text(alternate)),
        property("BaseRenditionIsHDR", .text(isBaseHDR)),
      ]
      #expect(GainMapMetadata.areOfToneMap(properties))
      return try #require(try GainMapMetadata(properties: properties))
    }
    let forward = try read("0", "2.279", isBaseHDR: "0")
    #expect(forward.baseHeadroom == 0 && forward.alternateHeadroom == 2.279 && !forward.isBaseHDR)
    #expect(
      forward.channels == [
        .init(gainMin: -0.51, gainMax: 2.279, gamma: 1.0205, baseOffset: 0.25, alternateOffset: 0.5)
      ])
    let backward = try read("2.279", "0", isBaseHDR: "1")
    #expect(backward.baseHeadroom == 2.279 && backward.alternateHeadroom == 0 && backward.isBaseHDR)
    #expect(backward.channels[0].baseOffset == 0.5 && backward.channels[0].alternateOffset == 0.25)
    #expect(!GainMapMetadata.areOfToneMap(forward.properties))
    let error = #expect(throws: AuxError(.malformed, "")) {
      try GainMapMetadata(
        properties: [property("Version", .text("1")), property("AlternateHeadroom", .text("2"))])
    }
    #expect(error?.reason == "HDRToneMap:GainMapMax is missing")
  }

  @Test func nothingWithoutAVersionAndAnErrorWithoutAMaximum() throws {
    #expect(try GainMapMetadata(properties: [property("GainMapMax", .text("2"))]) == nil)
    #expect(throws: AuxError.self) {
      try GainMapMetadata(properties: [property("Version", .text("1.0"))])
    }
    #expect(throws: AuxError.self) {
      try GainMapMetadata(
        properties: [property("Version", .text("1.0")), property("GainMapMax", .seq(["1", "2"]))])
    }
  }

  @Test(
    "Apple's form refuses what it cannot say, and says why",
    arguments: [
      (GainMapMetadata(channels: [.init(gainMin: -1, gainMax: 2)], alternateHeadroom: 2), "smallest gain"),
      (
        GainMapMetadata(channels: [.init(gainMin: 0, gainMax: 2, baseOffset: 0.1)], alternateHeadroom: 2),
        "offsets"
      ),
      (
        GainMapMetadata(
          channels: [.init(gainMin: 0, gainMax: 2)], baseHeadroom: 1, alternateHeadroom: 2), "not SDR"
      ),
      (
        GainMapMetadata(
          channels: [.init(gainMin: 0, gainMax: 2), .init(gainMin: 0, gainMax: 1)], alternateHeadroom: 2),
        "channels differ"
      ),
    ])
  func applesFormRefusesWhatItCannotSay(_ metadata: GainMapMetadata, _ reason: String) {
    let error = #expect(throws: AuxError(.unsupported, "")) {
      try metadata.headroomForApple(of: [0, 255])
    }
    #expect(error?.message.contains(reason) == true)
  }

  @Test func aCodeWithALargerGainThanTheHeadroomRaisesIt() throws {
    let metadata = GainMapMetadata(channels: [.init(gainMin: -1, gainMax: 3)], alternateHeadroom: 2)
    #expect(try metadata.headroomForApple(of: [128, 255]) == 8)
    #expect(try metadata.headroomForApple(of: [128]) == 4)
  }

  @Test func aDescriptionIsSaidInISOsForm() throws {
    let metadata = try GainMapMetadata(headroom: 8)
    #expect(try GainMapDescription(forms: [.iso], metadata: metadata).metadataForISO() == metadata)
    var apple = GainMapDescription(forms: [.apple], appleHeadroom: 4)
    apple.headroomSource = .makerNote
    #expect(try apple.metadataForISO() == GainMapMetadata(appleHeadroom: 4))
    #expect(apple.json.text.contains(#""headroomSource":"makerNote""#))
    let unknown = GainMapDescription(forms: [.apple])
    let error = #expect(throws: AuxError(.unsupported, "")) { try unknown.metadataForISO() }
    #expect(error?.remedy == .stateHeadroom)
    for type in [AuxiliaryDataType.hdrGainMap, .isoGainMap, .adobeGainMap] { #expect(type.isGainMap) }
    #expect(!AuxiliaryDataType.depth.isGainMap)
  }

  @Test("A container gets the forms that there were, as far as it has them and its readers take them")
  func formsOfContainers() throws {
    let metadata = try GainMapMetadata(headroom: 8)
    let both = GainMapDescription(forms: [.apple, .iso], appleHeadroom: 8, metadata: metadata)
    let ultra = GainMapDescription(forms: [.iso, .ultraHDR], metadata: metadata)
    let apple = GainMapDescription(forms: [.apple], appleHeadroom: 4)
    // As ImageIO exports it: Apple's name, and the metadata of Ultra HDR.
    let export = GainMapDescription(forms: [.apple, .ultraHDR], metadata: metadata)
    let none = GainMapDescription(forms: [])
    let expected:
      [(
        GainMapDescription, jpeg: [GainMapDescription.Form], heif: [GainMapDescription.Form],
        avif: [GainMapDescription.Form]
      )] = [
        (both, [.apple, .iso], [.apple, .iso], [.iso]), (ultra, [.iso, .ultraHDR], [.iso], [.iso]),
        (apple, [.apple], [.apple], [.iso]), (export, [.iso, .ultraHDR], [.iso], [.iso]),
        (GainMapDescription(forms: [.apple]), [.apple], [.apple], [.apple]),
        (none, [.apple], [.apple], [.iso]),
      ]
    for (description, jpeg, heif, avif) in expected {
      #expect(description.forms(in: .jpeg) == jpeg && description.forms(in: .heif) == heif)
      #expect(description.forms(in: .avif) == avif, "\(description.forms)")
    }
  }

  @Test func aHeadroomIsItsLogarithm() throws {
    let metadata = try GainMapMetadata(headroom: 8)
    #expect(metadata.alternateHeadroom == 3 && metadata.channels == [.init(gainMin: 0, gainMax: 3)])
    #expect(try metadata.headroomForApple(of: [0, 255]) == 8)
    #expect(throws: AuxError.self) { try GainMapMetadata(headroom: 1) }
  }

  private func packet(_ inner: String) -> XMPEdit {
    XMPEdit(
      Array(
        "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\(inner)</rdf:RDF></x:xmpmeta>"
          .utf8))
  }

  private static let names =
    "xmlns:Container=\"http://ns.google.com/photos/1.0/container/\" xmlns:Item=\"http://ns.google.com/photos/1.0/container/item/\" xmlns:hdrgm=\"http://ns.adobe.com/hdr-gain-map/1.0/\""

  @Test func aClaimThatIsAddedIsTakenOutAgain() throws {
    var edit = packet("<rdf:Description rdf:about=\"\" xmlns:a=\"urn:a\" a:b=\"c\"/>")
    try edit.addGainMapClaim(byteCount: 4711)
    #expect(edit.mentions("Item:Length=\"4711\"") && edit.mentions("hdrgm:Version=\"1.0\""))
    try edit.removeGainMapClaim()
    #expect(!edit.mentions("Version") && !edit.mentions("GainMap\"") && edit.mentions("a:b=\"c\""))
  }

  @Test func otherItemsOfTheDirectoryStay() throws {
    var edit = packet(
      "<rdf:Description rdf:about=\"\" \(Self.names) hdrgm:Version=\"1.0\" hdrgm:Other='x'><hdrgm:Gamma>1</hdrgm:Gamma><Container:Directory><rdf:Seq><rdf:li><Container:Item Item:Semantic=\"Primary\"/></rdf:li><rdf:li><Container:Item Item:Semantic=\"GainMap\" Item:Length=\"5\"/></rdf:li><rdf:li><Container:Item Item:Semantic=\"MotionPhoto\" Item:Length=\"7\"/></rdf:li></rdf:Seq></Container:Directory></rdf:Description>"
    )
    try edit.removeGainMapClaim()
    let text = String(decoding: edit.bytes, as: UTF8.self)
    #expect(!text.contains("hdrgm:Version") && !text.contains("hdrgm:Gamma") && !text.contains("hdrgm:Other"))
    #expect(!text.contains("\"GainMap\"") && text.contains("\"MotionPhoto\"") && text.contains("\"Primary\""))
  }

  @Test func aClaimOfAnUnknownFormIsRefused() {
    var edit = packet(
      "<rdf:Description rdf:about=\"\" \(Self.names)><Container:Directory><rdf:Bag><rdf:_1 Item:Semantic=\"Primary\"/><rdf:_2 Item:Semantic=\"GainMap\"/></rdf:Bag><!-- </Container:Directory>"
    )
    #expect(throws: AuxError.self) { try edit.removeGainMapClaim() }
  }
}
