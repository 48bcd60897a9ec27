#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Reading and writing of open files and pipes.
package enum Descriptor {
  /// The next bytes, none at the end, and why they could not be read or 0.
  package typealias Chunk = (bytes: [UInt8], failure: Int32)

  /// Returns the next bytes, `count` at most.
  package static func read(_ descriptor: Int32, upTo count: Int) -> Chunk {
    var failure: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      var got = 0
      repeat {
        got = unsafe systemRead(descriptor, buffer.baseAddress, count)
      } while got < 0 && errno == EINTR
      if got < 0 { failure = errno }
      filled = max(got, 0)
    }
    return (bytes, failure)
  }

  /// Calls the system again as long as a signal interrupts it; returns the result, below 0 with `errno`.
  package static func uninterrupted(_ call: () -> Int32) -> Int32 {
    while true {
      let result = call()
      guard result < 0, errno == EINTR else { return result }
    }
  }

  /// Writes all bytes; returns why that failed, or 0.
  package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    var written = 0
    while written < bytes.count {
      let got = unsafe bytes.withUnsafeBytes { buffer in
        unsafe systemWrite(descriptor, buffer.baseAddress! + written, bytes.count - written)
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

// The system calls, as distinct from the methods of the same names.
private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  unsafe read(descriptor, bytes, count)
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
  unsafe write(descriptor, bytes, count)
}
