internal import AuxContainers
internal import AuxEffects
internal import AuxImage
internal import Foundation

/// The frames of a Y4M file, pipe or standard input, of which one at a time is in memory.
///
/// Of a pipe, more is read ahead, so that a program which feeds both pipes of a stream, and has filled one,
/// can go on to the other.
final class Y4MInput {
  private enum Source {
    case file(Int32)
    case pipe(ReadAhead)
  }

  private let source: Source
  private var reader = Y4MReader()
  private var isAtEnd = false

  /// Opens the file; `-` is standard input.
  ///
  /// Throws `inputMissing` where there is none. A pipe that cannot be read is told of with its first frame.
  init(_ path: String) throws(AuxError) {
    var status = stat()
    let isThere = unsafe path == "-" ? fstat(0, &status) == 0 : stat(path, &status) == 0
    guard isThere, unsafe path == "-" || access(path, R_OK) == 0 else {
      throw AuxError(.inputMissing, SystemError.text(errno))
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: throw AuxError(.inputMissing, "is a directory")
    case S_IFREG:
      let descriptor = path == "-" ? 0 : Descriptor.open(path)
      guard descriptor >= 0 else { throw AuxError(.inputMissing, SystemError.text(errno)) }
      source = .file(descriptor)
    default: source = .pipe(ReadAhead { path == "-" ? 0 : Descriptor.open(path) })
    }
  }

  deinit { if case .file(let descriptor) = source, descriptor > 0 { close(descriptor) } }

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

  /// Returns whether there is another frame, or the beginning of one; of a pipe, what came so far.
  func hasMore() -> Bool {
    switch source {
    case .file: ((try? next()) ?? nil) != nil
    case .pipe(let ahead): reader.hasRest || ahead.hasMore
    }
  }

  private func read() throws(AuxError) -> [UInt8] {
    let (bytes, failure) =
      switch source {
      case .file(let descriptor): Descriptor.read(descriptor)
      case .pipe(let ahead): ahead.next()
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
