import AuxContainers
import AuxImage
import TestSupport
import Testing

@Suite struct HEIFEditTests {
  private func edited(
    _ bytes: [UInt8], _ change: (inout HEIFEdit) throws -> Void
  ) throws -> [UInt8] {
    let source = MemoryByteSource(bytes)
    var edit = HEIFEdit(try HEIFFile(source))
    try change(&edit)
    return try HEIFSupport.bytes(try edit.composition(of: source), of: source)
  }

  /// Adds, compares the old items, removes, and returns the file with the item and the one without it again.
  @discardableResult
  private func addAndRemove(_ builder: HEIFBuilder) throws -> (added: [UInt8], removed: [UInt8]) {
    let original = builder.bytes()
    let before = try HEIFItemFacts.all(MemoryByteSource(original))
    var id: UInt32 = 0
    let added = try edited(original) { id = try $0.add(HEIFSupport.newItem()) }
    let after = try HEIFItemFacts.all(MemoryByteSource(added))
    #expect(Array(after.prefix(before.count)) == before)
    #expect(after.map(\.id).suffix(2) == [id, id + 1])
    #expect(after.suffix(2).map(\.data) == [[UInt8](repeating: 0xAB, count: 10), Array("<x/>".utf8)])
    let removed = try edited(added) { try $0.remove(id) }
    #expect(try HEIFItemFacts.all(MemoryByteSource(removed)) == before)
    return (added, removed)
  }

  @Test func `a new item has Apple's shape and goes without a trace`() throws {
    let builder = HEIFBuilder.standard()
    let result = try addAndRemove(builder)
    #expect(result.removed == builder.bytes())
    let file = try HEIFFile(MemoryByteSource(result.added))
    let item = try #require(file.item(4))
    #expect(item.type == "hvc1" && item.isHidden && item.name.isEmpty)
    let properties = file.properties(of: item)
    #expect(properties.map(\.box.type) == ["hvcC", "ispe", "irot", "imir", "pixi", "auxC"])
    #expect(properties.map(\.isEssential) == [true, false, true, true, false, true])
    #expect(properties.map(\.index) == [7, 8, 3, 4, 5, 9], "irot, imir and pixi are shared")
    #expect(item.references == [.init("auxl", from: 4, to: [1])])
    let xmp = try #require(file.item(5))
    #expect(xmp.isXMP && xmp.isHidden && xmp.contentEncoding == nil && xmp.location?.constructionMethod == 0)
    #expect(xmp.references == [.init("cdsc", from: 5, to: [4])])
    #expect(file.layout.entries.map(\.type) == ["ftyp", "meta", "mdat", "mdat"])
  }

  @Test func `empty extents past the end of the new file end with it`() throws {
    var builder = HEIFBuilder.standard()
    builder.items[1].data = [UInt8](repeating: 7, count: 400)
    builder.adjust = { locations, offset in
      let end = locations.entries.flatMap(\.extents).map { $0.offset + $0.length }.max() ?? 0
      locations.entries[0].extents = [.init(offset: end, length: 0)]
    }
    let removed = try edited(builder.bytes()) { try $0.remove(2) }
    let file = try HEIFFile(MemoryByteSource(removed))
    #expect(try file.extents(of: file.items[0]).ranges.map(\.lowerBound) == [removed.count])
  }

