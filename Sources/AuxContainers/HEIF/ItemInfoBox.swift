package import AuxImage

/// `iinf`: the list of the items. Source: ISO/IEC 14496-12:2022, 8.11.6.
package struct ItemInfoBox: Hashable, Sendable {
  /// Version and flags; the count has 16 bits in version 0 and 32 in version 1.
  package var full: FullBoxHeader
  /// The `infe` boxes.
  package var boxes: [Box]
  /// Bytes behind the last counted box.
  package var rest: [UInt8]

  /// Creates an empty list.
  package init() {
    full = FullBoxHeader()
    boxes = []
    rest = []
  }

  /// Reads the payload; throws `limitExceeded` where the list is longer than ``Limits/items``.
  package init(parsing reader: inout ByteReader, limits: Limits = .standard) throws(AuxError) {
    full = try FullBoxHeader(parsing: &reader)
    try full.require(upTo: 1, "iinf")
    let count = Int(full.version == 0 ? UInt32(try reader.readUInt16()) : try reader.readUInt32())
    guard count <= limits.items else {
      throw AuxError(.limitExceeded, "\(count) items, \(limits.items) at most", offset: reader.fileOffset)
    }
    boxes = []
    for number in 0..<count {
      boxes.append(try AuxError.at("[\(number)]") { () throws(AuxError) in try Box(leaf: &reader) })
    }
    rest = reader.readRest()
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
