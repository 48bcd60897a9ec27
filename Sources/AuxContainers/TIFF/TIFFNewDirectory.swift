package import AuxImage

/// A directory to be written: entries kept from a file, whose values stay where they are, and new values.
///
/// Source: TIFF 6.0, section 2.
package struct TIFFNewDirectory: Sendable {
  private enum Field {
    case kept(TIFFEntry)
    case value(TIFFFieldType, count: Int, bytes: [UInt8])
  }

  package let endianness: ByteReader.Endianness
  /// The offset of the next directory of the chain; 0 for none.
  package var next: UInt32 = 0
  private var fields: [UInt16: Field] = [:]

  package init(endianness: ByteReader.Endianness) { self.endianness = endianness }

  /// Creates a directory with all entries of one that the file has; of entries of one tag the first stays.
  package init(keeping directory: TIFFDirectory, endianness: ByteReader.Endianness) {
    self.endianness = endianness
    next = directory.next
    for entry in directory.entries where fields[entry.tag] == nil { fields[entry.tag] = .kept(entry) }
  }

  package func holds(_ tag: UInt16) -> Bool { fields[tag] != nil }

  package mutating func remove(_ tag: UInt16) { fields[tag] = nil }

  /// Sets values that are in the file's byte order already.
  package mutating func set(_ tag: UInt16, _ type: TIFFFieldType, count: Int, bytes: [UInt8]) {
    fields[tag] = .value(type, count: count, bytes: bytes)
  }

  package mutating func set(_ tag: UInt16, bytes: [UInt8]) {
    set(tag, .byte, count: bytes.count, bytes: bytes)
  }

  /// Sets text of type ASCII, with the NUL that ends it.
  package mutating func set(_ tag: UInt16, text: String) {
    let bytes = text.utf8 + [0]
    set(tag, .ascii, count: bytes.count, bytes: Array(bytes))
  }

  /// Sets values of type SHORT; the caller knows that they fit.
  package mutating func set(_ tag: UInt16, shorts: [Int]) {
    var writer = ByteWriter(endianness: endianness)
    for value in shorts { writer.write(UInt16(value)) }
    set(tag, .short, count: shorts.count, bytes: writer.bytes)
  }

  /// Sets values of type LONG; the caller knows that they fit.
  package mutating func set(_ tag: UInt16, longs: [Int], type: TIFFFieldType = .long) {
    var writer = ByteWriter(endianness: endianness)
    for value in longs { writer.write(UInt32(value)) }
    set(tag, type, count: longs.count, bytes: writer.bytes)
  }

  /// Sets values of type RATIONAL, or SRATIONAL where `signed`.
  package mutating func set(_ tag: UInt16, rationals: [TIFFRational], signed: Bool = false) {
    var writer = ByteWriter(endianness: endianness)
    for value in rationals {
      writer.write(UInt32(truncatingIfNeeded: value.numerator))
      writer.write(UInt32(truncatingIfNeeded: value.denominator))
    }
    set(tag, signed ? .signedRational : .rational, count: rationals.count, bytes: writer.bytes)
  }
}

extension TIFFNewDirectory {
  /// Writes the values that do not fit their entries, then `record`, then the directory; returns its offset.
  ///
  /// `base` is the offset in the file of the first byte of `writer`. Values and directory begin on even
  /// offsets, the tags ascend. Throws `limitExceeded` where an offset passes 32 bits.
  package func serialize(
    into writer: inout ByteWriter, base: Int, record: [UInt8] = []
  ) throws(AuxError) -> Int {
    var entries: [TIFFEntry] = []
    for tag in fields.keys.sorted() {
      switch fields[tag] {
      case .kept(let entry)?: entries.append(entry)
      case .value(let type, let count, let bytes)?:
        let field = try Self.place(bytes, in: &writer, base: base)
        entries.append(TIFFEntry(tag: tag, type: type, count: UInt32(count), valueField: field))
      case nil: break
      }
    }
    writer.pad(base: base)
    writer.write(record)
    let offset = base + writer.count
    guard offset <= Int(UInt32.max) else { throw Self.tooFar }
    guard entries.count <= Int(UInt16.max) else {
      throw AuxError(.limitExceeded, "\(entries.count) tags do not fit a directory")
    }
    writer.write(UInt16(entries.count))
    for entry in entries { entry.serialize(into: &writer) }
    writer.write(next)
    return offset
  }

  private static let tooFar = AuxError(
    .limitExceeded, "the file would pass 4 GiB, which TIFF offsets cannot express")

  /// Writes values that do not fit an entry; returns the last four bytes of the entry as a number.
  private static func place(
    _ bytes: [UInt8], in writer: inout ByteWriter, base: Int
  ) throws(AuxError) -> UInt32 {
    guard bytes.count > 4 else {
      var reader = ByteReader(
        bytes + [UInt8](repeating: 0, count: 4 - bytes.count), endianness: writer.endianness)
      return try reader.readUInt32()
    }
    writer.pad(base: base)
    guard base + writer.count <= Int(UInt32.max) else { throw tooFar }
    defer { writer.write(bytes) }
    return UInt32(base + writer.count)
  }
}

extension ByteWriter {
  /// Writes a zero where the next byte would be at an odd offset of the file.
  mutating func pad(base: Int) {
    if (base + count) % 2 == 1 { write(UInt8(0)) }
  }
}
