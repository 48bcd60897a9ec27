internal import AuxContainers
internal import AuxImage

/// A HEIF file as its boxes say, right or wrong: what cannot be read is left out with a fault.
///
/// Source: ISO/IEC 14496-12, 8.11; ISO/IEC 23008-12, 6.
struct HEIFSubject: Sendable {
  /// One box at the top of the file.
  struct TopBox: Sendable {
    var type: FourCharacterCode
    var range: Range<Int>
    var payload: Range<Int>
  }

  /// One item.
  struct Item: Sendable {
    var entry: ItemInfoEntry
    /// The offset of its `infe` box.
    var offset: Int
    /// Its properties, those in the range of `ipco`.
    var properties: [Property] = []
    var references: [ItemReferenceBox.Reference] = []
    var location: ItemLocationBox.Entry?

    var id: UInt32 { entry.itemID }
    var type: FourCharacterCode { entry.itemType }
    var place: String { "item \(id)" }
    var isXMP: Bool { type == "mime" && entry.contentType == HEIFItem.xmpContentType }
    /// Whether the type is of an image, coded or derived.
    var isImage: Bool {
      ["hvc1", "hev1", "av01", "jpeg", "avc1", "vvc1", "j2k1", "unci", "grid", "iden", "iovl", "tmap"]
        .contains(type)
    }
    var isCoded: Bool { isImage && !["grid", "iden", "iovl", "tmap"].contains(type) }
    /// Whether it has what makes an item an auxiliary image.
    var isAuxiliary: Bool { references.contains { $0.type == "auxl" } || property("auxC") != nil }

    func property(_ type: FourCharacterCode) -> Property? { properties.first { $0.box.type == type } }
    func targets(_ type: FourCharacterCode) -> [UInt32] {
      references.filter { $0.type == type }.flatMap(\.to)
    }
  }

  /// A property of an item.
  struct Property: Sendable {
    var number: Int
    var isEssential: Bool
    var box: Box

    var place: String { "meta/iprp/ipco[\(number)]/\(box.type)" }
  }

  /// A property association that leads nowhere.
  struct BadAssociation: Sendable {
    var item: UInt32
    var index: Int
  }

  /// A reference with the offset of its box.
  struct Reference: Sendable {
    var value: ItemReferenceBox.Reference
    var offset: Int
  }

  let source: any ByteSource
  let limits: Limits
  var top: [TopBox] = []
  /// Bytes behind the last box that are no box.
  var trailer: Range<Int>?
  var faults: [Fault] = []
  var metaOffset = 0
  /// The children of `meta`.
  var children: [Box] = []
  var items: [Item] = []
  var primaryID: UInt32?
  /// The properties, numbered from 1.
  var properties: [Box] = []
  var associations: [ItemPropertyAssociationBox.Entry] = []
  var badAssociations: [BadAssociation] = []
  var associationsOffset: Int?
  var locations: ItemLocationBox?
  var locationsOffset: Int?
  var references: [Reference] = []
  var groups: [EntityGroup] = []
  /// The bytes of `idat` in the file.
  var itemData: Range<Int>?
  private var positions: [UInt32: Int] = [:]
  private(set) var packets: [PacketSubject] = []
  /// The positions of the items of XMP that describe an item.
  private var descriptions: [UInt32: [Int]] = [:]
  private(set) var packetsByItem: [UInt32: Int] = [:]

  init(_ source: any ByteSource, limits: Limits) {
    self.source = source
    self.limits = limits
    readTop()
    readMeta()
    attach()
    readPackets()
  }

  func item(_ id: UInt32) -> Item? { positions[id].map { items[$0] } }

  var primary: Item? { primaryID.flatMap(item) }

  mutating func add(_ item: Item) {
    if positions[item.id] == nil { positions[item.id] = items.count }
    items.append(item)
  }

  /// Gives the items their properties, references and places.
  private mutating func attach() {
    for entry in associations {
      guard let position = positions[entry.itemID] else { continue }
      for association in entry.associations where association.index > 0 {
        let number = Int(association.index)
        guard number <= properties.count else {
          badAssociations.append(BadAssociation(item: entry.itemID, index: number))
          continue
        }
        items[position].properties.append(
          Property(number: number, isEssential: association.isEssential, box: properties[number - 1]))
      }
    }
    for reference in references {
      if let position = positions[reference.value.from] { items[position].references.append(reference.value) }
    }
    for entry in locations?.entries ?? [] {
      if let position = positions[entry.itemID] { items[position].location = entry }
    }
  }

  private mutating func readPackets() {
    for (position, item) in items.enumerated() where item.isXMP {
      for target in Set(item.targets("cdsc")) { descriptions[target, default: []].append(position) }
      guard packets.count < 256, let ranges = ranges(of: item), !ranges.isEmpty,
        ranges.reduce(0, { $0 + $1.count }) <= limits.xmpBytes
      else { continue }
      var bytes: [UInt8] = []
      for range in ranges { bytes += (try? source.read(at: range.lowerBound, count: range.count)) ?? [] }
      let described = item.targets("cdsc")
      packetsByItem[item.id] = packets.count
      packets.append(
        PacketSubject(
          bytes, offset: ranges[0].lowerBound, place: item.place,
          isPrimary: primaryID.map(described.contains) ?? false, limits: limits))
    }
  }

  /// Returns the packet of an item of XMP.
  func packet(of item: Item) -> PacketSubject? { packetsByItem[item.id].map { packets[$0] } }

  /// Returns the items of XMP that describe an item.
  func xmpItems(for id: UInt32) -> [Item] { (descriptions[id] ?? []).map { items[$0] } }

  /// Returns the bytes of an item in the file, or nil where they are not all inside it.
  func ranges(of item: Item) -> [Range<Int>]? {
    guard let location = item.location else { return [] }
    var ranges: [Range<Int>] = []
    for extent in location.extents {
      guard let range = range(of: extent, at: location) else { return nil }
      ranges.append(range)
    }
    return ranges
  }

  /// Returns the bytes of an extent, or nil where they are not inside the file or `idat`.
  func range(of extent: ItemLocationBox.Extent, at location: ItemLocationBox.Entry) -> Range<Int>? {
    guard location.constructionMethod <= 1 else { return nil }
    let inner = location.constructionMethod == 1 ? itemData : 0..<source.byteCount
    let (sum, overflow) = location.baseOffset.addingReportingOverflow(extent.offset)
    guard let inner, !overflow, let start = Int(exactly: sum), let count = Int(exactly: extent.length),
      start <= inner.count, count <= inner.count - start
    else { return nil }
    return (inner.lowerBound + start)..<(inner.lowerBound + start + count)
  }
}

extension Box {
  /// The offset of the header in the file that was read.
  var offset: Int { payloadOffset - (count - payloadCount) }
}
