internal import AuxContainers
internal import AuxKernels
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Reads a pipe on a thread of its own, up to a number of bytes ahead of who takes them.
///
/// A FIFO is opened there too, since that waits for its writer, who may open another one first.
final class ReadAhead: Sendable {
  private let chunks = Mutex<[Descriptor.Chunk]>([])
  private let isCancelled = Atomic<Bool>(false)
  /// How many chunks there are, and for how many more there is room.
  private let filled = CountingSemaphore()
  private let room = CountingSemaphore(ReadAhead.most)

  /// The bytes asked for at a time: as many as a pipe of Linux holds.
  static let chunk = 64 << 10

  /// The chunks that are read ahead: 32 MB of them.
  private static let most = (32 << 20) / chunk

  /// Begins to read what `open` returns the descriptor of, or -1 with `errno`.
  init(_ open: @escaping @Sendable () -> Int32) {
    let thread = WorkerThread { [self] in
      let descriptor = open()
      guard descriptor >= 0 else {
        add(([], errno))
        return
      }
      defer { if descriptor > 0 { close(descriptor) } }
      while true {
        room.wait()
        guard !isCancelled.load(ordering: .relaxed) else { return }
        let chunk = Descriptor.read(descriptor, upTo: Self.chunk)
        add(chunk)
        guard !chunk.bytes.isEmpty else { return }
      }
    }
    // As what could not be read: nobody else would ever say so.
    if let thread { thread.detach() } else { add(([], EAGAIN)) }
  }

  /// Ends the reading, at the latest with the next bytes that come.
  func cancel() {
    isCancelled.store(true, ordering: .relaxed)
    room.signal()
  }

  private func add(_ chunk: Descriptor.Chunk) {
    chunks.withLock { $0.append(chunk) }
    filled.signal()
  }

  /// Returns the next bytes, for which it waits; it is not to be asked again after the end or a failure.
  func next() -> Descriptor.Chunk {
    filled.wait()
    let chunk = chunks.withLock { $0.removeFirst() }
    room.signal()
    return chunk
  }

  /// Whether ``next()`` would return more bytes at once.
  var hasMore: Bool { chunks.withLock { !($0.first?.bytes.isEmpty ?? true) } }
}
