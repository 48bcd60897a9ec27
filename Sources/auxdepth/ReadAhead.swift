internal import AuxImage
internal import Foundation
internal import Synchronization

/// The next bytes of a descriptor, none at the end, and why they could not be read or 0.
typealias FileChunk = (bytes: [UInt8], failure: Int32)

/// Reads a pipe on a thread of its own, up to a number of bytes ahead of who takes them.
///
/// A FIFO is opened there too, since that waits for its writer, who may open another one first.
final class ReadAhead: Sendable {
  private let chunks = Mutex<[FileChunk]>([])
  /// How many chunks there are, and for how many more there is room.
  ///
  /// Both begin with 0: a semaphore must not be freed with less than it began with.
  private let filled = DispatchSemaphore(value: 0)
  private let room = DispatchSemaphore(value: 0)

  /// The chunks of at most ``Descriptor/chunk`` bytes that are read ahead: 32 MB of them.
  private static let most = (32 << 20) / Descriptor.chunk

  /// Begins to read what `open` returns the descriptor of, or -1 with `errno`.
  init(_ open: @escaping @Sendable () -> Int32) {
    for _ in 0..<Self.most { room.signal() }
    let thread = Thread { [self] in
      let descriptor = open()
      guard descriptor >= 0 else {
        add(([], errno))
        return
      }
      while true {
        room.wait()
        let chunk = Descriptor.read(descriptor)
        add(chunk)
        guard !chunk.bytes.isEmpty else { return }
      }
    }
    thread.start()
  }

  private func add(_ chunk: FileChunk) {
    chunks.withLock { $0.append(chunk) }
    filled.signal()
  }

  /// Returns the next bytes, for which it waits; it is not to be asked again after the end or a failure.
  func next() -> FileChunk {
    filled.wait()
    let chunk = chunks.withLock { $0.removeFirst() }
    room.signal()
    return chunk
  }

  /// Whether ``next()`` would return more bytes at once.
  var hasMore: Bool { chunks.withLock { !($0.first?.bytes.isEmpty ?? true) } }
}

/// Reading of file descriptors.
enum Descriptor {
  /// The bytes asked for at a time: as many as a pipe of Linux holds.
  static let chunk = 64 << 10

  /// Opens a file for reading; -1 with `errno` where that fails.
  static func open(_ path: String) -> Int32 { unsafe Foundation.open(path, O_RDONLY | O_CLOEXEC) }

  /// Returns the next bytes of a descriptor.
  static func read(_ descriptor: Int32) -> FileChunk {
    var failure: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: chunk) { buffer, count in
      var got = 0
      repeat {
        got = unsafe Foundation.read(descriptor, buffer.baseAddress, chunk)
      } while got < 0 && errno == EINTR
      if got < 0 { failure = errno }
      count = max(got, 0)
    }
    return (bytes, failure)
  }
}
