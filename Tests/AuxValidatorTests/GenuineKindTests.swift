import AuxCodecs
import AuxContainers
import AuxImage
import AuxValidator
import TestSupport
import Testing

/// Kinds of files that makers write, but without public samples: the validator accepts them all.
@Suite("What makers write is right")
struct GenuineKindTests {
  private static let side = CodedTile.side

  private static func findings(_ builder: HEIFBuilder) -> [Validator.Finding] {
    Validator().validate(data: builder.bytes()).findings.filter { $0.severity != .info }
  }

  /// Adds a grid of two tiles, one above the other, the first of them that number.
  private static func addGrid(
    _ id: UInt32, from first: UInt32, height: Int, _ boxes: [Box], to builder: inout HEIFBuilder
  ) {
    var payload = ByteWriter()
    GridPayload(rows: 2, columns: 1, width: side, height: height).serialize(into: &payload)
    builder.add(id, "grid", payload.bytes, [CodedTile.extents(side, height)] + boxes)
    builder.references.append(.init("dimg", from: id, to: [first, first + 1]))
  }

  @Test("Tiles whose ispe is the coded size (Galaxy S24 FE)")
  func codedTiles() throws {
    var builder = HEIFBuilder()
    for number in 0..<2 {
      let tile = try CodedTile.cutImage(seed: number, rows: 4)
      builder.add(
        UInt32(number + 1), "hvc1", tile.payload,
        [tile.configuration, CodedTile.extents(Self.side, Self.side)],
        isHidden: true)
    }
    Self.addGrid(3, from: 1, height: 2 * Self.side - 8, [], to: &builder)
    builder.primaryID = 3
    let findings = Self.findings(builder)
    #expect(findings.isEmpty, "\(findings)")
  }

