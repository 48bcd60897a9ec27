import AuxContainers
import AuxImage
import TestSupport
import Testing

/// Stereo pairs, by the structure of a file that a Vision Pro wrote.
@Suite struct StereoPairTests {
  /// The camera of that file: 80 degrees, 63.807 mm, 2.93 % of the width.
  private static let focalLength = 0.5958767961710691
  private static func visionPro() throws -> StereoCamera {
    try StereoCamera(focalLength: focalLength, baseline: 0.063807, disparityAdjustment: 0.0293)
  }

  private static func hex(_ box: Box) -> String {
    (box.userType + box.payload).map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }

  @Test func `the properties are those of Apple's file, bit by bit`() throws {
    let intrinsics = "22cc04c7d6d94e079d904eb6ecbaf3a300001e002622d86e2000000020000000"
    let adjustment = "de22508536cb436587432f8705e7c78a00000125"
    let camera = try Self.visionPro()
    #expect(
      camera.properties(of: .left).map(Self.hex) == [
        "4363e9145b7d4aab97aebea69803b43400000000", intrinsics, adjustment,
      ])
    #expect(
      camera.properties(of: .right).map(Self.hex) == [
        "4363e9145b7d4aab97aebea69803b434000000010000f93f", intrinsics, adjustment,
      ])
    #expect(camera.properties(of: .left).allSatisfy { $0.type == "uuid" })
  }

  @Test func `what was written is read, and so is the standard's form`() throws {
    let camera = try StereoCamera(focalLength: 3, baseline: 0.065, disparityAdjustment: -0.25)
    func read(_ properties: [Box]) throws -> StereoProperties {
      var builder = HEIFBuilder.standard()
      for property in properties {
        builder.properties.append(property)
        builder.items[0].properties.append(.init(builder.properties.count, isEssential: false))
      }
      let file = try HEIFFile(MemoryByteSource(builder.bytes()))
      return try StereoProperties(of: file.primaryItem, in: file)
    }
    let right = try read(camera.properties(of: .right))
    #expect(right.position == [0.065, 0, 0] && right.focalLength == 3 && right.disparityAdjustment == -0.25)
    #expect(try read(camera.properties(of: .left)).position == [0, 0, 0])
    let standard = try read([
      Box("cmex", HEIFSupport.hex("00000006 ffffff9c 000003e8")),
      Box("cmin", HEIFSupport.hex("00000100 00000003")),
    ])
    #expect(standard.position == [0, -0.0001, 0.001] && standard.focalLength == 1.5)
    #expect(standard.disparityAdjustment == nil)
    #expect(throws: AuxError(.truncated, "")) {
      try read([Box("cmex", HEIFSupport.hex("00000007 00000001"))])
    }
    #expect(try read([]).position == nil)
  }

  @Test func `a long lens has fewer bits of fraction, and an adjustment may be negative`() throws {
    let camera = try StereoCamera(focalLength: 3, baseline: 0, disparityAdjustment: -1)
    let properties = camera.properties(of: .right)
    #expect(properties[1].payload == HEIFSupport.hex("00001d00 60000000 10000000 10000000"))
    #expect(properties[2].payload == HEIFSupport.hex("ffffd8f0"))
    #expect(properties[0].payload == HEIFSupport.hex("00000001 00000000"))
  }

  @Test func `cameras that cannot be are refused`() {
    for (focal, baseline, adjustment) in [
      (0, 0.1, 0), (.nan, 0.1, 0), (0.5, -0.1, 0), (0.5, .infinity, 0), (0.5, 0.1, 1.1), (0.5, 0.1, .nan),
    ] as [(Double, Double, Double)] {
      #expect(throws: AuxError(.usage, "")) {
        try StereoCamera(focalLength: focal, baseline: baseline, disparityAdjustment: adjustment)
      }
    }
  }

  /// A grid 9 of two tiles 7 and 8, with Exif, XMP and an auxiliary image.
  private static func rightFile() -> HEIFBuilder {
    var builder = HEIFBuilder.standard()
    let list = builder.items[0].properties
    builder.items = [
      .init(info: .init(itemID: 7, type: "hvc1", isHidden: true), data: [7], properties: list),
      .init(info: .init(itemID: 8, type: "hvc1", isHidden: true), data: [8, 8], properties: list),
      .init(
        info: .init(itemID: 9, type: "grid"), data: [0, 0, 0, 1, 0, 128, 0, 48], method: 1,
        properties: [.init(2, isEssential: false)]),
      .init(
        info: .init(itemID: 10, type: "hvc1", isHidden: true), data: [1, 2],
        properties: list + [.init(6, isEssential: true)]),
      .init(info: .init(itemID: 11, type: "Exif", isHidden: true), data: Array("exif".utf8)),
      .init(
        info: .init(itemID: 12, type: "mime", isHidden: true, contentType: "application/rdf+xml"),
        data: Array("<x/>".utf8)),
    ]
    builder.references = ItemReferenceBox()
    for reference in [
      .init("dimg", from: 9, to: [7, 8]), .init("auxl", from: 10, to: [9]), .init("cdsc", from: 11, to: [9]),
      .init("cdsc", from: 12, to: [9]),
    ] as [ItemReferenceBox.Reference] {
      builder.references.append(reference)
    }
    builder.primaryID = 9
    // The grid's bytes are in idat.
    builder.locations.full.version = 1
    return builder
  }

  @Test func `the right image comes with its tiles and metadata, and both are grouped`() throws {
    let source = MemoryByteSource(HEIFBuilder.standard().bytes())
    let other = MemoryByteSource(Self.rightFile().bytes())
    let before = try HEIFItemFacts.all(source)
    var edit = HEIFEdit(try HEIFFile(source))
    try edit.addRightEye(of: HEIFFile(other), from: other, camera: Self.visionPro())
    let made = MemoryByteSource(try HEIFSupport.bytes(edit.composition(of: source), of: source))
    let file = try HEIFFile(made)
    #expect(file.primaryItemID == 1)
    #expect(file.items.map(\.type) == ["hvc1", "hvc1", "mime", "hvc1", "hvc1", "grid", "Exif", "mime"])
    #expect(file.items.map(\.isHidden) == [false, true, true, true, true, false, true, true])
    #expect(try HEIFItemFacts.all(made).prefix(3).map(\.data) == before.map(\.data))
    let right = try #require(file.item(6))
    let grid = try file.grid(of: right, from: made)
    #expect(grid.tiles.map(\.id) == [4, 5])
    #expect(try grid.tiles.map { try file.data(of: $0, from: made, maxBytes: 9) } == [[7], [8, 8]])
    #expect(file.metadataItems(for: 6).map(\.id) == [7, 8])
    #expect(file.meta.groups.map(\.type) == ["ster"])
    #expect(file.meta.groups[0].entityIDs == [1, 6] && file.meta.groups[0].groupID == 9)
    let types = ["hvcC", "ispe", "irot", "imir", "pixi", "uuid", "uuid", "uuid"] as [FourCharacterCode]
    #expect(file.properties(of: file.primaryItem).map(\.box.type) == types)
    #expect(file.properties(of: file.primaryItem).suffix(3).allSatisfy { !$0.isEssential })
    #expect(file.properties(of: right).map(\.box.type) == ["ispe", "uuid", "uuid", "uuid"])
    // Equal properties are shared: the right image's extents, intrinsics and adjustment are the left's.
    #expect(file.meta.properties.count == HEIFBuilder.standard().properties.count + 4)
  }

  @Test(.enabled(if: Samples.folder != nil, Comment(rawValue: Samples.absence)))
  func `a file of a Vision Pro has these properties and this group`() throws {
    let source = try HEIFSupport.sample("pillow_visionpro_spatial")
    let file = try HEIFFile(source)
    let group = try #require(file.meta.groups.first)
    #expect(group.type == "ster" && group.entityIDs.count == 2 && group.entityIDs[0] == file.primaryItemID)
    for (id, eye) in zip(group.entityIDs, [.left, .right] as [StereoEye]) {
      let own = file.properties(of: try #require(file.item(id))).filter { $0.box.type == "uuid" }
      #expect(own.map { Self.hex($0.box) } == (try Self.visionPro().properties(of: eye).map(Self.hex)))
      #expect(own.allSatisfy { !$0.isEssential })
    }
  }
}
