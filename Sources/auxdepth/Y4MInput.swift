internal import AuxContainers
internal import AuxEffects
internal import AuxImage
internal import Foundation

/// The frames of a Y4M file, pipe or standard input, of which one at a time is in memory.
///
/// Of a pipe, more is read ahead, so that a program which feeds both pipes of a stream, and has filled one,
/// can go on to the other.
final class Y4MInput {
  private let descriptor: Int32
  private let ahead: ReadAhead?
  private var reader = Y4MReader()
  private var isAtEnd = false

  /// Opens the file; `-` is standard input.
  init(_ path: String) throws(AuxError) {
    // Unlike a photo it may be a FIFO, for whose writer this waits.
    descriptor = path == "-" ? 0 : unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw AuxError(.inputMissing, SystemError.text(errno)) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw AuxError(.inputMissing, SystemError.text(errno))
    }
    guard status.st_mode & S_IFMT != S_IFDIR else { throw AuxError(.inputMissing, "is a directory") }
    ahead = status.st_mode & S_IFMT == S_IFREG ? nil : ReadAhead(descriptor)
  }

  // What is read ahead is read to the end of the process.
  deinit { if descriptor > 0, ahead == nil { close(descriptor) } }

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
    let (bytes, failure) = ahead?.next() ?? Descriptor.read(descriptor)
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
