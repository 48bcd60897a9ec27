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

  private func encoded(_ value: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { index in
      UInt8(truncatingIfNeeded: value >> UInt64(8 * (endianness == .big ? count - 1 - index : index)))
    }
  }

  /// Writes an 8-bit number.
  package mutating func write(_ value: UInt8) { bytes.append(value) }
  /// Writes a 16-bit number.
  package mutating func write(_ value: UInt16) { bytes += encoded(UInt64(value), 2) }
  /// Writes a 32-bit number.
  package mutating func write(_ value: UInt32) { bytes += encoded(UInt64(value), 4) }
  /// Writes a 64-bit number.
  package mutating func write(_ value: UInt64) { bytes += encoded(value, 8) }
  /// Writes the low 24 bits of a number.
  package mutating func writeUInt24(_ value: UInt32) { bytes += encoded(UInt64(value), 3) }
  /// Writes bytes.
  package mutating func write(_ more: some Sequence<UInt8>) { bytes += more }
  /// Writes the text and a NUL.
  package mutating func writeCString(_ text: String) {
    bytes += Array(text.utf8)
    bytes.append(0)
  }

  /// Replaces the four bytes at `offset`.
  package mutating func patch(_ value: UInt32, at offset: Int) {
    bytes.replaceSubrange(offset..<(offset + 4), with: encoded(UInt64(value), 4))
  }

  /// Replaces the eight bytes at `offset`.
  package mutating func patch(_ value: UInt64, at offset: Int) {
    bytes.replaceSubrange(offset..<(offset + 8), with: encoded(value, 8))
  }
}
