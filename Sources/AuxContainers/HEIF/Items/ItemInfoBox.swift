package import AuxImage

/// `iinf`: the list of the items. Source: ISO/IEC 14496-12:2022, 8.11.6.
package struct ItemInfoBox: Hashable, Sendable {
  /// Version and flags; the count has 16 bits in version 0 and 32 in version 1.
  package var full: FullBoxHeader
  /// The `infe` boxes.
  package var boxes: [Box]
  /// Bytes after the last counted box.
  package var rest: [UInt8]

  /// Creates an empty list.
  package init() {
    full = FullBoxHeader()
    boxes = []
    rest = []
  }

  /// Reads the payload; throws `limitExceeded` where the list is longer than ``Limits/items``.
  package init(parsing reader: inout ByteReader, limits: Limits = .standard) throws(AuxError) {
    try self.init(ItemList(parsing: &reader, limits: limits), limits: limits)
  }

  /// Takes the boxes that a list counts; throws where there are fewer.
  init(_ items: ItemList, limits: Limits) throws(AuxError) {
    full = items.full
    try full.require(upTo: 1, "iinf")
    guard items.count <= limits.items else {
      throw AuxError(
        .limitExceeded, "\(items.count) items, \(limits.items) at most", offset: items.listOffset)
    }
    let list = items.list
    if items.count > list.boxes.count {
      try AuxError.at("[\(list.boxes.count)]") { () throws(AuxError) in try list.requireAnother() }
    }
    boxes = Array(list.boxes.prefix(items.count))
    rest = list.bytes(from: items.count)
  }

  /// Writes the payload; the inverse of ``init(parsing:limits:)``.
  package func serialize(into writer: inout ByteWriter) {
    full.serialize(into: &writer)
    if full.version == 0 { writer.write(UInt16(boxes.count)) } else { writer.write(UInt32(boxes.count)) }
    for box in boxes { box.serialize(into: &writer) }
    writer.write(rest)
  }

  /// Appends an entry; the version rises where 16 bits do not hold the count.
  package mutating func append(_ entry: ItemInfoEntry) {
    boxes.append(Box("infe") { entry.serialize(into: &$0) })
    if boxes.count > 0xFFFF { full.version = 1 }
  }
}
