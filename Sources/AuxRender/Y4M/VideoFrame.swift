public import AuxImage

/// A frame of a stream: the luma plane, then the planes of blue and red difference, all tightly packed.
public struct VideoFrame: Hashable, Sendable {
  /// What the planes are.
  public let format: Format
  /// The samples of the planes, one after the other, as Y4M stores them.
  public internal(set) var bytes: [UInt8]

  /// Creates a frame of planes.
  ///
  /// Throws `AuxError` with code `usage` where the number of bytes is not that of the format.
  public init(format: Format, bytes: [UInt8]) throws(AuxError) {
    guard bytes.count == format.byteCount else {
      throw AuxError(.usage, "a frame has \(format.byteCount) bytes, not \(bytes.count)")
    }
    self.init(format: format, known: bytes)
  }

  /// Creates a frame of planes whose size is known to be right.
  init(format: Format, known bytes: [UInt8]) {
    (self.format, self.bytes) = (format, bytes)
  }
}
