package import AuxImage

/// A cursor over bytes in memory that never passes its end.
///
/// A failed read throws and moves nothing; a child reader cannot leave its parent's range.
package struct ByteReader {
  package enum Endianness: Hashable, Sendable {
    case big
    case little
  }

  private let bytes: ArraySlice<UInt8>
  private let start: Int
  private let end: Int
  private var position: Int
  /// What makes an index of `bytes` an offset in the file.
  private let base: Int
  package var endianness: Endianness

  package init(_ bytes: [UInt8], fileOffset: Int = 0, endianness: Endianness = .big) {
    self.init(bytes[...], fileOffset: fileOffset, endianness: endianness)
  }

  /// Creates a reader of `bytes`, which are at `fileOffset` in their file; their memory is shared.
  package init(_ bytes: ArraySlice<UInt8>, fileOffset: Int, endianness: Endianness = .big) {
    self.bytes = bytes
    (start, end, position) = (bytes.startIndex, bytes.endIndex, bytes.startIndex)
    base = fileOffset - bytes.startIndex
    self.endianness = endianness
  }

  private init(parent: ByteReader, range: Range<Int>) {
    bytes = parent.bytes
    base = parent.base
    endianness = parent.endianness
    start = range.lowerBound
    position = range.lowerBound
    end = range.upperBound
  }

  package var remaining: Int { end - position }
  package var fileOffset: Int { base + position }
  package var offset: Int { position - start }

  private func need(_ count: Int) throws(AuxError) {
    guard count >= 0, count <= remaining else {
      throw AuxError(.truncated, "\(count) bytes are needed and \(remaining) are left", offset: fileOffset)
    }
  }

  private mutating func number<Number: FixedWidthInteger>(_: Number.Type) throws(AuxError) -> Number {
    try need(MemoryLayout<Number>.size)
    let index = position - bytes.startIndex
    let stored = unsafe bytes.withUnsafeBytes {
      unsafe $0.loadUnaligned(fromByteOffset: index, as: Number.self)
    }
    position += MemoryLayout<Number>.size
    return endianness == .big ? Number(bigEndian: stored) : Number(littleEndian: stored)
  }

  package mutating func readUInt8() throws(AuxError) -> UInt8 { try number(UInt8.self) }
  package mutating func readUInt16() throws(AuxError) -> UInt16 { try number(UInt16.self) }
  package mutating func readUInt24() throws(AuxError) -> UInt32 {
    try need(3)
    let (first, last) = (UInt32(try number(UInt16.self)), UInt32(try number(UInt8.self)))
    return endianness == .big ? first << 8 | last : last << 16 | first
  }
  package mutating func readUInt32() throws(AuxError) -> UInt32 { try number(UInt32.self) }
  package mutating func readInt32() throws(AuxError) -> Int32 { try number(Int32.self) }
  package mutating func readUInt64() throws(AuxError) -> UInt64 { try number(UInt64.self) }

  package mutating func readBytes(_ count: Int) throws(AuxError) -> [UInt8] { Array(try readSlice(count)) }

  /// Reads `count` bytes that share the reader's memory.
  package mutating func readSlice(_ count: Int) throws(AuxError) -> ArraySlice<UInt8> {
    try need(count)
    defer { position += count }
    return bytes[position..<(position + count)]
  }

  package mutating func readRest() -> [UInt8] { Array(readRestSlice()) }

  /// Reads all that is left, which shares the reader's memory.
  package mutating func readRestSlice() -> ArraySlice<UInt8> {
    defer { position = end }
    return bytes[position..<end]
  }

  package mutating func skip(_ count: Int) throws(AuxError) {
    try need(count)
    position += count
  }

  /// Moves to a position from the reader's own start.
  package mutating func seek(to offset: Int) throws(AuxError) {
    guard offset >= 0, offset <= end - start else {
      throw AuxError(
        .malformed, "the position \(offset) is outside the \(end - start) bytes", offset: base + start)
    }
    position = start + offset
  }

  /// Returns a reader of the next `count` bytes and passes over them.
  package mutating func readChild(_ count: Int) throws(AuxError) -> ByteReader {
    try need(count)
    defer { position += count }
    return ByteReader(parent: self, range: position..<(position + count))
  }

  /// Reads the bytes up to the next NUL, which is skipped.
  package mutating func readCString() throws(AuxError) -> String {
    guard let nul = bytes[position..<end].firstIndex(of: 0) else {
      throw AuxError(.truncated, "a string has no NUL at its end", offset: fileOffset)
    }
    defer { position = nul + 1 }
    return String(decoding: bytes[position..<nul], as: UTF8.self)
  }
}
