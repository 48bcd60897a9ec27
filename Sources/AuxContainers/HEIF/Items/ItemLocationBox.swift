package import AuxImage

/// `iloc`: where the bytes of the items are. Source: ISO/IEC 14496-12:2022, 8.11.3.
package struct ItemLocationBox: Hashable, Sendable {
  package struct Extent: Hashable, Sendable {
    /// The number of an item reference, for construction method 2.
    package var index: UInt64 = 0
    package var offset: UInt64
    package var length: UInt64

    package init(index: UInt64 = 0, offset: UInt64, length: UInt64) {
      (self.index, self.offset, self.length) = (index, offset, length)
    }
  }

  package struct Entry: Hashable, Sendable {
    package var itemID: UInt32
    /// The construction method in the low four bits.
    package var method: UInt16 = 0
    /// The data reference, 0 for this file.
    package var dataReferenceIndex: UInt16 = 0
    /// What is added to the offset of each extent.
    package var baseOffset: UInt64 = 0
    package var extents: [Extent]

    package init(itemID: UInt32, extents: [Extent]) {
      self.itemID = itemID
      self.extents = extents
    }

    /// 0 for offsets in the file, 1 in `idat`, 2 in another item.
    package var constructionMethod: Int { Int(method & 15) }
  }

  package var full = FullBoxHeader()
  /// The number of bytes of an extent's offset: 0, 4 or 8.
  package var offsetSize = 4
  /// The number of bytes of an extent's length: 0, 4 or 8.
  package var lengthSize = 4
  /// The number of bytes of a base offset: 0, 4 or 8.
  package var baseOffsetSize = 0
  /// The number of bytes of an extent's index, 0, 4 or 8; four reserved bits in version 0.
  package var indexSize = 0
  package var entries: [Entry] = []
  package var rest: [UInt8] = []

  /// Creates an empty box of version 0 with 32-bit offsets and lengths.
  package init() {}

  /// Appends an entry; the version rises where 16 bits do not hold the numbers.
  package mutating func append(_ entry: Entry) {
    entries.append(entry)
    guard full.version < 2, entry.itemID > 0xFFFF || entries.count > 0xFFFF else { return }
    if full.version == 0 { indexSize = 0 }
    full.version = 2
  }
}

extension ItemLocationBox {
  /// States each place by the offsets of extents alone, as cameras do.
  package mutating func removeBaseOffsets() {
    for index in entries.indices where !entries[index].extents.isEmpty {
      let base = entries[index].baseOffset
      let ends = entries[index].extents.map { base.addingReportingOverflow($0.offset) }
      guard !ends.contains(where: \.overflow) else { continue }
      entries[index].baseOffset = 0
      for (number, end) in ends.enumerated() { entries[index].extents[number].offset = end.partialValue }
    }
    offsetSize = max(offsetSize, requiredOffsetSize)
    if !entries.contains(where: { $0.baseOffset != 0 }) { baseOffsetSize = 0 }
  }

  /// The size that a field for the offsets of all extents needs.
  var requiredOffsetSize: Int {
    let largest = entries.lazy.flatMap(\.extents).map(\.offset).max() ?? 0
    return largest == 0 ? 0 : largest <= UInt64(UInt32.max) ? 4 : 8
  }

  /// Reads the payload; throws `limitExceeded` where it has more entries than ``AuxLimits/items``.
  package init(parsing reader: inout ByteReader, limits: AuxLimits = .standard) throws(AuxError) {
    full = try FullBoxHeader(parsing: &reader)
    try full.require(upTo: 2, "iloc")
    let sizes = try reader.readUInt16()
    offsetSize = Int(sizes >> 12)
    lengthSize = Int(sizes >> 8 & 15)
    baseOffsetSize = Int(sizes >> 4 & 15)
    indexSize = Int(sizes & 15)
    let used = [offsetSize, lengthSize, baseOffsetSize, full.version == 0 ? 0 : indexSize]
    guard used.allSatisfy({ [0, 4, 8].contains($0) }) else {
      throw AuxError(
        .malformed, "field sizes other than 0, 4 and 8 (14496-12 8.11.3)", offset: reader.fileOffset)
    }
    let count = Int(try reader.readItemID(wide: full.version == 2))
    guard count <= limits.items else {
      throw AuxError(.limitExceeded, "\(count) items, \(limits.items) at most", offset: reader.fileOffset)
    }
    for number in 0..<count {
      entries.append(try AuxError.at("[\(number)]") { () throws(AuxError) in try entry(&reader) })
    }
    rest = reader.readRest()
  }

  private var extentSize: Int { offsetSize + lengthSize + (full.version == 0 ? 0 : indexSize) }

  private func entry(_ reader: inout ByteReader) throws(AuxError) -> Entry {
    var entry = Entry(itemID: try reader.readItemID(wide: full.version == 2), extents: [])
    if full.version > 0 { entry.method = try reader.readUInt16() }
    entry.dataReferenceIndex = try reader.readUInt16()
    entry.baseOffset = try reader.readNumber(baseOffsetSize)
    let count = Int(try reader.readUInt16())
    // Extents without any field take no bytes, so that the bytes left would not bound their number.
    guard extentSize > 0 || count <= 1 else {
      throw AuxError(
        .malformed, "\(count) extents without a field (14496-12 8.11.3)", offset: reader.fileOffset)
    }
    guard count * extentSize <= reader.remaining else {
      throw AuxError(.truncated, "\(count) extents in \(reader.remaining) bytes", offset: reader.fileOffset)
    }
    for _ in 0..<count {
      let index = full.version == 0 ? 0 : try reader.readNumber(indexSize)
      let (offset, length) = (try reader.readNumber(offsetSize), try reader.readNumber(lengthSize))
      entry.extents.append(Extent(index: index, offset: offset, length: length))
    }
    return entry
  }

  package func serialize(into writer: inout ByteWriter) {
    full.serialize(into: &writer)
    writer.write(UInt8(offsetSize << 4 | lengthSize))
    writer.write(UInt8(baseOffsetSize << 4 | indexSize))
    writer.write(itemID: UInt32(entries.count), wide: full.version == 2)
    for entry in entries {
      writer.write(itemID: entry.itemID, wide: full.version == 2)
      if full.version > 0 { writer.write(entry.method) }
      writer.write(entry.dataReferenceIndex)
      writer.write(number: entry.baseOffset, baseOffsetSize)
      writer.write(UInt16(entry.extents.count))
      for extent in entry.extents {
        if full.version > 0 { writer.write(number: extent.index, indexSize) }
        writer.write(number: extent.offset, offsetSize)
        writer.write(number: extent.length, lengthSize)
      }
    }
    writer.write(rest)
  }
}

extension ByteReader {
  fileprivate mutating func readNumber(_ size: Int) throws(AuxError) -> UInt64 {
    switch size {
    case 4: UInt64(try readUInt32())
    case 8: try readUInt64()
    default: 0
    }
  }
}

extension ByteWriter {
  fileprivate mutating func write(number: UInt64, _ size: Int) {
    switch size {
    case 4: write(UInt32(truncatingIfNeeded: number))
    case 8: write(number)
    default: break
    }
  }
}
