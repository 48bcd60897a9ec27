internal import AuxContainers
public import AuxImage
internal import AuxKernels

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The frames of a Y4M file, pipe or standard input; one at a time is in memory.
///
/// From a pipe, 32 MB are read ahead, so that a program that feeds both pipes of a stream can go on with the other
/// one when one is full.
public final class Y4MInput {
  private enum Source {
    case file(Int32)
    case pipe(ReadAhead)
    case memory
  }

  private let source: Source
  private var reader: Y4MReader
  private var isAtEnd = false

  /// Opens the file or pipe at `path`; `-` is standard input. A matrix counts in place of the one that is stated.
  ///
  /// Throws `AuxError` with code `inputMissing` for a missing file or a folder. A pipe that cannot be read is an
  /// error of its first frame.
  public init(
    _ path: String, matrix: VideoFrame.Matrix? = nil, limits: AuxLimits = .standard
  ) throws(AuxError) {
    reader = Y4MReader(matrix: matrix, limits: limits)
    let isStandard = path == StandardStream.path
    guard let status = isStandard ? FileStatus(descriptor: 0) : try FileStatus(path) else {
      throw SystemError.opening(errno)
    }
    switch status.kind {
    case .folder: throw AuxError(.inputMissing, "is a directory")
    case .file:
      let descriptor = isStandard ? 0 : FileSystem.openForReading(path)
      guard descriptor >= 0 else { throw SystemError.opening(errno) }
      source = .file(descriptor)
    case .stream, .link: source = .pipe(ReadAhead { isStandard ? 0 : FileSystem.openForReading(path) })
    }
  }

  /// Takes a stream that is in memory; a matrix counts in place of the one that is stated.
  public init(data: [UInt8], matrix: VideoFrame.Matrix? = nil, limits: AuxLimits = .standard) {
    reader = Y4MReader(matrix: matrix, limits: limits)
    reader.append(data)
    source = .memory
  }

  deinit {
    switch source {
    case .file(let descriptor): if descriptor > 0 { close(descriptor) }
    case .pipe(let ahead): ahead.cancel()
    case .memory: break
    }
  }

  /// The header, once a frame was asked for.
  package var header: Y4MHeader? { reader.header }

  /// Returns the next frame, or nil at the end.
  ///
  /// Throws `AuxError`: `io` if the system gives no bytes, `malformed` or `truncated` for a damaged stream, `unsupported`
  /// for a format that is not read, and `limitExceeded` for frames that are too large.
  public func next() throws(AuxError) -> VideoFrame? {
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

  /// Returns whether there is another frame, which is then lost, or its beginning; of a pipe, what came so far.
  package func hasMore() -> Bool {
    switch source {
    case .file, .memory: ((try? next()) ?? nil) != nil
    case .pipe(let ahead): reader.hasRest || ahead.hasMore
    }
  }

  private func read() throws(AuxError) -> [UInt8] {
    let (bytes, failure) =
      switch source {
      case .file(let descriptor): Descriptor.read(descriptor, upTo: ReadAhead.chunk)
      case .pipe(let ahead): ahead.next()
      case .memory: ([], 0)
      }
    guard failure == 0 else { throw AuxError(.io, "cannot read: \(SystemError.text(failure))") }
    return bytes
  }
}

/// Reads a pipe on a thread of its own, up to a number of bytes ahead of who takes them.
///
/// A FIFO is opened there too, since that waits for its writer, who may open another one first.
private final class ReadAhead: Sendable {
  private struct State {
    var chunks: [Descriptor.Chunk] = []
    var isCancelled = false
  }

  private let state = ConditionMutex(State())

  /// The bytes asked for at a time: as many as a pipe of Linux holds.
  static let chunk = 64 << 10

  /// The chunks that are read ahead: 32 MB of them.
  private static let most = (32 << 20) / chunk

  /// Begins to read what `open` returns the descriptor of, or -1 with `errno`.
  init(_ open: @escaping @Sendable () -> Int32) {
    // It may outlive the task of the caller, and is ended by ``cancel()``.
    let thread = WorkerThread(cancellation: nil) { [self] in
      let descriptor = open()
      guard descriptor >= 0 else {
        add(([], errno))
        return
      }
      defer { if descriptor > 0 { close(descriptor) } }
      while true {
        let isCancelled = state.withLock(when: { $0.chunks.count < Self.most || $0.isCancelled }) {
          $0.isCancelled
        }
        guard !isCancelled else { return }
        let chunk = Descriptor.read(descriptor, upTo: Self.chunk)
        add(chunk)
        guard !chunk.bytes.isEmpty else { return }
      }
    }
    // The reader learns of it as of a failure to read.
    if let thread { thread.detach() } else { add(([], EAGAIN)) }
  }

  /// Ends the reading, at the latest with the next bytes that come.
  func cancel() { state.withLock { $0.isCancelled = true } }

  private func add(_ chunk: Descriptor.Chunk) { state.withLock { $0.chunks.append(chunk) } }

  /// Returns the next bytes, for which it waits; it is not to be asked again after the end or a failure.
  func next() -> Descriptor.Chunk {
    state.withLock(when: { !$0.chunks.isEmpty }) { $0.chunks.removeFirst() }
  }

  /// Whether ``next()`` would return more bytes at once.
  var hasMore: Bool { state.withLock { !($0.chunks.first?.bytes.isEmpty ?? true) } }
}
