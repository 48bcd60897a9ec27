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
    #expect(standard.disparityAdjustment == nil && !standard.isTurned)
    // A turn of 0, one of 16 bits and one of 32; version 1 has angles of 32 bits.
    for (text, isTurned) in [
      ("00000009 00000001 0000 0000 0000", false), ("00000009 00000001 0000 0001 0000", true),
      ("00000018 00000000 00000000 00000100", true), ("01000008 00000000 00000001 00000000", true),
      ("01000008 00000000 00000000 00000000", false),
    ] {
      let turned = try read([Box("cmex", HEIFSupport.hex(text))])
      #expect(turned.isTurned == isTurned && turned.position != nil, "\(text)")
    }
    #expect(throws: AuxError(.truncated, "")) { try read([Box("cmex", HEIFSupport.hex("00000008 0000"))]) }
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

  @Test func `a part of a picture has another camera, and its position stays`() throws {
    func changed(_ box: Box, whole: (Int, Int) = (2000, 1000)) throws -> [UInt8] {
      var builder = HEIFBuilder.standard()
      builder.properties.append(box)
      builder.items[0].properties.append(.init(builder.properties.count, isEssential: false))
      let file = try HEIFFile(MemoryByteSource(builder.bytes()))
      // 1,000 by 800 pixels at 300, 100, drawn at half of that size.
      let part = CameraOfPart(whole: whole, corner: (300, 100), scale: (0.5, 0.5), size: (500, 400))
      let boxes = try part.properties(of: file.primaryItem, in: file)
      #expect(boxes.count == 1 && boxes[0].type == box.type && boxes[0].userType == box.userType)
      return boxes[0].payload
    }
    let properties = try StereoCamera(focalLength: 3, baseline: 0.065, disparityAdjustment: -0.25)
      .properties(of: .right)
    #expect(try changed(properties[0]) == properties[0].payload)
    // Of 29 bits of fraction 28 are left: 6 widths, 0.7 and 0.5 of the sides; the adjustment is half of the width.
    #expect(try changed(properties[1]) == HEIFSupport.hex("00001c00 60000000 0b333333 08000000"))
    #expect(try changed(properties[2]) == HEIFSupport.hex("ffffec78"))
    // Four bits of fraction, and a second focal length: of 1 height it becomes 1.25, and skew stays.
    #expect(
      try changed(Box("cmin", HEIFSupport.hex("00000401 00000010 00000008 00000008 00000010 00000007")))
        == HEIFSupport.hex("00000401 00000020 0000000b 00000008 00000014 00000007"))
    #expect(throws: AuxError(.truncated, "")) {
      try changed(Box("cmin", HEIFSupport.hex("00000100 00000003")))
    }
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

  /// A pair of the standard file and the other one, with the camera of a Vision Pro.
  private static func pair() throws -> MemoryByteSource {
    let source = MemoryByteSource(HEIFBuilder.standard().bytes())
    let other = MemoryByteSource(rightFile().bytes())
    var edit = HEIFEdit(try HEIFFile(source))
    try edit.addRightEye(of: HEIFFile(other), from: other, camera: visionPro())
    return MemoryByteSource(try HEIFSupport.bytes(edit.composition(of: source), of: source))
  }

  /// Returns the file of one eye.
  private static func eye(_ kept: UInt32) throws -> MemoryByteSource {
    let source = try pair()
    var edit = HEIFEdit(try HEIFFile(source))
    try edit.keepEye(kept)
    return MemoryByteSource(try HEIFSupport.bytes(edit.composition(of: source), of: source))
  }

  private static func cameras(_ id: UInt32, _ file: HEIFFile) throws -> [String] {
    file.properties(of: try #require(file.item(id))).filter { $0.box.type == "uuid" }.map { hex($0.box) }
  }

  @Test func `an eye alone is the primary, with its own metadata and camera`() throws {
    let left = try HEIFFile(Self.eye(1))
    #expect(left.primaryItemID == 1 && left.meta.groups.isEmpty)
    #expect(left.items.map(\.type) == ["hvc1", "hvc1", "mime"])
    #expect(try Self.cameras(1, left) == Self.visionPro().properties(of: .left).map(Self.hex))
    // The auxiliary image of the left eye goes with it; tiles and metadata of the right one stay.
    let source = try Self.eye(6)
    let right = try HEIFFile(source)
    #expect(right.primaryItemID == 6 && right.meta.groups.isEmpty)
    #expect(right.items.map(\.id) == [4, 5, 6, 7, 8])
    #expect(try right.grid(of: right.primaryItem, from: source).tiles.map(\.id) == [4, 5])
    #expect(try Self.cameras(6, right) == Self.visionPro().properties(of: .right).map(Self.hex))
    #expect(right.properties(of: right.primaryItem).map(\.box.type) == ["ispe", "uuid", "uuid", "uuid"])
  }

  @Test func `eyes that were taken out keep their cameras, or get others in their place`() throws {
    let (left, right) = (try Self.eye(1), try Self.eye(6))
    var same = HEIFEdit(try HEIFFile(left))
    try same.addRightEye(of: HEIFFile(right), from: right, camera: nil)
    let again = try HEIFFile(MemoryByteSource(HEIFSupport.bytes(same.composition(of: left), of: left)))
    let members = try #require(again.meta.groups.first { $0.type == "ster" }).entityIDs
    for (id, eye) in zip(members, StereoEye.allCases) {
      #expect(try Self.cameras(id, again) == Self.visionPro().properties(of: eye).map(Self.hex))
    }
    let camera = try StereoCamera(focalLength: 0.75, baseline: 0.02, disparityAdjustment: -0.01)
    var changed = HEIFEdit(try HEIFFile(left))
    try changed.addRightEye(of: HEIFFile(right), from: right, camera: camera)
    let others = try HEIFFile(MemoryByteSource(HEIFSupport.bytes(changed.composition(of: left), of: left)))
    for (id, eye) in zip(members, StereoEye.allCases) {
      #expect(try Self.cameras(id, others) == camera.properties(of: eye).map(Self.hex))
    }
    // Nothing of the old cameras is left.
    let number = again.meta.properties.count(where: { $0.type == "uuid" })
    #expect(number == 4 && others.meta.properties.count(where: { $0.type == "uuid" }) == number)
  }

  @Test func `cameras come before what crops and turns`() throws {
    var builder = HEIFBuilder.standard()
    let clap = try #require(CleanApertureProperty(firstColumns: 3, rows: 3, of: (4, 4)))
    builder.properties.append(Box("clap", clap.serialize))
    builder.items[0].properties = [
      .init(1, isEssential: true), .init(2, isEssential: false),
      .init(builder.properties.count, isEssential: true), .init(3, isEssential: true),
    ]
    let source = MemoryByteSource(builder.bytes())
    let other = MemoryByteSource(Self.rightFile().bytes())
    var edit = HEIFEdit(try HEIFFile(source))
    try edit.addRightEye(of: HEIFFile(other), from: other, camera: Self.visionPro())
    let file = try HEIFFile(MemoryByteSource(HEIFSupport.bytes(edit.composition(of: source), of: source)))
    #expect(
      file.properties(of: file.primaryItem).map(\.box.type)
        == ["hvcC", "ispe", "uuid", "uuid", "uuid", "clap", "irot"])
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
