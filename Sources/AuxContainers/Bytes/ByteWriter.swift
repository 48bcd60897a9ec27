/// Collects bytes; the inverse of ``ByteReader``.
package struct ByteWriter {
  package private(set) var bytes: [UInt8] = []
  package var endianness: ByteReader.Endianness

  package init(endianness: ByteReader.Endianness = .big) { self.endianness = endianness }

  /// Makes room for so many bytes in all, so that what is written does not have to move.
  package mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

  package var count: Int { bytes.count }

  private func byte(_ index: Int, of count: Int, _ value: UInt64) -> UInt8 {
    UInt8(truncatingIfNeeded: value >> UInt64(8 * (endianness == .big ? count - 1 - index : index)))
  }

  private mutating func write(_ value: UInt64, count: Int) {
    for index in 0..<count { bytes.append(byte(index, of: count, value)) }
  }

  private mutating func replace(_ value: UInt64, count: Int, at offset: Int) {
    for index in 0..<count { bytes[offset + index] = byte(index, of: count, value) }
  }

  package mutating func write(_ value: UInt8) { bytes.append(value) }
  package mutating func write(_ value: UInt16) { write(UInt64(value), count: 2) }
  package mutating func write(_ value: UInt32) { write(UInt64(value), count: 4) }
  package mutating func write(_ value: UInt64) { write(value, count: 8) }
  package mutating func write(_ more: some Sequence<UInt8>) { bytes += more }
  package mutating func writeCString(_ text: String) {
    bytes += Array(text.utf8)
    bytes.append(0)
  }

  package mutating func patch(_ value: UInt32, at offset: Int) {
    replace(UInt64(value), count: 4, at: offset)
  }

  package mutating func patch(_ value: UInt64, at offset: Int) {
    replace(value, count: 8, at: offset)
  }
}
