internal import AuxKernels

/// Buffers of one size that are used again, so that a stream does not allocate for each of its frames.
public struct BufferPool: Sendable {
  /// The size of a buffer in bytes.
  public let byteCount: Int
  /// The greatest number of buffers that are kept.
  public let limit: Int
  private var free: [[UInt8]] = []

  /// Creates an empty pool.
  public init(byteCount: Int, limit: Int) {
    self.byteCount = max(byteCount, 0)
    self.limit = max(limit, 0)
  }

  /// The number of buffers that wait for use.
  public var count: Int { free.count }

  /// Returns a buffer of undefined samples, one that was given back where there is any.
  public mutating func take() -> [UInt8] {
    free.popLast() ?? Bands.undefined(byteCount, of: UInt8.self)
  }

  /// Takes a buffer back; one of another size, or one too many, is let go.
  public mutating func give(_ buffer: consuming [UInt8]) {
    if buffer.count == byteCount && free.count < limit { free.append(buffer) }
  }
}
