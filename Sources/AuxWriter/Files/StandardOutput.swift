internal import AuxContainers
internal import AuxImage

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Standard output as the place of a file that is complete.
enum StandardOutput {
  /// Writes all bytes.
  ///
  /// Throws `AuxError` with code `io` where the system does not take them, as when the reader of a pipe has gone and
  /// `SIGPIPE` is ignored; else that signal ends the process.
  static func write(_ bytes: [UInt8], to descriptor: Int32 = STDOUT_FILENO) throws(AuxError) {
    var written = 0
    while written < bytes.count {
      let got = unsafe bytes.withUnsafeBytes { buffer in
        unsafe systemWrite(descriptor, buffer.baseAddress! + written, bytes.count - written)
      }
      if got < 0 {
        if errno == EINTR { continue }
        throw AuxError(.io, "cannot write: \(SystemError.text(errno))")
      }
      written += got
    }
  }
}

/// The system call, as distinct from the method of the same name.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
  unsafe write(descriptor, bytes, count)
}
