package import AuxImage

/// `ipma`: which properties belong to which items. Source: ISO/IEC 14496-12:2022, 8.11.14.
package struct ItemPropertyAssociationBox: Hashable, Sendable {
  /// That an item has a property.
  package struct Association: Hashable, Sendable {
    /// Whether a reader that does not know the property must not show the item.
    package var isEssential: Bool
    /// The number of the property in `ipco` from 1; 0 for none.
    package var index: UInt16

    package init(_ index: Int, isEssential: Bool) {
      self.index = UInt16(truncatingIfNeeded: index)
      self.isEssential = isEssential
    }
  }

  package struct Entry: Hashable, Sendable {
    package var itemID: UInt32
    package var associations: [Association]

    package init(itemID: UInt32, associations: [Association]) {
      self.itemID = itemID
      self.associations = associations
    }
  }

  /// Items have 32 bits in version 1, properties 15 with flag 1.
  package var full = FullBoxHeader()
  package var entries: [Entry] = []
  package var rest: [UInt8] = []

  package init() {}

  /// Reads the payload; throws `limitExceeded` where it has more entries than ``AuxLimits/items``.
  package init(parsing reader: inout ByteReader, limits: AuxLimits = .standard) throws(AuxError) {
    full = try FullBoxHeader(parsing: &reader)
    try full.require(upTo: 1, "ipma")
    let count = Int(try reader.readUInt32())
    guard count <= limits.items else {
      throw AuxError(.limitExceeded, "\(count) items, \(limits.items) at most", offset: reader.fileOffset)
    }
    for _ in 0..<count {
      var entry = Entry(itemID: try reader.readItemID(wide: full.version == 1), associations: [])
      for _ in 0..<(try reader.readUInt8()) {
        entry.associations.append(try Association(parsing: &reader, wide: full.flags & 1 != 0))
      }
      entries.append(entry)
    }
    rest = reader.readRest()
  }

  package func serialize(into writer: inout ByteWriter) {
    full.serialize(into: &writer)
    writer.write(UInt32(entries.count))
    for entry in entries {
      writer.write(itemID: entry.itemID, wide: full.version == 1)
      writer.write(UInt8(truncatingIfNeeded: entry.associations.count))
      for association in entry.associations {
        association.serialize(into: &writer, wide: full.flags & 1 != 0)
      }
    }
    writer.write(rest)
  }

  /// Appends an entry; version and flags rise where the numbers need it.
  package mutating func append(_ entry: Entry) {
    entries.append(entry)
    if entry.itemID > 0xFFFF { full.version = 1 }
    widen(for: entry.associations)
  }

  /// Gives the entry of that index other properties; the flags rise where the numbers need it.
  package mutating func replaceAssociations(at index: Int, with associations: [Association]) {
    entries[index].associations = associations
    widen(for: associations)
  }

  private mutating func widen(for associations: [Association]) {
    if associations.contains(where: { $0.index > 0x7F }) { full.flags |= 1 }
  }
}

extension ItemPropertyAssociationBox.Association {
  fileprivate init(parsing reader: inout ByteReader, wide: Bool) throws(AuxError) {
    let word = wide ? try reader.readUInt16() : UInt16(try reader.readUInt8())
    isEssential = word >> (wide ? 15 : 7) != 0
    index = word & (wide ? 0x7FFF : 0x7F)
  }

  fileprivate func serialize(into writer: inout ByteWriter, wide: Bool) {
    if wide {
      writer.write(index | (isEssential ? 0x8000 : 0))
    } else {
      writer.write(UInt8(truncatingIfNeeded: index) & 0x7F | (isEssential ? 0x80 : 0))
    }
  }
}
