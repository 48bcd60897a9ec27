package import AuxImage

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A regular file, read where it is asked for; the file is closed when the last reference goes.
package final class FileByteSource: ByteSource {
  package let byteCount: Int
  /// The open file, for copying from it.
  package let descriptor: Int32

  /// Opens the file at `path`.
  ///
  /// Throws `inputMissing` where it does not exist, may not be read or is no regular file.
  package init(path: String) throws(AuxError) {
    // Without O_NONBLOCK, opening a FIFO would wait for a writer before fstat can refuse it.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw AuxError(.inputMissing, SystemError.text(errno)) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      let reason = SystemError.text(errno)
      close(descriptor)
      throw AuxError(.io, reason)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw AuxError(
        .inputMissing, status.st_mode & S_IFMT == S_IFDIR ? "is a directory" : "is no regular file")
    }
    self.descriptor = descriptor
    byteCount = Int(status.st_size)
  }

  deinit { close(descriptor) }

  package func read(at offset: Int, count: Int) throws(AuxError) -> [UInt8] {
    try check(offset: offset, count: count)
    var failure: AuxError?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let rest = unsafe UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
        let got = unsafe pread(descriptor, rest.baseAddress, count - filled, off_t(offset + filled))
        if got < 0 && errno == EINTR { continue }
        guard got > 0 else {
          failure =
            got == 0
            ? AuxError(.truncated, "the file was cut while it was read", offset: offset + filled)
            : AuxError(.io, SystemError.text(errno), offset: offset + filled)
          return
        }
        filled += got
      }
    }
    if let failure { throw failure }
    return bytes
  }
}

/// The system's own words for its errors.
package enum SystemError {
  /// Returns the text of an `errno` value.
  package static func text(_ code: Int32) -> String {
    unsafe String(cString: strerror(code))
  }
}
