package import AuxImage

/// What `iinf` says, right or wrong: its boxes, whatever their count. Source: ISO/IEC 14496-12:2022, 8.11.6.
package struct ItemList: Sendable {
  /// Version and flags; the count has 16 bits in version 0 and 32 in others.
  package let full: FullBoxHeader
  /// The number of items that the box states.
  package let count: Int
  /// The `infe` boxes.
  package let list: BoxList
  /// What each of these says.
  package let entries: [Result<ItemInfoEntry, AuxError>]
  /// Where the count stands in the file.
  package let countOffset: Int
  /// Where the first box stands in the file.
  let listOffset: Int

  /// Reads the payload of `iinf`.
  init(parsing reader: inout ByteReader, limits: Limits) throws(AuxError) {
    full = try FullBoxHeader(parsing: &reader)
    countOffset = reader.fileOffset
    count = Int(full.version == 0 ? UInt32(try reader.readUInt16()) : try reader.readUInt32())
    listOffset = reader.fileOffset
    list = BoxList(&reader, most: limits.items)
    entries = list.boxes.map { box in
      Result { () throws(AuxError) in
        var reader = box.reader
        return try ItemInfoEntry(parsing: &reader)
      }
    }
  }
}
