internal import Foundation
internal import Synchronization

/// The next bytes of a descriptor, none at the end, and why they could not be read or 0.
typealias FileChunk = (bytes: [UInt8], failure: Int32)

/// Reads a pipe on a thread of its own, up to a number of bytes ahead of who takes them.
final class ReadAhead: Sendable {
  private let chunks = Mutex<[FileChunk]>([])
  /// How many chunks there are, and for how many more there is room.
  private let filled = DispatchSemaphore(value: 0)
  private let room = DispatchSemaphore(value: ReadAhead.most)

  /// The chunks of at most ``Descriptor/chunk`` bytes that are read ahead: 64 MB of them.
  private static let most = (64 << 20) / Descriptor.chunk

  /// Begins to read.
  init(_ descriptor: Int32) {
    let thread = Thread { [self] in
      while true {
        room.wait()
        let chunk = Descriptor.read(descriptor)
        chunks.withLock { $0.append(chunk) }
        filled.signal()
        guard !chunk.bytes.isEmpty else { return }
      }
    }
    thread.start()
  }

  /// Returns the next bytes, for which it waits; it is not to be asked again after the end or a failure.
  func next() -> FileChunk {
    filled.wait()
    let chunk = chunks.withLock { $0.removeFirst() }
    room.signal()
    return chunk
  }
}

/// Reading of file descriptors.
enum Descriptor {
  /// The bytes asked for at a time: as many as a pipe of Linux holds.
  static let chunk = 64 << 10

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
