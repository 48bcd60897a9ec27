package import AuxImage

/// The multi-picture index of a JPEG image as its bytes say, right or wrong.
///
/// ``MultiPictureFormat`` is made of one without faults. Source: CIPA DC-007; Specs/jpeg-mpf.md.
package struct MultiPictureIndex: Sendable {
  package enum Tag {
    package static let version: UInt16 = 0xB000
    package static let numberOfImages: UInt16 = 0xB001
    package static let entries: UInt16 = 0xB002
    package static let imageUIDs: UInt16 = 0xB003
  }

  /// The number of bytes before the byte-order mark, from which offsets count.
  package static let headerCount = JPEGIdentifier.multiPicture.count

  package struct Field: Sendable {
    package var tag: UInt16
    package var type: UInt16
    package var count: UInt32
    package var offset: Int
    /// The bytes of the value, which fields may share: a copy is made where one is asked for.
    package var bytes: ArraySlice<UInt8>

    package var value: [UInt8] { Array(bytes) }
  }

  package struct Entry: Sendable {
    package static let byteCount = 16

    /// From 1, as the entries count.
    package var number: Int
    package var attribute: UInt32
    package var size: Int
    /// The offset as stored, from the byte-order mark.
    package var offset: Int
    package var dependents: [UInt16]
    package var position: Int
  }

  package enum Fault: Sendable {
    /// These bytes are where the byte-order mark should be.
    case mark([UInt8])
    case structure(AuxError)
    case value(tag: UInt16, AuxError)
  }

  /// The offset of the byte-order mark in the file, from which offsets count.
  package let base: Int
  package private(set) var endianness = ByteReader.Endianness.big
  /// The fields of the index directory whose values can be read.
  package private(set) var fields: [Field] = []
  package private(set) var entries: [Entry] = []
  /// What is wrong with the index directory, in the order in which it was met.
  package private(set) var faults: [Fault] = []
  /// The fields of the attribute directory; nil where it is missing or cannot be read.
  private(set) var attributes: [Field]?
  /// Why the offset of the attribute directory, or that directory itself, cannot be read.
  private(set) var attributesFault: AuxError?
}

extension MultiPictureIndex {
  package init(_ segment: JPEGSegment, in source: any ByteSource, limits: AuxLimits) {
    base = segment.payloadOffset + Self.headerCount
    ParseEvent.report(.multiPictureIndex(at: base, of: source.byteCount))
    do throws(AuxError) {
      let count = segment.payloadCount - Self.headerCount
      try read(ByteReader(try source.read(at: base, count: count), fileOffset: base), limits)
    } catch { faults.append(.structure(error)) }
  }

  /// Reads the index in the rest of a payload, the identifier passed over.
  init(_ reader: ByteReader, limits: AuxLimits) {
    base = reader.fileOffset
    do throws(AuxError) { try read(reader, limits) } catch { faults.append(.structure(error)) }
  }

  private mutating func read(_ block: ByteReader, _ limits: AuxLimits) throws(AuxError) {
    var block = block
    switch try block.readBytes(4) {
    case [0x4D, 0x4D, 0, 0x2A]: endianness = .big
    case [0x49, 0x49, 0x2A, 0]: endianness = .little
    case let mark:
      faults.append(.mark(mark))
      return
    }
    block.endianness = endianness
    var directory = block
    try directory.seek(to: Int(try block.readUInt32()))
    try Self.read(&fields, &directory, of: block, &faults)
    try readEntries(limits)
    do throws(AuxError) { try readAttributes(&directory, of: block) } catch { attributesFault = error }
  }

  /// Reads the fields of a directory; one whose value cannot be read is a fault.
  private static func read(
    _ fields: inout [Field], _ directory: inout ByteReader, of block: ByteReader, _ faults: inout [Fault]
  ) throws(AuxError) {
    for _ in 0..<(try directory.readUInt16()) {
      var value = directory
      let entry = try TIFFEntry(parsing: &directory)
      let size = Int(entry.count) * (entry.type.byteCount ?? 1)
      do throws(AuxError) {
        if size > 4 {
          value = block
          try value.seek(to: Int(entry.valueField))
        } else {
          try value.skip(8)
        }
        fields.append(
          Field(
            tag: entry.tag, type: entry.type.rawValue, count: entry.count, offset: value.fileOffset,
            bytes: try value.readSlice(size)))
      } catch { faults.append(.value(tag: entry.tag, error)) }
    }
  }

  private mutating func readEntries(_ limits: AuxLimits) throws(AuxError) {
    guard let field = field(Tag.entries) else { return }
    let size = Entry.byteCount
    var reader = ByteReader(field.value, endianness: endianness)
    for number in 0..<min(limits.images, field.bytes.count / size) {
      entries.append(
        Entry(
          number: number + 1, attribute: try reader.readUInt32(), size: Int(try reader.readUInt32()),
          offset: Int(try reader.readUInt32()),
          dependents: [try reader.readUInt16(), try reader.readUInt16()],
          position: field.offset + number * size))
    }
  }

  /// Reads the directory that follows the index directory, whose end `directory` has come to.
  private mutating func readAttributes(
    _ directory: inout ByteReader, of block: ByteReader
  ) throws(AuxError) {
    let next = Int(try directory.readUInt32())
    guard next != 0 else { return }
    var following = block
    try following.seek(to: next)
    var (fields, faults): ([Field], [Fault]) = ([], [])
    try Self.read(&fields, &following, of: block, &faults)
    if case .value(_, let error)? = faults.first { throw error }
    _ = try following.readUInt32()
    attributes = fields
  }
}

extension MultiPictureIndex {
  package func field(_ tag: UInt16) -> Field? { fields.first { $0.tag == tag } }

  /// The count that NumberOfImages states; nil where it is missing.
  package var numberOfImages: Int? {
    guard let value = field(Tag.numberOfImages)?.bytes, value.count >= 4 else {
      return nil
    }
    var reader = ByteReader(Array(value.prefix(4)), endianness: endianness)
    return (try? reader.readUInt32()).map(Int.init)
  }

  /// Returns the bytes of the file that an entry names.
  package func range(of entry: Entry) -> Range<Int> {
    let start = entry.number == 1 ? 0 : base + entry.offset
    return start..<(start + entry.size)
  }
}
