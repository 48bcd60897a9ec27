import AuxContainers
import AuxImage
import TestSupport
import Testing

@Suite("What new auxiliary images point at where a photo has a tone-mapped form")
struct AuxiliaryTargetsTests {
  private static let matte = "urn:com:apple:photo:2018:aux:portraiteffectsmatte"

  /// Returns a photo 1 with a gain map 2 and the image 4 that is tone-mapped with it; `own` is what a matte 5 points at.
  private static func photo(own: [UInt32] = [], isAVIF: Bool = false) -> HEIFBuilder {
    var builder = HEIFBuilder.standard()
    builder.items.append(.init(info: .init(itemID: 4, type: "tmap"), data: [0]))
    builder.references.append(.init("dimg", from: 4, to: [1, 2]))
    builder.groups = [EntityGroup("altr", groupID: 9, entityIDs: [4, 1])]
    if isAVIF { builder.fileType = FileTypeBox(majorBrand: "avif", compatibleBrands: ["mif1", "miaf"]) }
    guard !own.isEmpty else { return builder }
    var list = builder.items[1].properties
    builder.properties.append(Box("auxC", AuxiliaryTypeProperty(urn: matte).serialize))
    list[5].index = 7
    builder.items.append(
      .init(info: .init(itemID: 5, type: "hvc1", isHidden: true), data: [5], properties: list))
    builder.references.append(.init("auxl", from: 5, to: own))
    return builder
  }

  private func edited(_ builder: HEIFBuilder, _ change: (inout HEIFEdit) throws -> Void) throws -> HEIFFile {
    let source = MemoryByteSource(builder.bytes())
    var edit = HEIFEdit(try HEIFFile(source))
    try change(&edit)
    return try HEIFFile(MemoryByteSource(HEIFSupport.bytes(edit.composition(of: source), of: source)))
  }

  private static func gainMap() -> HEIFCodedImage {
    var new = HEIFSupport.newItem(xmp: nil)
    (new.urn, new.subtype) = ("urn:com:apple:photo:2020:aux:hdrgainmap", [])
    return new
  }

  @Test(
    "A new image refers to the targets of the file's own, and without any to the primary, which old readers take",
    arguments: [
      ([], false, [1]), ([], true, [1]), ([1], false, [1]), ([1, 4], false, [1, 4]),
      ([1, 4], true, [1, 4]),
    ] as [([UInt32], Bool, [UInt32])])
  func shape(own: [UInt32], isAVIF: Bool, expected: [UInt32]) throws {
    let builder = Self.photo(own: own, isAVIF: isAVIF)
    var ids: (depth: UInt32, gainMap: UInt32) = (0, 0)
    let file = try edited(builder) { edit in
      ids.depth = try edit.add(HEIFSupport.newItem())
      ids.gainMap = try edit.add(Self.gainMap())
    }
    #expect(file.item(ids.depth)?.targets("auxl") == expected)
    #expect(file.item(ids.gainMap)?.targets("auxl") == [1], "a gain map is of the primary alone")
    let before = try HEIFFile(MemoryByteSource(builder.bytes()))
    #expect(file.meta.groups == before.meta.groups)
    #expect(file.item(2)?.targets("auxl") == [1])
  }

  @Test("Without the gain map there is no tone-mapped image to point at")
  func goneWithGainMap() throws {
    var id: UInt32 = 0
    let file = try edited(Self.photo()) { edit in
      try edit.remove(2)
      id = try edit.add(HEIFSupport.newItem())
    }
    #expect(file.item(id)?.targets("auxl") == [1])
  }

  @Test("Images of a tone-mapped image that is replaced are of the new one, in whatever order they come")
  func replaced() throws {
    let metadata = try GainMapMetadata(headroom: 4)
    for isDepthFirst in [true, false] {
      var depth: UInt32 = 0
      let file = try edited(Self.photo(own: [1, 4])) { edit in
        try edit.remove(2)
        if isDepthFirst { depth = try edit.add(HEIFSupport.newItem()) }
        var gainMap = Self.gainMap()
        (gainMap.urn, gainMap.toneMap) = ("", metadata)
        try edit.add(gainMap)
        if !isDepthFirst { depth = try edit.add(HEIFSupport.newItem()) }
      }
      let toneMap = try #require(file.items.first { $0.type == "tmap" }).id
      #expect(file.item(depth)?.targets("auxl") == [1, toneMap])
      #expect(file.item(5)?.targets("auxl") == [1, toneMap])
    }
  }

  @Test("New images are AV1 where brands or primary are, else HEVC")
  func coding() throws {
    var builder = Self.photo()
    #expect(try HEIFFile(MemoryByteSource(builder.bytes())).codingOfNewImages == .hevc)
    builder.items[0].info.itemType = "av01"
    let plain = try HEIFFile(MemoryByteSource(builder.bytes()))
    #expect(plain.codingOfNewImages == .av1 && plain.container == .heif)
    let branded = try HEIFFile(MemoryByteSource(Self.photo(isAVIF: true).bytes()))
    #expect(branded.codingOfNewImages == .av1 && branded.container == .avif)
  }
}
