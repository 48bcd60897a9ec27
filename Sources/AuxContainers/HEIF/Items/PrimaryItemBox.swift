package import AuxImage

/// `pitm`: the number of the primary item. Source: ISO/IEC 14496-12:2022, 8.11.4.
package struct PrimaryItemBox: Hashable, Sendable {
  /// Version and flags; the number has 16 bits in version 0 and 32 in version 1.
  package var full: FullBoxHeader
  /// The number of the item.
  package var itemID: UInt32

  /// Creates the box in the lowest version that holds the number.
  package init(itemID: UInt32) {
    full = FullBoxHeader(version: itemID > 0xFFFF ? 1 : 0)
    self.itemID = itemID
  }

  /// Reads the payload.
  package init(parsing reader: inout ByteReader) throws(AuxError) {
    full = try FullBoxHeader(parsing: &reader)
    try full.require(upTo: 1, "pitm")
    itemID = try reader.readItemID(wide: full.version == 1)
  }

  /// Writes the payload; the inverse of ``init(parsing:)``.
  package func serialize(into writer: inout ByteWriter) {
    full.serialize(into: &writer)
    writer.write(itemID: itemID, wide: full.version == 1)
  }
}

extension ByteReader {
  /// Reads an item's number of 32 or 16 bits.
  package mutating func readItemID(wide: Bool) throws(AuxError) -> UInt32 {
    wide ? try readUInt32() : UInt32(try readUInt16())
  }
}

extension ByteWriter {
  /// Writes an item's number in 32 or 16 bits.
  package mutating func write(itemID: UInt32, wide: Bool) {
    if wide { write(itemID) } else { write(UInt16(truncatingIfNeeded: itemID)) }
  }
}
