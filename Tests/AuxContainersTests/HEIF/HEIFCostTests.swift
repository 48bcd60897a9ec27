import AuxContainers
import AuxImage
import TestSupport
import Testing

/// Hostile HEIF files cost no more than their size, whatever their tables say.
@Suite struct HEIFCostTests {
  /// Returns a file with so many mattes, each with metadata of its own and one that is of all.
  private static func crowd(_ count: Int, properties: Int = 3) -> HEIFBuilder {
    var builder = HEIFBuilder.standard()
    let (all, first) = (UInt32(90_000), UInt32(100))
    for number in 0..<UInt32(count) {
      let id = first + 2 * number
      builder.items.append(
        .init(
          info: ItemInfoEntry(itemID: id, type: "hvc1", isHidden: true), data: [1],
          properties: builder.items[1].properties))
      builder.items.append(
        .init(
          info: ItemInfoEntry(itemID: id + 1, type: "mime", isHidden: true, contentType: "a/b"), data: [2]))
      builder.references.append(.init("auxl", from: id, to: [1]))
      builder.references.append(.init("cdsc", from: id + 1, to: [id]))
    }
    builder.items.append(
      .init(info: ItemInfoEntry(itemID: all, type: "mime", isHidden: true, contentType: "a/b"), data: [3]))
    builder.references.append(
      .init("cdsc", from: all, to: (0..<UInt32(count)).map { first + 2 * $0 }))
    return builder
  }

  private static func file(_ builder: HEIFBuilder) throws -> HEIFFile {
    try HEIFFile(MemoryByteSource(builder.bytes()))
  }

  @Test func metadataAreLookedUpNotSearched() throws {
    let file = try Self.file(Self.crowd(3))
    #expect(file.metadataItems(for: 102).map(\.id) == [103, 90_000])
    var sum = 0
    let files = try [500, 2000].map { ($0, try Self.file(Self.crowd($0))) }
    let growth = costGrowth(from: 500) { size in
      for (count, file) in files where count == size {
        for item in file.auxiliaryItems { sum += file.metadataItems(for: item.id).count }
      }
    }
    #expect(growth < 8 && sum > 0)
  }

  @Test func aPropertyIsParsedOnceForAllItems() throws {
    let file = try Self.file(Self.crowd(50))
    let count = try ParseCount {
      for item in file.auxiliaryItems {
        _ = try file.auxiliaryType(of: item)
        _ = try file.imageSize(of: item)
      }
    }
    #expect(!count.counts.isEmpty && count.repeatedParts.isEmpty)
  }

  @Test func placesAreFoundOnce() throws {
    var builder = HEIFBuilder.standard()
    builder.adjust = { locations, offset in
      locations.entries[1].extents = [0, 1].map { .init(offset: UInt64(offset + $0), length: 1) }
    }
    let file = try HEIFFile(MemoryByteSource(builder.bytes()))
    let item = file.items[1]
    let count = try ParseCount { for _ in 0..<9 { _ = try file.extents(of: item) } }
    #expect(count.counts == [.extents(of: item.id): 1])
  }

  @Test func extentsNeverAddUpToMoreThanTheFile() throws {
    var builder = HEIFBuilder.standard()
    builder.tail = [UInt8](repeating: 0, count: 1000)
    builder.adjust = { locations, offset in
      locations.entries[1].extents = Array(repeating: .init(offset: UInt64(offset), length: 900), count: 3)
    }
    let source = MemoryByteSource(builder.bytes())
    let file = try HEIFFile(source)
    #expect(throws: AuxError(.malformed, "")) {
      try file.data(of: file.items[1], from: source, maxBytes: 1 << 20)
    }
  }

  @Test func aLongNameOfAKindIsRefused() throws {
    for (count, isRight) in [(255, true), (256, false)] {
      let bytes = HEIFSupport.serialized(
        AuxiliaryTypeProperty(urn: String(repeating: "a", count: count)).serialize)
      var reader = ByteReader(bytes)
      let property = try? AuxiliaryTypeProperty(parsing: &reader)
      #expect((property != nil) == isRight)
    }
  }

  @Test func manyItemsAreRemovedAtOnce() throws {
    let builder = Self.crowd(40)
    let all = try HEIFFile(MemoryByteSource(builder.bytes())).auxiliaryItems.map(\.id)
    func removed(_ remove: (inout HEIFEdit) throws -> Void) throws -> (Set<UInt32>, [UInt8]) {
      let source = MemoryByteSource(builder.bytes())
      var edit = HEIFEdit(try HEIFFile(source))
      try remove(&edit)
      return (edit.removedIDs, try HEIFSupport.bytes(edit.composition(of: source), of: source))
    }
    let together = try removed { try $0.remove(all: all) }
    let inTurn = try removed { edit in for id in all { try edit.remove(id) } }
    #expect(together == inTurn)
    #expect(together.0.contains(90_000), "what describes all of them goes with the last")
    let growth = try costGrowth(from: 500) { size in
      let file = try Self.file(Self.crowd(size))
      var edit = HEIFEdit(file)
      try edit.remove(all: file.auxiliaryItems.map(\.id))
    }
    #expect(growth < 8)
  }

  @Test func aChainOfDependentsIsFollowedOnce() throws {
    func chain(_ count: Int) throws -> HEIFFile {
      var builder = HEIFBuilder.standard()
      for number in 0..<UInt32(count) {
        builder.items.append(
          .init(info: ItemInfoEntry(itemID: 100 + number, type: "hvc1", isHidden: true), data: [1]))
        // The table names the last link first.
        let target = number + 1 < UInt32(count) ? 101 + number : 2
        builder.references.append(.init("thmb", from: 100 + number, to: [target]))
      }
      return try Self.file(builder)
    }
    var edit = HEIFEdit(try chain(100))
    try edit.remove(2)
    #expect(edit.removedIDs.count >= 101)
    let files = try [500, 2000].map { ($0, try chain($0)) }
    let growth = try costGrowth(from: 500) { size in
      for (count, file) in files where count == size {
        var edit = HEIFEdit(file)
        try edit.remove(2)
      }
    }
    #expect(growth < 8)
  }

  @Test func rangesAreFoundBySearch() {
    let ranges = SortedRanges([10..<20, 0..<5, 20..<30])
    #expect(ranges.contain(0..<5) && ranges.contain(12..<20) && ranges.contain(20..<30))
    #expect(!ranges.contain(15..<25) && !ranges.contain(4..<6) && !ranges.contain(30..<31))
  }
}
