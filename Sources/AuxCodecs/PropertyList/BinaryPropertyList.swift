internal import AuxContainers
internal import AuxImage

/// A value of a property list, as far as auxiliary data-info dictionaries need it.
package indirect enum PropertyListValue: Hashable, Sendable {
  case data([UInt8])
  case integer(Int)
  case text(String)
  /// Values by their keys, in the order of the file.
  case dictionary([Entry])

  package struct Entry: Hashable, Sendable {
    package var key: String
    package var value: PropertyListValue

    package init(_ key: String, _ value: PropertyListValue) { (self.key, self.value) = (key, value) }
  }

  /// Returns the value of a key; nil for one that is absent, and where this is not a dictionary.
  package subscript(key: String) -> PropertyListValue? {
    guard case .dictionary(let entries) = self else { return nil }
    return entries.first { $0.key == key }?.value
  }
}

/// Reads binary property lists, no deeper than it is asked to.
///
/// Objects are looked up as they are needed, so that lists which refer to themselves, or to one object a
/// thousand times, cost nothing. Source: the format's description in Apple's CFBinaryPList.c.
struct BinaryPropertyListReader {
  static let magic = Array("bplist00".utf8)
  private static let trailerCount = 32
  /// The deepest dictionary that is read, the root being 1.
  private static let depth = 2

  private let bytes: [UInt8]
  private let wanted: Set<String>
  private let offsetSize, referenceSize, objectCount, rootReference, offsetTable: Int

  init(_ bytes: [UInt8], wanted: Set<String>) throws(AuxError) {
    self.bytes = bytes
    self.wanted = wanted
    guard bytes.count >= Self.magic.count + Self.trailerCount else {
      throw AuxError(.truncated, "a binary list ends with 32 bytes of trailer", offset: bytes.count)
    }
    let start = bytes.count - Self.trailerCount
    var reader = ByteReader(Array(bytes[start...]), fileOffset: start)
    try reader.skip(6)
    offsetSize = Int(try reader.readUInt8())
    referenceSize = Int(try reader.readUInt8())
    let numbers = [try reader.readUInt64(), try reader.readUInt64(), try reader.readUInt64()]
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
      let count = Int(exactly: numbers[0]), let root = Int(exactly: numbers[1]),
      let table = Int(exactly: numbers[2]), root < count, table >= Self.magic.count, table <= start,
      count <= (start - table) / offsetSize
    else { throw AuxError(.malformed, "the trailer does not fit the file", offset: start) }
    (objectCount, rootReference, offsetTable) = (count, root, table)
  }

  func root() throws(AuxError) -> PropertyListValue {
    guard let value = try value(rootReference, depth: 1), case .dictionary = value else {
      throw AuxError(.malformed, "the list is no dictionary")
    }
    return value
  }

  private func number(at position: Int, count: Int) throws(AuxError) -> Int {
    guard position >= 0, count <= offsetTable + objectCount * offsetSize - position else {
      throw AuxError(.truncated, "an object ends outside the list", offset: position)
    }
    var number: UInt64 = 0
    for byte in bytes[position..<(position + count)] { number = number << 8 | UInt64(byte) }
    guard let small = Int(exactly: number) else {
      throw AuxError(.malformed, "the number \(number) is too large", offset: position)
    }
    return small
  }

  /// Returns where an object's bytes begin, after its marker, the marker's kind, and its count.
  private func object(_ reference: Int) throws(AuxError) -> (kind: UInt8, count: Int, start: Int) {
    guard reference < objectCount else { throw AuxError(.malformed, "there is no object \(reference)") }
    let position = try number(at: offsetTable + reference * offsetSize, count: offsetSize)
    guard position >= Self.magic.count, position < offsetTable else {
      throw AuxError(.malformed, "object \(reference) is not among the objects", offset: position)
    }
    let marker = bytes[position]
    guard marker & 0xF == 0xF, marker >> 4 >= 4 else {
      return (marker >> 4, Int(marker & 0xF), position + 1)
    }
    // A longer count follows as an integer object.
    guard position + 1 < offsetTable, bytes[position + 1] >> 4 == 1, bytes[position + 1] & 0xF <= 3 else {
      throw AuxError(.malformed, "the count of object \(reference) is no integer", offset: position)
    }
    let size = 1 << Int(bytes[position + 1] & 0xF)
    return (marker >> 4, try number(at: position + 2, count: size), position + 2 + size)
  }

  private func body(_ start: Int, _ count: Int, _ size: Int) throws(AuxError) -> ArraySlice<UInt8> {
    guard start <= offsetTable, count <= (offsetTable - start) / size else {
      throw AuxError(.truncated, "an object of \(count) parts ends outside the list", offset: start)
    }
    return bytes[start..<(start + count * size)]
  }

