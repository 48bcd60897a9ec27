public import AuxImage

/// Puts a Y4M stream together: frames in, bytes out.
public struct Y4MWriter: Sendable {
  /// The header.
  public let header: Y4MHeader
  private var hasStarted = false

  /// Creates a writer.
  public init(header: Y4MHeader) { self.header = header }

  /// Returns the bytes of the next frame, after those of the header where it is the first.
  ///
  /// Throws `AuxError` with code `usage` where the frame has another format than the header.
  public mutating func bytes(of frame: VideoFrame) throws(AuxError) -> [UInt8] {
    guard frame.format == header.format else {
      throw AuxError(.usage, "a frame has another format than the stream")
    }
    var bytes = opening()
    bytes.reserveCapacity(bytes.count + frame.bytes.count)
    bytes += frame.bytes
    return bytes
  }

  /// Returns the bytes that stand before those of the next frame.
  mutating func opening() -> [UInt8] { start() + "FRAME\n".utf8 }

  /// Returns the bytes of the header, or none where they were returned before.
  public mutating func start() -> [UInt8] {
    guard !hasStarted else { return [] }
    hasStarted = true
    return header.serialized()
  }
}
