internal import AuxRender

/// Reads Y4M streams, in one piece and in small ones, which must make no difference.
enum StreamTarget {
  static func run(_ bytes: [UInt8]) -> Bool {
    let whole = frames(of: bytes, piece: max(bytes.count, 1))
    let parts = frames(of: bytes, piece: 1 + Int(bytes.last ?? 0) % 61)
    require(whole.frames == parts.frames, "the frames depend on the pieces")
    require(whole.code == parts.code, "the error depends on the pieces")
    guard let header = whole.header, let first = whole.frames.first else { return true }
    var writer = Y4MWriter(header: header)
    guard let written = try? writer.bytes(of: first) else { fatalError("the frame is not written") }
    let again = frames(of: written, piece: written.count)
    require(again.code == nil && again.frames == [first], "the written stream differs")
    return true
  }

  private static func frames(
    of bytes: [UInt8], piece: Int
  ) -> (header: Y4MHeader?, frames: [VideoFrame], code: AuxError.Code?) {
    var reader = Y4MReader(limits: .fuzzing)
    var frames: [VideoFrame] = []
    do throws(AuxError) {
      for start in stride(from: 0, to: bytes.count, by: piece) {
        reader.append(Array(bytes[start..<min(start + piece, bytes.count)]))
        while let frame = try reader.nextFrame() { frames.append(frame) }
      }
      try reader.finish()
    } catch { return (reader.header, frames, error.code) }
    return (reader.header, frames, nil)
  }
}
