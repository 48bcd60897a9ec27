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
}