  @Test(
    "The coded size is right before a clean aperture (ImageIO), and wrong without", arguments: [true, false])
  func aperture(_ isCut: Bool) throws {
    var builder = HEIFBuilder()
    let image = try CodedTile.cutImage(seed: 0, rows: 2)
    let clap = try #require(
      CleanApertureProperty(firstColumns: 63, rows: 61, of: (Self.side, Self.side)))
    builder.add(
      1, "hvc1", image.payload,
      [image.configuration, CodedTile.extents(Self.side, Self.side)]
        + (isCut ? [Box("clap", clap.serialize)] : []))
    #expect(Self.findings(builder).map(\.rule) == (isCut ? [] : ["HEIF-ISPE-SIZE"]))
  }

  @Test("Cells of an alpha grid have auxC and no auxl, and may share their bytes (avifenc)")
  func alphaGrid() throws {
    var builder = HEIFBuilder()
    let image = try CodedTile.image(seed: 0)
    builder.add(
      1, "hvc1", image.payload, [image.configuration, CodedTile.extents(Self.side, Self.side)])
    let alpha = Box(
      "auxC", AuxiliaryTypeProperty(urn: "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", subtype: []).serialize
    )
    for id in [UInt32(2), 3] { builder.add(id, try CodedTile.image(seed: Int(id)), [alpha]) }
    Self.addGrid(4, from: 2, height: 2 * Self.side, [alpha], to: &builder)
    builder.references.append(.init("auxl", from: 4, to: [1]))
    builder.adjust = { locations, _ in
      let at = locations.entries.firstIndex { $0.itemID == 2 }
      let other = locations.entries.firstIndex { $0.itemID == 3 }
      if let at, let other { locations.entries[other].extents = locations.entries[at].extents }
    }
    let rules = Set(Self.findings(builder).map(\.rule))
    #expect(
      rules.isDisjoint(with: [
        "HEIF-AUXL-MISSING", "HEIF-AUX-HIDDEN", "HEIF-AUXC-ESSENTIAL", "HEIF-ILOC-OVERLAP",
      ]))
  }

  @Test("Bytes of a maker's after the last box (OnePlus)")
  func trailer() throws {
    var builder = HEIFBuilder()
    let image = try CodedTile.image(seed: 0)
    builder.add(
      1, "hvc1", image.payload, [image.configuration, CodedTile.extents(Self.side, Self.side)])
    builder.tail = [0x10, 0, 0, 1, 3, 7, 9, 11] + [UInt8](repeating: 0xA5, count: 500)
    let report = Validator().validate(data: builder.bytes())
    #expect(report.findings.filter { $0.severity != .info }.isEmpty, "\(report.findings)")
    #expect(report.findings.contains { $0.rule == "HEIF-TRAILER" })
  }

  @Test(
    "A thumbnail may state another size (Canon EOS R5, Sony A1), and no repair changes it; a photo may not")
  func thumbnails() throws {
    for isThumbnail in [true, false] {
      var builder = HEIFBuilder()
      let image = try CodedTile.image(seed: 0)
      builder.add(1, "hvc1", image.payload, [image.configuration, CodedTile.extents(Self.side, Self.side)])
      builder.add(2, "hvc1", image.payload, [image.configuration, CodedTile.extents(62, 54)])
      if isThumbnail { builder.references.append(.init("thmb", from: 2, to: [1])) }
      let findings = Self.findings(builder)
      #expect(findings.map(\.rule) == (isThumbnail ? [] : ["HEIF-ISPE-SIZE"]), "\(findings)")
      #expect(findings.allSatisfy { $0.repair != nil })
    }
  }

  @Test("A group of entities may have properties, as an item may (Nokia's C050); what does not exist may not")
  func propertiesOfGroups() throws {
    for (number, rules) in [(UInt32(50), []), (51, ["HEIF-IPMA-ITEM"])] {
      var builder = HEIFBuilder()
      for id in [UInt32(1), 2] {
        let image = try CodedTile.image(seed: Int(id))
        builder.add(
          id, "hvc1", image.payload, [image.configuration, CodedTile.extents(Self.side, Self.side)])
      }
      builder.groups = [EntityGroup("altr", groupID: 50, entityIDs: [1, 2])]
      builder.propertiesOfOthers = [.init(itemID: number, associations: builder.items[0].properties)]
      let findings = Self.findings(builder)
      #expect(findings.map(\.rule) == rules, "\(findings)")
    }
  }

  @Test("An image sequence without a photo is legal, and is not read; a file with neither is not")
  func sequences() throws {
    for (brands, rules) in [
      (["msf1", "hevc"], ["HEIF-SEQUENCE"]), (["avis", "msf1"], ["HEIF-SEQUENCE"]),
      (["heic", "mif1"], ["HEIF-META"]),
    ] as [([FourCharacterCode], [String])] {
      let type = FileTypeBox(majorBrand: brands[0], compatibleBrands: brands)
      var writer = ByteWriter()
      Box("ftyp", type.serialize).serialize(into: &writer)
      Box("moov", boxes: [Box("mvhd", [UInt8](repeating: 0, count: 100))]).serialize(into: &writer)
      Box("mdat", [1, 2, 3, 4]).serialize(into: &writer)
      for headersOnly in [false, true] {
        let report = Validator(headersOnly: headersOnly).validate(data: writer.bytes)
        #expect(report.findings.map(\.rule) == rules, "\(report.findings)")
        #expect((report.judgement == .valid) == (rules == ["HEIF-SEQUENCE"]))
      }
    }
  }

  @Test("In AVIF each tile of a grid may have an alpha image of its own (libavif's color_grid_alpha_nogrid)")
  func alphaOfTiles() throws {
    for count in [2, 1] {
      var builder = HEIFBuilder()
      builder.fileType = FileTypeBox(majorBrand: "avif", compatibleBrands: ["avif", "mif1", "miaf"])
      let tile = try HEIFImageCodec.encode(
        gray: Pictures.ramp(width: Self.side, height: Self.side), as: .av1, quality: 80, lossless: false)
      let alpha = Box(
        "auxC",
        AuxiliaryTypeProperty(urn: "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", subtype: []).serialize)
      for id in [UInt32(1), 2] { builder.add(id, tile) }
      Self.addGrid(3, from: 1, height: 2 * Self.side, [], to: &builder)
      builder.primaryID = 3
      for number in 0..<UInt32(count) {
        builder.add(4 + number, tile, [alpha])
        builder.references.append(.init("auxl", from: 4 + number, to: [1 + number]))
      }
      let findings = Self.findings(builder)
      #expect(findings.map(\.rule) == (count == 2 ? [] : ["HEIF-AUXL-TARGET"]), "\(findings)")
    }
  }

  @Test("The list of a motion photo without its video is a warning (copies of Pixel photos)")
  func strippedVideo() throws {
    let items = ["Primary", "GainMap", "MotionPhoto"]
    func photo(_ lengths: [Int]) throws -> [UInt8] {
      let map = try Pictures.secondary(
        Packets.gainMap, plane: Pictures.ramp(width: 32, height: 24), count: 2, hasIndex: false)
      let listed = zip(items, [nil, map.count] + lengths).map { name, length in
        "<rdf:li rdf:parseType=\"Resource\"><Container:Item Item:Semantic=\"\(name)\" "
          + "Item:Mime=\"\(name == "MotionPhoto" ? "video/mp4" : "image/jpeg")\""
          + (length.map { " Item:Length=\"\($0)\"" } ?? "") + "/></rdf:li>"
      }
      let packet = """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
        <rdf:Description rdf:about="" xmlns:Container="http://ns.google.com/photos/1.0/container/" \
        xmlns:Item="http://ns.google.com/photos/1.0/container/item/"><Container:Directory><rdf:Seq>\(listed.joined())\
        </rdf:Seq></Container:Directory></rdf:Description></rdf:RDF></x:xmpmeta>
        """
      return MultiPictureBytes(
        before: [MultiPictureBytes.appleJFIF, JPEGBytes.xmp(packet)],
        coded: Array(try Pictures.photo()[2...]),
        secondaries: [map], trailer: [UInt8](repeating: 7, count: 10)
      ).bytes
    }
    for headersOnly in [false, true] {
      func found(_ length: Int) throws -> Validator.Report {
        try Validator(headersOnly: headersOnly).validate(data: photo([length]))
      }
      let stripped = try found(1_400_000)
      #expect(stripped.findings.filter { $0.severity != .info }.map(\.rule) == ["JPEG-CONTAINER-RANGE"])
      #expect(stripped.judgement == .valid)
      #expect(stripped.findings.contains { $0.message.hasPrefix("the MotionPhoto of 1400000 bytes") })
      let whole = try found(10)
      #expect(whole.exercised.contains("JPEG-CONTAINER-RANGE"))
      #expect(!whole.findings.contains { $0.rule == "JPEG-CONTAINER-RANGE" })
    }
  }
}
