import AuxContainers
import AuxImage
import TestSupport
import Testing

/// Boxes that are wrong hide neither those before them nor those beside them.
@Suite struct HEIFStructureTests {
  private func meta(_ structure: HEIFStructure) throws -> MetaStructure {
    try #require(structure.meta).get()
  }

  private func error(_ structure: HEIFStructure) throws -> AuxError {
    try #require(throws: AuxError.self) { try HEIFFile(structure) }
  }

  @Test func `a meta box that the file cuts short keeps its first children`() throws {
    let bytes = HEIFBuilder.standard().bytes()
    let whole = HEIFStructure(MemoryByteSource(bytes))
    let boxes = try meta(whole).children.map(\.box)
    let last = try #require(boxes.last)
    let structure = HEIFStructure(MemoryByteSource(Array(bytes[..<(last.offset + 10)])))
    #expect(structure.layout.cut?.type == "meta" && structure.layout.entries.map(\.type) == ["ftyp"])
    #expect(try meta(structure).children.map(\.box.type) == boxes.dropLast().map(\.type))
    #expect(try meta(structure).box.fault?.code == .truncated)
    let error = try error(structure)
    #expect(
      error.code == .truncated && error.place == "meta" && error.offset == whole.layout.entries[1].offset)
  }

  @Test func `a property of a wrong size keeps those before it`() throws {
    let builder = HEIFBuilder.standard()
    var bytes = builder.bytes()
    let properties = try HEIFFile(MemoryByteSource(bytes)).meta.properties
    bytes.replaceSubrange(properties[1].offset..<(properties[1].offset + 4), with: [0, 0, 0, 4])
    let structure = HEIFStructure(MemoryByteSource(bytes))
    let container = try #require(try meta(structure).box.first("iprp")?.first("ipco"))
    let list = BoxList(childrenOf: container)
    #expect(list.boxes == [properties[0]] && list.fault?.code == .malformed)
    #expect(list.restOffset == properties[1].offset)
    let error = try error(structure)
    #expect(error.place == "meta/iprp/ipco/\(properties[1].type)" && error.offset == properties[1].offset)
  }

  @Test func `items beyond the count are listed, and none of the file's`() throws {
    var bytes = HEIFBuilder.standard().bytes()
    let info = try #require(try meta(HEIFStructure(MemoryByteSource(bytes))).box.first("iinf"))
    let items = try HEIFFile(MemoryByteSource(bytes)).items.count
    func list() throws -> ItemList {
      for child in try meta(HEIFStructure(MemoryByteSource(bytes))).children {
        if case .items(let list) = child.content { return try list.get() }
      }
      throw AuxError(.missingImage, "no iinf")
    }
    for count in [items - 1, items + 1] {
      bytes[info.payloadOffset + 5] = UInt8(count)
      #expect(try list().count == count && list().entries.count == items)
      if count < items {
        let file = try HEIFFile(MemoryByteSource(bytes))
        #expect(file.items.count == count)
        #expect(
          file.meta.box.first("iinf")?.payload
            == Array(bytes[info.payloadOffset...].prefix(info.payloadCount)))
      } else {
        #expect(try error(HEIFStructure(MemoryByteSource(bytes))).place == "meta/iinf/[\(items)]")
      }
    }
  }

  @Test func `what does not fit together is joined as far as it goes`() throws {
    var builder = HEIFBuilder.standard()
    builder.items[2].info.itemID = 2
    builder.adjust = { locations, _ in locations.entries.append(locations.entries[0]) }
    let structure = HEIFStructure(MemoryByteSource(builder.bytes()))
    var boxes: [Box] = []
    var entries: [Result<ItemInfoEntry, AuxError>] = []
    for case .items(.success(let list)) in try meta(structure).children.map(\.content) {
      boxes += list.list.boxes
      entries += list.entries
    }
    let table = ItemTable(
      boxes, entries, properties: [],
      associations: [.init(itemID: 2, associations: [.init(7, isEssential: true)])],
      references: [.init("auxl", from: 2, to: [1])], locations: [])
    #expect(table.items.map(\.id) == [1, 2, 2] && table.item(2)?.offset == boxes[1].offset)
    #expect(table.item(2)?.targets("auxl") == [1] && table.items[2].references.isEmpty)
    #expect(try error(structure).reason.hasPrefix("a second item 2"))
  }
}
