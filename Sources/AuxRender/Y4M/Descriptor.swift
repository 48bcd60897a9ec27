internal import Foundation

/// The next bytes of a descriptor, none at the end, and why they could not be read or 0.
typealias FileChunk = (bytes: [UInt8], failure: Int32)

/// Reading and writing of file descriptors.
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

  /// Writes all bytes; returns why that failed, or 0.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    var written = 0
    while written < bytes.count {
      let got = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Foundation.write(descriptor, buffer.baseAddress! + written, bytes.count - written)
      }
      guard got < 0 else {
        written += got
        continue
      }
      if errno != EINTR { return errno }
    }
    return 0
  }
}
