internal import AuxContainers
internal import AuxImage

/// The multi-picture index of a JPEG image as its bytes say, right or wrong.
///
/// Source: CIPA DC-007; Specs/jpeg-mpf.md.
struct MultiPictureSubject: Sendable {
  /// One field of the index directory.
  struct Field: Sendable {
    var tag: UInt16
    var type: UInt16
    var count: Int
    /// Where the value stands in the file.
    var offset: Int
    var value: [UInt8]
  }

  /// One MP entry.
  struct Entry: Sendable {
    /// From 1, as the entries count.
    var number: Int
    var attribute: UInt32
    var size: Int
    /// The offset as stored, from the byte-order mark.
    var offset: Int
    var dependents: [UInt16]
    /// Where the entry itself stands in the file.
    var position: Int
  }

  /// The offset of the byte-order mark in the file.
  let base: Int
  private(set) var fields: [Field] = []
  private(set) var entries: [Entry] = []
  private(set) var faults: [Fault] = []
  private(set) var endianness = ByteReader.Endianness.big

  init(_ segment: JPEGSegment, in source: any ByteSource, limits: Limits) {
    base = segment.payloadOffset + MultiPictureFormat.headerCount
    do throws(AuxError) {
      let count = segment.payloadCount - MultiPictureFormat.headerCount
      let reader = ByteReader(try source.read(at: base, count: count), fileOffset: base)
      try read(reader, limits)
    } catch { faults.append(Fault("JPEG-MPF-HEADER", error, in: "MPF")) }
  }

  private mutating func read(_ block: ByteReader, _ limits: Limits) throws(AuxError) {
    var block = block
    switch try block.readBytes(4) {
    case [0x4D, 0x4D, 0, 0x2A]: endianness = .big
    case [0x49, 0x49, 0x2A, 0]: endianness = .little
    case let mark:
      throw AuxError(
        .malformed, "the index begins with \(hex(mark)), not with a byte-order mark", offset: base)
    }
    block.endianness = endianness
    let first = Int(try block.readUInt32())
    var directory = block
    try directory.seek(to: first)
    for _ in 0..<(try directory.readUInt16()) { try readField(&directory, block) }
    guard let field = field(MultiPictureFormat.Tag.entries) else { return }
    for number in 0..<min(limits.images, field.value.count / 16) {
      var reader = ByteReader(
        Array(field.value[(number * 16)..<(number * 16 + 16)]), endianness: endianness)
      entries.append(
        Entry(
          number: number + 1, attribute: try reader.readUInt32(), size: Int(try reader.readUInt32()),
          offset: Int(try reader.readUInt32()),
          dependents: [try reader.readUInt16(), try reader.readUInt16()],
          position: field.offset + number * 16))
    }
  }

  private mutating func readField(_ directory: inout ByteReader, _ block: ByteReader) throws(AuxError) {
    let tag = try directory.readUInt16()
    let type = try directory.readUInt16()
    let count = Int(try directory.readUInt32())
    let size = count * (TIFFFieldType(rawValue: type).byteCount ?? 1)
    var value = directory
    if size > 4 {
      let position = Int(try directory.readUInt32())
      value = block
      do throws(AuxError) { try value.seek(to: position) } catch {
        faults.append(Fault("JPEG-MPF-HEADER", error, in: "MPF/\(hex([UInt8(tag >> 8), UInt8(tag & 255)]))"))
        return
      }
    } else {
      try directory.skip(4)
    }
    let offset = value.fileOffset
    do throws(AuxError) {
      fields.append(
        Field(tag: tag, type: type, count: count, offset: offset, value: try value.readBytes(size)))
    } catch {
      faults.append(Fault("JPEG-MPF-HEADER", error, in: "MPF/\(hex([UInt8(tag >> 8), UInt8(tag & 255)]))"))
    }
  }

  func field(_ tag: UInt16) -> Field? { fields.first { $0.tag == tag } }

  /// The count that NumberOfImages tells.
  var numberOfImages: Int? {
    guard let value = field(MultiPictureFormat.Tag.numberOfImages)?.value, value.count >= 4 else {
      return nil
    }
    var reader = ByteReader(value, endianness: endianness)
    return (try? reader.readUInt32()).map(Int.init)
  }

  /// Returns the bytes of the file that an entry names.
  func range(of entry: Entry) -> Range<Int> {
    let start = entry.number == 1 ? 0 : base + entry.offset
    return start..<(start + entry.size)
  }
}

/// Returns bytes in hexadecimal.
func hex(_ bytes: [UInt8]) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
}