  @Test func `every form of iloc, mdat and trailer is edited`() throws {
    var builder = HEIFBuilder.standard()
    builder.locations.full.version = 1
    builder.items.append(
      .init(info: .init(itemID: 4, type: "grid", isHidden: true), data: [0, 0, 0, 0, 0, 9, 0, 9], method: 1))
    #expect(try addAndRemove(builder).removed == builder.bytes())
    builder = .standard()
    builder.locations.baseOffsetSize = 8
    builder.usesBaseOffset = true
    #expect(try addAndRemove(builder).removed == builder.bytes())
    builder = .standard()
    builder.mediaForm = HEIFSupport.hex("00000001 6D646174 0000000000000021")
    builder.tail = HEIFSupport.hex("0000000C 73656664 01020304 00000102 0E000000 53454654")
    let result = try addAndRemove(builder)
    #expect(result.removed == builder.bytes())
    #expect(result.added.suffix(24) == builder.tail[...])
    #expect(
      try HEIFFile(MemoryByteSource(result.added)).layout.entries.map(\.type).suffix(2) == ["mdat", "sefd"])
    builder = .standard()
    builder.mediaForm = HEIFSupport.hex("00000000 6D646174")
    try addAndRemove(builder)
  }

  @Test func `numbers above 65535 widen the boxes`() throws {
    var builder = HEIFBuilder.standard()
    builder.items[2].info = ItemInfoEntry(itemID: 65535, type: "Exif", isHidden: true)
    builder.references.references.removeLast()
    let result = try addAndRemove(builder)
    let file = try HEIFFile(MemoryByteSource(result.added))
    #expect(file.items.map(\.id) == [1, 2, 65535, 65536, 65537])
    #expect(file.meta.locations.full.version == 2 && file.meta.references.full.version == 1)
    #expect(file.meta.associations[0].full.version == 1 && file.meta.primary.full.version == 0)
  }

  @Test func `a group's number is not given to an item, and a group loses its member`() throws {
    var builder = HEIFBuilder.standard()
    builder.groups = [EntityGroup("altr", groupID: 9, entityIDs: [1, 2])]
    let added = try edited(builder.bytes()) { edit in
      let id = try edit.add(HEIFSupport.newItem())
      #expect(id == 10)
    }
    let removed = try edited(added) { try $0.remove(2) }
    let file = try HEIFFile(MemoryByteSource(removed))
    #expect(file.meta.groups.isEmpty && file.items.map(\.id) == [1, 10, 11])
    #expect(file.meta.properties.count == 8, "the gain map's auxC is gone, and nothing else")
  }

  @Test func `two targets are kept where the file's mattes have them`() throws {
    var builder = HEIFBuilder.standard()
    builder.items.append(.init(info: .init(itemID: 4, type: "tmap"), data: [0]))
    builder.references.append(.init("dimg", from: 4, to: [1, 2]))
    var list = builder.items[1].properties
    builder.properties.append(
      Box("auxC", AuxiliaryTypeProperty(urn: "urn:com:apple:photo:2018:aux:portraiteffectsmatte").serialize))
    list[5].index = 7
    builder.items.append(
      .init(info: .init(itemID: 5, type: "hvc1", isHidden: true), data: [5], properties: list))
    builder.references.append(.init("auxl", from: 5, to: [1, 4]))
    let added = try edited(builder.bytes()) { try $0.add(HEIFSupport.newItem()) }
    let file = try HEIFFile(MemoryByteSource(added))
    #expect(file.item(6)?.targets("auxl") == [1, 4])
    // Without the gain map the tmap image has no input left; the matte points at the primary alone.
    let removed = try HEIFFile(MemoryByteSource(try edited(builder.bytes()) { try $0.remove(2) }))
    #expect(removed.items.map(\.id) == [1, 5])
    #expect(removed.item(5)?.targets("auxl") == [1])
  }

  @Test func `tiles of an auxiliary grid go with it`() throws {
    var builder = HEIFBuilder.standard()
    builder.items += [4, 5].map { id in
      .init(
        info: .init(itemID: id, type: "hvc1", isHidden: true), data: [UInt8(id)],
        properties: builder.items[0].properties)
    }
    builder.locations.full.version = 1
    builder.items.append(
      .init(
        info: .init(itemID: 6, type: "grid", isHidden: true), data: [0, 0, 0, 1, 0, 9, 0, 9], method: 1,
        properties: builder.items[1].properties))
    builder.references.append(.init("dimg", from: 6, to: [4, 5]))
    builder.references.append(.init("auxl", from: 6, to: [1]))
    let file = try HEIFFile(MemoryByteSource(try edited(builder.bytes()) { try $0.remove(6) }))
    #expect(file.items.map(\.id) == [1, 2, 3] && file.meta.itemData.isEmpty)
    #expect(file.layout.entries.last?.header.payloadCount == 17)
  }

  @Test func `shared data stays, data shared in part is refused`() throws {
    var builder = HEIFBuilder.standard()
    builder.adjust = { locations, offset in
      locations.entries[1].extents[0] = .init(offset: UInt64(offset), length: 8)
    }
    let kept = MemoryByteSource(try edited(builder.bytes()) { try $0.remove(2) })
    #expect(try HEIFItemFacts.all(kept).map(\.data) == [Array("primary!".utf8)])
    builder.adjust = { locations, offset in
      locations.entries[1].extents[0] = .init(offset: UInt64(offset + 4), length: 8)
    }
    #expect(throws: AuxError(.unsupported, "")) { try edited(builder.bytes()) { try $0.remove(2) } }
  }

  @Test func `what cannot be done safely is refused`() throws {
    #expect(throws: AuxError(.unsupported, "")) {
      try edited(HEIFBuilder.standard().bytes()) { try $0.remove(1) }
    }
    #expect(throws: AuxError(.missingImage, "")) {
      try edited(HEIFBuilder.standard().bytes()) { try $0.remove(7) }
    }
    var builder = HEIFBuilder.standard()
    builder.locations.full.version = 1
    builder.adjust = { locations, _ in locations.entries[1].method = 2 }
    #expect(throws: AuxError(.unsupported, "")) {
      try edited(builder.bytes()) { try $0.add(HEIFSupport.newItem()) }
    }
    builder = .standard()
    builder.tail = HEIFSupport.hex("00000008 6D6F6F66")
    #expect(throws: AuxError(.unsupported, "")) {
      try edited(builder.bytes()) { try $0.add(HEIFSupport.newItem()) }
    }
    builder = .standard()
    builder.references.append(.init("dimg", from: 1, to: [2]))
    #expect(throws: AuxError(.unsupported, "")) { try edited(builder.bytes()) { try $0.remove(2) } }
  }

  @Test func `chunk offsets of a movie move with the data`() throws {
    var builder = HEIFBuilder.standard()
    func movie(_ offset: Int, _ type: FourCharacterCode) -> [Box] {
      let chunks = HEIFSupport.serialized { writer in
        writer.write(UInt64(1))
        if type == "stco" { writer.write(UInt32(offset + 3)) } else { writer.write(UInt64(offset + 3)) }
      }
      let table = Box("stbl", boxes: [Box("stsd", [0, 0, 0, 0, 0, 0, 0, 0]), Box(type, chunks)])
      let media = Box("mdia", boxes: [Box("minf", boxes: [HEIFBuilder.selfContained, table])])
      return [Box("moov", boxes: [Box("mvhd", [1]), Box("trak", boxes: [media])])]
    }
    for type in ["stco", "co64"] as [FourCharacterCode] {
      builder.middle = { movie($0, type) }
      let result = try addAndRemove(builder)
      #expect(result.removed == builder.bytes())
      let file = try HEIFFile(MemoryByteSource(result.added))
      let offset = file.layout.entries[3].payloadRange.lowerBound
      let moov = HEIFSupport.serialized(movie(offset, type)[0].serialize)
      #expect(Array(result.added[file.layout.entries[2].range]) == moov)
      // The samples may be the item's bytes: they stay in the file.
      let without = try HEIFFile(MemoryByteSource(try edited(builder.bytes()) { try $0.remove(2) }))
      #expect(without.layout.entries[3].header.payloadCount == 17)
    }
    builder.middle = { _ in movie(1 << 20, "stco") }
    #expect(throws: AuxError(.unsupported, "")) {
      try edited(builder.bytes()) { try $0.add(HEIFSupport.newItem()) }
    }
  }

  @Test func `items of tracks stay at their bytes`() throws {
    var builder = HEIFBuilder.standard()
    /// A track whose metadata has an item of two extents, by a base and offsets or by offsets alone.
    func movie(_ offset: Int, base: Bool) -> [Box] {
      let places = HEIFSupport.serialized { writer in
        writer.write(UInt32(0))
        writer.write(UInt8(0x44))
        writer.write(UInt8(base ? 0x40 : 0))
        writer.write(UInt16(1))
        for number in [7, 0] as [UInt16] { writer.write(number) }
        if base { writer.write(UInt32(offset)) }
        writer.write(UInt16(2))
        for (start, count) in [(1, 2), (3, 2)] {
          writer.write(UInt32(start + (base ? 0 : offset)))
          writer.write(UInt32(count))
        }
      }
      let meta = Box("meta", [0, 0, 0, 0] + HEIFSupport.serialized(Box("iloc", places).serialize))
      return [Box("moov", boxes: [Box("trak", boxes: [meta])])]
    }
    for base in [true, false] {
      builder.middle = { movie($0, base: base) }
      let result = try addAndRemove(builder)
      #expect(result.removed == builder.bytes())
      let file = try HEIFFile(MemoryByteSource(result.added))
      let offset = file.layout.entries[3].payloadRange.lowerBound
      let moov = HEIFSupport.serialized(movie(offset, base: base)[0].serialize)
      #expect(Array(result.added[file.layout.entries[2].range]) == moov, "base \(base)")
    }
    builder.middle = { _ in movie(1 << 20, base: true) }
    #expect(throws: AuxError(.unsupported, "")) {
      try edited(builder.bytes()) { try $0.add(HEIFSupport.newItem()) }
    }
  }

  @Test func `several changes at once`() throws {
    let bytes = try edited(HEIFBuilder.standard().bytes()) { edit in
      try edit.remove(2)
      try edit.add(HEIFSupport.newItem(xmp: nil))
      try edit.add(HEIFSupport.newItem(3))
    }
    let facts = try HEIFItemFacts.all(MemoryByteSource(bytes))
    #expect(facts.map(\.id) == [1, 2, 3, 4] && facts.map(\.data.count) == [8, 10, 3, 4])
    #expect(
      try edited(bytes) {
        try $0.remove(3); try $0.remove(2)
      }.count < HEIFBuilder.standard().bytes().count)
  }

  @Test func `offsets past 4 GiB widen iloc`() throws {
    /// A file whose media data is followed by 5 GiB that nobody stores.
    struct Sparse: ByteSource {
      let bytes: [UInt8]
      let byteCount: Int
      func read(at offset: Int, count: Int) throws(AuxError) -> [UInt8] {
        try check(offset: offset, count: count)
        return (offset..<(offset + count)).map { $0 < bytes.count ? bytes[$0] : 0 }
      }
    }
    var builder = HEIFBuilder.standard()
    builder.mediaForm = HEIFSupport.hex("00000000 6D646174")
    let source = Sparse(bytes: builder.bytes(), byteCount: 5 << 30)
    var edit = HEIFEdit(try HEIFFile(source))
    try edit.add(HEIFSupport.newItem())
    let composition = try edit.composition(of: source)
    guard case .bytes(let meta)? = composition.pieces.dropFirst().first else {
      Issue.record("meta is not the second piece")
      return
    }
    var reader = ByteReader(meta)
    let view = try HEIFSupport.meta(HEIFSupport.box(&reader))
    #expect(view.locations.offsetSize == 8)
    let new = try #require(view.locations.entries.last?.extents.first)
    #expect(Int(new.offset) == composition.count - 14)
  }
}
