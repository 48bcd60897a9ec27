package import AuxImage
internal import AuxKernels

/// Takes a Y4M stream apart: bytes in, in pieces of any size, and frames out.
///
/// It holds at most one frame and the piece given last, whatever the length of the stream.
package struct Y4MReader: Sendable {
  /// The header, once its line is complete.
  package private(set) var header: Y4MHeader?
  package private(set) var frameCount = 0
  private let limits: AuxLimits
  private let matrix: VideoFrame.Matrix?
  private var buffer: [UInt8] = []
  /// Where in `buffer` the next byte is, and where that is in the stream.
  private var position = 0, offset = 0
  private var isInFrame = false

  /// Creates a reader; a matrix that is given counts in place of the one that the header states.
  package init(matrix: VideoFrame.Matrix? = nil, limits: AuxLimits = .standard) {
    (self.matrix, self.limits) = (matrix, limits)
  }

  package mutating func append(_ bytes: [UInt8]) {
    if position > 0 { buffer.removeFirst(position) }
    position = 0
    buffer += bytes
  }

  /// Returns the next frame, or nil where more bytes are needed first.
  ///
  /// Throws `AuxError` as `Y4MHeader/init(parsing:matrix:limits:)`, and `malformed` where a frame does not start
  /// with `FRAME`.
  package mutating func nextFrame() throws(AuxError) -> VideoFrame? {
    if header == nil {
      guard let line = try takeLine() else { return nil }
      header = try Y4MHeader(parsing: line, matrix: matrix, limits: limits)
    }
    guard let header else { return nil }
    if !isInFrame {
      let start = offset
      guard let line = try takeLine() else { return nil }
      guard line.starts(with: Self.marker), line.count == 5 || line[5] == 0x20 else {
        throw AuxError(.malformed, "frame \(frameCount) does not start with FRAME", offset: start)
      }
      isInFrame = true
    }
    let count = header.format.byteCount
    guard buffer.count - position >= count else { return nil }
    let bytes = Array(buffer[position..<position + count])
    position += count
    offset += count
    isInFrame = false
    frameCount += 1
    return VideoFrame(format: header.format, known: bytes)
  }

  /// Whether bytes were taken that no frame given out has used.
  package var hasRest: Bool { buffer.count > position }

  /// Ends the stream.
  ///
  /// Throws `AuxError` with code `truncated` where it ends within its header or a frame, or is empty.
  package func finish() throws(AuxError) {
    guard header != nil else {
      throw AuxError(.truncated, "the Y4M stream ends within its header", offset: offset)
    }
    guard !isInFrame, buffer.count == position else {
      throw AuxError(.truncated, "the Y4M stream ends within frame \(frameCount)", offset: offset)
    }
  }

  private static let marker: [UInt8] = [UInt8]("FRAME".utf8)

  /// Returns the next line without its line feed, or nil where it is not complete.
  private mutating func takeLine() throws(AuxError) -> [UInt8]? {
    let end = min(position + Y4MHeader.longestLine, buffer.count)
    guard let feed = buffer[position..<end].firstIndex(of: 0x0A) else {
      guard buffer.count - position < Y4MHeader.longestLine else {
        let what = header == nil ? "header" : "frame \(frameCount)"
        throw AuxError(
          .malformed, "no line feed in the first \(Y4MHeader.longestLine) bytes of the \(what)",
          offset: offset)
      }
      return nil
    }
    let line = [UInt8](buffer[position..<feed])
    offset += feed + 1 - position
    position = feed + 1
    return line
  }
}

/// Puts a Y4M stream together: frames in, bytes out.
package struct Y4MWriter: Sendable {
  package let header: Y4MHeader
  private var hasStarted = false

  package init(header: Y4MHeader) { self.header = header }

  /// Returns the bytes of the next frame, after those of the header where it is the first.
  ///
  /// Throws `AuxError` with code `usage` where the frame has another format than the header.
  package mutating func bytes(of frame: VideoFrame) throws(AuxError) -> [UInt8] {
    guard frame.format == header.format else {
      throw AuxError(.usage, "a frame has another format than the stream")
    }
    var bytes = opening()
    bytes.reserveCapacity(bytes.count + frame.bytes.count)
    bytes += frame.bytes
    return bytes
  }

  /// Returns the bytes before those of the next frame.
  mutating func opening() -> [UInt8] { start() + "FRAME\n".utf8 }

  /// Returns the bytes of the header, or none where they were returned before.
  package mutating func start() -> [UInt8] {
    guard !hasStarted else { return [] }
    hasStarted = true
    return header.serialized()
  }
}
