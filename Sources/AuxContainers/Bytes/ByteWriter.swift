/// Collects bytes; the inverse of ``ByteReader``.
package struct ByteWriter {
  /// The bytes written so far.
  package private(set) var bytes: [UInt8] = []
  /// The byte order of the numbers that follow.
  package var endianness: ByteReader.Endianness

  /// Creates an empty writer.
  package init(endianness: ByteReader.Endianness = .big) { self.endianness = endianness }

  /// Makes room for so many bytes in all, so that what is written does not have to move.
  package mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

  /// The number of bytes written so far.
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

  /// Writes an 8-bit number.
  package mutating func write(_ value: UInt8) { bytes.append(value) }
  /// Writes a 16-bit number.
  package mutating func write(_ value: UInt16) { write(UInt64(value), count: 2) }
  /// Writes a 32-bit number.
  package mutating func write(_ value: UInt32) { write(UInt64(value), count: 4) }
  /// Writes a 64-bit number.
  package mutating func write(_ value: UInt64) { write(value, count: 8) }
  /// Writes the low 24 bits of a number.
  package mutating func writeUInt24(_ value: UInt32) { write(UInt64(value), count: 3) }
  /// Writes bytes.
  package mutating func write(_ more: some Sequence<UInt8>) { bytes += more }
  /// Writes the text and a NUL.
  package mutating func writeCString(_ text: String) {
    bytes += Array(text.utf8)
    bytes.append(0)
  }

  /// Replaces the four bytes at `offset`.
  package mutating func patch(_ value: UInt32, at offset: Int) {
    replace(UInt64(value), count: 4, at: offset)
  }

  /// Replaces the eight bytes at `offset`.
  package mutating func patch(_ value: UInt64, at offset: Int) {
    replace(value, count: 8, at: offset)
  }
}