  /// Returns an object; nil for one of a kind that no dictionary of ours has.
  private func value(_ reference: Int, depth: Int) throws(AuxError) -> PropertyListValue? {
    let (kind, count, start) = try object(reference)
    switch kind {
    case 1:
      guard count <= 3 else { throw AuxError(.malformed, "an integer of \(1 << count) bytes", offset: start) }
      return .integer(try number(at: start, count: 1 << count))
    case 4: return .data(Array(try body(start, count, 1)))
    case 5: return .text(String(decoding: try body(start, count, 1), as: UTF8.self))
    case 6:
      let units = Array(try body(start, count, 2))
      let pairs = stride(from: 0, to: units.count, by: 2)
      return .text(
        String(decoding: pairs.map { UInt16(units[$0]) << 8 | UInt16(units[$0 + 1]) }, as: UTF16.self))
    case 13 where depth <= Self.depth: return .dictionary(try entries(count, start, depth))
    default: return nil
    }
  }

  private func entries(
    _ count: Int, _ start: Int, _ depth: Int
  ) throws(AuxError) -> [PropertyListValue.Entry] {
    _ = try body(start, count, 2 * referenceSize)
    guard count <= 256 else { throw AuxError(.limitExceeded, "\(count) keys, 256 at most", offset: start) }
    var entries: [PropertyListValue.Entry] = []
    for number in 0..<count {
      let keyReference = try self.number(at: start + number * referenceSize, count: referenceSize)
      // A key that is longer than any of ours is not worth its bytes.
      let shape = try object(keyReference)
      guard shape.kind == 5, shape.count <= 64, case .text(let key)? = try value(keyReference, depth: depth),
        wanted.contains(key), !entries.contains(where: { $0.key == key })
      else { continue }
      let reference = try self.number(
        at: start + (count + number) * referenceSize, count: referenceSize)
      if let value = try value(reference, depth: depth + 1) { entries.append(.init(key, value)) }
    }
    return entries
  }
}

/// Writes binary property lists; the inverse of ``BinaryPropertyListReader``.
struct BinaryPropertyListWriter {
  /// An object: its marker, and the bytes of data, which are large and not copied.
  private var objects: [(marker: [UInt8], data: [UInt8])] = []

  static func bytes(of value: PropertyListValue) -> [UInt8] {
    var list = BinaryPropertyListWriter()
    let root = list.add(value)
    var writer = ByteWriter()
    writer.reserve(list.objects.reduce(64) { $0 + $1.marker.count + $1.data.count + 8 })
    writer.write(BinaryPropertyListReader.magic)
    var offsets: [Int] = []
    for object in list.objects {
      offsets.append(writer.bytes.count)
      writer.write(object.marker)
      writer.write(object.data)
    }
    let table = writer.bytes.count
    for offset in offsets { writer.write(UInt64(offset)) }
    // Six unused bytes, the sizes of offsets and references, then three numbers.
    writer.write([0, 0, 0, 0, 0, 0, 8, referenceSize] as [UInt8])
    writer.write(UInt64(offsets.count))
    writer.write(UInt64(root))
    writer.write(UInt64(table))
    return writer.bytes
  }

  private static let referenceSize: UInt8 = 2

  private mutating func add(_ value: PropertyListValue) -> Int {
    switch value {
    case .data(let bytes): objects.append((Self.header(4, bytes.count), bytes))
    case .integer(let number):
      var writer = ByteWriter()
      // Eight bytes are the one size that has a sign; smaller ones have none.
      if let small = UInt32(exactly: number) {
        writer.write(0x12 as UInt8)
        writer.write(small)
      } else {
        writer.write(0x13 as UInt8)
        writer.write(UInt64(bitPattern: Int64(number)))
      }
      objects.append((writer.bytes, []))
    case .text(let text):
      if text.utf8.allSatisfy({ $0 < 0x80 }) {
        objects.append((Self.header(5, text.utf8.count) + Array(text.utf8), []))
      } else {
        let units = Array(text.utf16)
        let bytes = units.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
        objects.append((Self.header(6, units.count) + bytes, []))
      }
    case .dictionary(let entries):
      let keys = entries.map { add(.text($0.key)) }
      let values = entries.map { add($0.value) }
      let references = (keys + values).flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
      objects.append((Self.header(13, entries.count) + references, []))
    }
    return objects.count - 1
  }

  private static func header(_ kind: UInt8, _ count: Int) -> [UInt8] {
    if count < 15 { return [kind << 4 | UInt8(count)] }
    var writer = ByteWriter()
    writer.write([kind << 4 | 0xF, 0x13] as [UInt8])
    writer.write(UInt64(count))
    return writer.bytes
  }
}
