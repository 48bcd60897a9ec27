internal import AuxContainers

/// Writes binary property lists; the inverse of ``BinaryPropertyListReader``.
struct BinaryPropertyListWriter {
  /// An object: its marker, and the bytes of data, which are large and not copied.
  private var objects: [(marker: [UInt8], data: [UInt8])] = []

  /// Returns the list.
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

  /// Adds a value and what it holds, and returns its number.
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

  /// Returns the marker of a kind with its count.
  private static func header(_ kind: UInt8, _ count: Int) -> [UInt8] {
    if count < 15 { return [kind << 4 | UInt8(count)] }
    var writer = ByteWriter()
    writer.write([kind << 4 | 0xF, 0x13] as [UInt8])
    writer.write(UInt64(count))
    return writer.bytes
  }
}
