internal import AuxContainers
internal import AuxEffects
internal import AuxImage
internal import Foundation

/// The frames of a Y4M file, pipe or standard input, of which one at a time is in memory.
final class Y4MInput {
  private let descriptor: Int32
  private var reader = Y4MReader()
  private var isAtEnd = false

  /// The bytes asked for at a time.
  private static let chunk = 256 << 10

  /// Opens the file; `-` is standard input.
  init(_ path: String) throws(AuxError) {
    guard path != "-" else {
      descriptor = 0
      return
    }
    // Unlike a photo it may be a FIFO, for whose writer this waits.
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw AuxError(.inputMissing, SystemError.text(errno)) }
    var status = stat()
    if unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      throw AuxError(.inputMissing, "is a directory")
    }
  }

  deinit { if descriptor > 0 { close(descriptor) } }

  /// The header, once a frame was asked for.
  var header: Y4MHeader? { reader.header }

  /// Returns the next frame, or nil at the end.
  func next() throws(AuxError) -> VideoFrame? {
    while true {
      if let frame = try reader.nextFrame() { return frame }
      guard !isAtEnd else { return nil }
      let bytes = try read()
      guard bytes.isEmpty else {
        reader.append(bytes)
        continue
      }
      isAtEnd = true
      try reader.finish()
      return nil
    }
  }

  private func read() throws(AuxError) -> [UInt8] {
    var failure: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Self.chunk) { buffer, count in
      var got = 0
      repeat {
        got = unsafe Foundation.read(descriptor, buffer.baseAddress, Self.chunk)
      } while got < 0 && errno == EINTR
      if got < 0 { failure = errno }
      count = max(got, 0)
    }
    guard failure == 0 else { throw AuxError(.io, "cannot read: \(SystemError.text(failure))") }
    return bytes
  }
}

extension Y4MHeader {
  /// The frames per second, where they are known.
  var framesPerSecond: Double? {
    let (frames, seconds) = frameRate
    return frames > 0 && seconds > 0 ? Double(frames) / Double(seconds) : nil
  }
}
