package import AuxImage

/// The values of one entry, loaded and typed.
///
/// Source: TIFF 6.0, section 2, "Types".
package struct TIFFValues: Sendable {
  package let type: TIFFFieldType
  package let count: Int
  package let bytes: [UInt8]
  private let place: String
  private let offset: Int?
  private let endianness: ByteReader.Endianness

  /// Loads the values of an entry.
  ///
  /// Throws `limitExceeded` where they are more than `most` bytes, `truncated` where they are not in the
  /// file, `unsupported` where their type is unknown.
  package init(
    _ entry: TIFFEntry, place: String, _ source: any ByteSource, _ endianness: ByteReader.Endianness,
    most: Int
  ) throws(AuxError) {
    let size = try entry.valueByteCount(most: most, place: place)
    type = entry.type
    count = Int(entry.count)
    self.place = place
    self.endianness = endianness
    if entry.isInline {
      var field = ByteWriter(endianness: endianness)
      field.write(entry.valueField)
      bytes = Array(field.bytes.prefix(size))
      offset = nil
    } else {
      let position = Int(entry.valueField)
      do throws(AuxError) {
        bytes = try source.read(at: position, count: size)
      } catch { throw error.within(place) }
      offset = position
    }
  }

  private func mismatch(_ wanted: String) -> AuxError {
    AuxError(
      .malformed, "values of type \(type.rawValue) where \(wanted) is needed", offset: offset, place: place)
  }

  /// Returns what `read` makes of each value.
  private func each<Value>(
    _ read: (inout ByteReader) throws(AuxError) -> Value
  ) throws(AuxError) -> [Value] {
    var reader = ByteReader(bytes, fileOffset: offset ?? 0, endianness: endianness)
    var values: [Value] = []
    values.reserveCapacity(count)
    for _ in 0..<count { values.append(try read(&reader)) }
    return values
  }

  /// Returns whole numbers; types BYTE, SHORT, LONG, IFD, the signed ones, and those of 64 bits
  /// whose values would fit 32.
  package func integers() throws(AuxError) -> [Int] {
    switch type {
    case .byte, .undefined: bytes.map(Int.init)
    case .signedByte: bytes.map { Int(Int8(bitPattern: $0)) }
    case .short: try each { reader throws(AuxError) in Int(try reader.readUInt16()) }
    case .signedShort:
      try each { reader throws(AuxError) in Int(Int16(bitPattern: try reader.readUInt16())) }
    case .long, .ifd: try each { reader throws(AuxError) in Int(try reader.readUInt32()) }
    case .signedLong: try each { reader throws(AuxError) in Int(try reader.readInt32()) }
    case .long8, .signedLong8, .ifd8:
      try each { reader throws(AuxError) in
        let bits = try reader.readUInt64()
        let value = type == .signedLong8 ? Int64(bitPattern: bits) : Int64(clamping: bits)
        // What no LONG holds would overflow where these are multiplied.
        guard value >= Int64(Int32.min), value <= Int64(UInt32.max) else {
          throw AuxError(.limitExceeded, "a number of more than 32 bits", offset: offset, place: place)
        }
        return Int(value)
      }
    default: throw mismatch("a whole number")
    }
  }

  /// Returns quotients; a whole number n is n/1.
  package func rationals() throws(AuxError) -> [TIFFRational] {
    switch type {
    case .rational:
      try each { reader throws(AuxError) in
        TIFFRational(Int64(try reader.readUInt32()), Int64(try reader.readUInt32()))
      }
    case .signedRational:
      try each { reader throws(AuxError) in
        TIFFRational(Int64(try reader.readInt32()), Int64(try reader.readInt32()))
      }
    default: try integers().map { TIFFRational(Int64($0), 1) }
    }
  }

  /// Returns numbers of any type; NaN for 0/0.
  package func numbers() throws(AuxError) -> [Double] {
    switch type {
    case .float:
      try each { reader throws(AuxError) in Double(Float(bitPattern: try reader.readUInt32())) }
    case .double: try each { reader throws(AuxError) in Double(bitPattern: try reader.readUInt64()) }
    default: try rationals().map { $0.value ?? .nan }
    }
  }

  /// Returns text up to the first NUL; bytes that are not UTF-8 are replaced.
  package func text() throws(AuxError) -> String {
    guard type == .ascii || type == .byte || type == .undefined else { throw mismatch("text") }
    return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}

extension TIFFEntry {
  /// Returns the size of the values; throws `unsupported` for an unknown type, `limitExceeded` for more than `most`.
  fileprivate func valueByteCount(most: Int, place: String) throws(AuxError) -> Int {
    guard let size = valueByteCount else {
      throw AuxError(.unsupported, "values of the unknown type \(type.rawValue)", place: place)
    }
    guard size <= most else {
      throw AuxError(.limitExceeded, "a value of \(size) bytes, \(most) at most", place: place)
    }
    return size
  }
}

/// A file whose directories have values.
package protocol TIFFContent: Sendable {
  var source: any ByteSource { get }
  var endianness: ByteReader.Endianness { get }
  var limits: AuxLimits { get }
}

extension TIFFContent {
  package func values(
    _ tag: UInt16, in directory: TIFFDirectory, most: Int? = nil
  ) throws(AuxError) -> TIFFValues? {
    guard let entry = directory[tag] else { return nil }
    return try TIFFValues(
      entry, place: directory.place(tag), source, endianness, most: most ?? limits.entryBytes)
  }

  /// Returns the first value of a tag as a whole number, or nil where the directory does not have it.
  package func integer(_ tag: UInt16, in directory: TIFFDirectory) throws(AuxError) -> Int? {
    guard let values = try values(tag, in: directory)?.integers() else { return nil }
    guard let value = values.first else {
      throw AuxError(
        .malformed, "the field has no value", offset: directory.offset, place: directory.place(tag))
    }
    return value
  }

  package func text(_ tag: UInt16, in directory: TIFFDirectory) throws(AuxError) -> String? {
    try values(tag, in: directory)?.text()
  }

  /// Returns where the values of a tag are in the file, or nil where the directory does not have it.
  ///
  /// Throws `limitExceeded` where they are more than `most` bytes, `unsupported` where their type is unknown.
  package func range(
    of tag: UInt16, in directory: TIFFDirectory, most: Int
  ) throws(AuxError) -> Range<Int>? {
    guard let index = directory.entries.firstIndex(where: { $0.tag == tag }) else { return nil }
    let entry = directory.entries[index]
    let size = try entry.valueByteCount(most: most, place: directory.place(tag))
    let start =
      entry.isInline
      ? directory.entryOffset(index) + (directory.isBig ? 12 : 8) : Int(entry.valueField)
    return start..<(start + size)
  }
}
