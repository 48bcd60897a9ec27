import AuxContainers
import AuxImage
import TestSupport
import Testing

/// Input that is broken on purpose: the clear error, never a trap.
@Suite struct HEIFHostileTests {
  private func error(_ builder: HEIFBuilder) -> AuxError.Code? {
    do throws(AuxError) { _ = try HEIFFile(MemoryByteSource(builder.bytes())) } catch { return error.code }
    return nil
  }

  @Test func `every prefix that ends in meta is refused`() throws {
    let bytes = HEIFBuilder.standard().bytes()
    let end = try HEIFFile(MemoryByteSource(bytes)).layout.entries[1].range.upperBound
    for count in 0..<end {
      #expect(throws: AuxError.self, "\(count) bytes") {
        try HEIFFile(MemoryByteSource(Array(bytes[..<count])))
      }
    }
  }

  @Test func `item number 0, duplicates and a missing primary`() {
    var builder = HEIFBuilder.standard()
    builder.items[2].info.itemID = 0
    #expect(error(builder) == .malformed)
    builder = .standard()
    builder.items[2].info.itemID = 2
    #expect(error(builder) == .malformed)
    builder = .standard()
    builder.primaryID = 9
    #expect(error(builder) == .malformed)
    builder = .standard()
    builder.extraMeta = [Box("pitm", PrimaryItemBox(itemID: 2).serialize)]
    #expect(error(builder) == .malformed)
    builder = .standard()
    builder.adjust = { locations, _ in locations.entries.append(locations.entries[0]) }
    #expect(error(builder) == .malformed)
    builder = .standard()
    builder.properties.removeLast()
    #expect(error(builder) == .malformed)
  }

  @Test func `item number 65536 is read`() throws {
    var builder = HEIFBuilder.standard()
    builder.items[2].info = ItemInfoEntry(
      itemID: 65536, type: "mime", isHidden: true, contentType: "application/rdf+xml")
    builder.references.references.removeLast()
    builder.references.append(.init("cdsc", from: 65536, to: [2]))
    let source = MemoryByteSource(builder.bytes())
    let file = try HEIFFile(source)
    let xmp = try #require(file.xmpItem(for: 2))
    #expect(xmp.id == 65536)
    #expect(try file.data(of: xmp, from: source, maxBytes: 99) == Array("<xmp>".utf8))
  }

  @Test func `a million items are refused by their count`() {
    var reader = ByteReader(HEIFSupport.hex("01000000 000F4240"))
    #expect(throws: AuxError(.limitExceeded, "")) {
      try ItemInfoBox(ItemList(parsing: &reader, limits: .standard), limits: .standard)
    }
    reader = ByteReader(HEIFSupport.hex("02000000 4400 000F4240"))
    #expect(throws: AuxError(.limitExceeded, "")) { try ItemLocationBox(parsing: &reader) }
    reader = ByteReader(HEIFSupport.hex("00000000 000F4240"))
    #expect(throws: AuxError(.limitExceeded, "")) { try ItemPropertyAssociationBox(parsing: &reader) }
  }

  @Test(arguments: [
    (UInt64(1 << 31), UInt64(4), AuxError.Code.truncated), (.max, 4, .truncated), (40, 4, .malformed),
    (0, .max, .truncated),
  ])
  func `iloc past the end or over meta is refused when read`(
    offset: UInt64, count: UInt64, code: AuxError.Code
  ) throws {
    var builder = HEIFBuilder.standard()
    builder.locations.offsetSize = 8
    builder.locations.lengthSize = 8
    builder.adjust = { locations, _ in
      locations.entries[1].extents[0] = .init(offset: offset, length: count)
    }
    let source = MemoryByteSource(builder.bytes())
    let file = try HEIFFile(source)
    let item = try #require(file.item(2))
    #expect(throws: AuxError(code, "")) { try file.data(of: item, from: source, maxBytes: .max) }
  }

  @Test func `grids of 65535 by 65535, of wrong counts and of themselves`() throws {
    let payloads: [([UInt8], AuxError.Code)] = [
      (HEIFSupport.hex("00 00 FF FF FFFF FFFF"), .limitExceeded),
      (HEIFSupport.hex("00 01 FF FF FFFFFFFF FFFFFFFF"), .limitExceeded),
      (HEIFSupport.hex("00 00 03 03 0040 0030"), .malformed),
      (HEIFSupport.hex("00 00 00 00 0040 0030"), .malformed), (HEIFSupport.hex("00 00 00"), .truncated),
    ]
    for (payload, code) in payloads {
      var builder = HEIFBuilder.standard()
      builder.items.append(.init(info: .init(itemID: 4, type: "grid"), data: payload))
      builder.references.append(.init("dimg", from: 4, to: [4]))
      let source = MemoryByteSource(builder.bytes())
      let file = try HEIFFile(source)
      let item = try #require(file.item(4))
      #expect(throws: AuxError(code, "")) { try file.grid(of: item, from: source) }
    }
  }

  @Test func `top-level sizes that cannot be are refused`() {
    let bytes = HEIFBuilder.standard().bytes()
    for size in [1, 7, UInt32.max] as [UInt32] {
      let tail = HEIFSupport.serialized { writer in
        writer.write(size)
        writer.write("mdat" as FourCharacterCode)
        writer.write([0x80, 0, 0, 0, 0, 0, 0, 0])
      }
      #expect(throws: AuxError.self) { try HEIFFile(MemoryByteSource(bytes + tail)) }
    }
  }

  @Test(arguments: 0..<8) func `changed bytes never trap`(part: UInt64) throws {
    let original = HEIFBuilder.standard().bytes()
    for round in 0..<400 {
      let seed = part * 1000 + UInt64(round)
      var random = SeededRandom(seed: seed)
      var bytes = original
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        let edges: [UInt8] = [0, 1, 7, 0x7F, 0x80, 0xFF, UInt8.random(in: .min ... .max, using: &random)]
        bytes[index] = edges.randomElement(using: &random) ?? 0
      }
      do throws(AuxError) { try Self.exercise(MemoryByteSource(bytes)) } catch {
        #expect(!error.reason.isEmpty, "seed \(seed)")
      }
    }
  }

  private static func exercise(_ source: MemoryByteSource) throws(AuxError) {
    let file = try HEIFFile(source)
    for item in file.items {
      _ = try? file.orientation(of: item)
      _ = try? file.displaySize(of: item)
      _ = try? file.depthRepresentation(of: item)
      _ = try? file.hevcConfiguration(of: item)?.sequenceParameterSet()
      _ = try? file.data(of: item, from: source, maxBytes: 1 << 16)
    }
    var edit = HEIFEdit(file)
    try edit.add(HEIFSupport.newItem())
    if let auxiliary = file.auxiliaryItems.first { try edit.remove(auxiliary.id) }
    _ = try edit.composition(of: source)
  }
}
