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
    var bytes = start()
    bytes.reserveCapacity(bytes.count + 6 + frame.bytes.count)
    bytes += "FRAME\n".utf8
    bytes += frame.bytes
    return bytes
  }

  /// Returns the bytes of the header, or none where they were returned before.
  public mutating func start() -> [UInt8] {
    guard !hasStarted else { return [] }
    hasStarted = true
    return header.serialized()
  }
}
