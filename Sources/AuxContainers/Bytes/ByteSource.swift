package import AuxImage

/// Bytes that can be read anywhere, without being loaded as a whole.
package protocol ByteSource: Sendable {
  /// The number of bytes.
  var byteCount: Int { get }
  /// Returns `count` bytes from `offset` on; throws `truncated` where the source ends before.
  func read(at offset: Int, count: Int) throws(AuxError) -> [UInt8]
}

extension ByteSource {
  /// Throws `truncated` unless the range lies inside the source.
  package func check(offset: Int, count: Int) throws(AuxError) {
    guard offset >= 0, count >= 0, offset <= byteCount, count <= byteCount - offset else {
      throw AuxError(
        .truncated, "\(count) bytes are needed and the file ends at byte \(byteCount)", offset: offset)
    }
  }

  /// Returns up to `count` bytes from `offset` on, fewer at the end of the source.
  package func readPrefix(at offset: Int, count: Int) throws(AuxError) -> [UInt8] {
    guard offset >= 0, offset < byteCount else { return [] }
    return try read(at: offset, count: min(count, byteCount - offset))
  }
}

/// A source in memory.
package struct MemoryByteSource: ByteSource {
  private let bytes: [UInt8]

  /// Creates a source of `bytes`.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package var byteCount: Int { bytes.count }

  package func read(at offset: Int, count: Int) throws(AuxError) -> [UInt8] {
    try check(offset: offset, count: count)
    return Array(bytes[offset..<(offset + count)])
  }
}
