internal import AuxContainers
package import AuxImage

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Standard output, a FIFO or a device: what is written there cannot be taken back.
package final class OutputStream {
  private let descriptor: Int32
  private let isOwned: Bool
  /// Whether the other end of a pipe was closed.
  package private(set) var readerIsGone = false

  /// Takes over a descriptor, which is closed with the value where it is owned.
  init(descriptor: Int32, isOwned: Bool) { (self.descriptor, self.isOwned) = (descriptor, isOwned) }

  deinit { if isOwned { close(descriptor) } }

  /// Whether what stands at a path takes bytes as they come and is not replaced: `-`, a FIFO or a device.
  ///
  /// Throws `AuxError` with code `io` where the system fails to say.
  static func isStream(_ path: String) throws(AuxError) -> Bool {
    if path == StandardStream.path { return true }
    return try FileStatus(path)?.kind == .stream
  }

  /// Opens what stands at a path; nil where that is a file, or nothing.
  ///
  /// Throws `AuxError`: `cannotCreate` where it cannot be opened, `io` where the system fails.
  package static func open(_ path: String) throws(AuxError) -> OutputStream? {
    guard try isStream(path) else { return nil }
    guard path != StandardStream.path else { return OutputStream(descriptor: STDOUT_FILENO, isOwned: false) }
    let descriptor = unsafe FileSystem.withPath(path) { name in
      Descriptor.uninterrupted { unsafe Self.system(open: name) }
    }
    guard descriptor >= 0 else { throw SystemError.creating(errno, "cannot be opened") }
    return OutputStream(descriptor: descriptor, isOwned: true)
  }

  /// The system's call, which a method of this name hides.
  private static func system(open path: UnsafePointer<CChar>) -> Int32 {
    #if canImport(Glibc)
      unsafe Glibc.open(path, O_WRONLY | O_CLOEXEC)
    #else
      unsafe Darwin.open(path, O_WRONLY | O_CLOEXEC)
    #endif
  }

  /// Writes bytes after those written before.
  ///
  /// Throws `AuxError` with code `io` where the system does not take them, as when the reader of a pipe has gone and
  /// `SIGPIPE` is ignored; else that signal ends the process.
  package func write(_ bytes: [UInt8]) throws(AuxError) {
    try AuxError.checkCancellation()
    let failure = Descriptor.write(bytes, to: descriptor)
    guard failure != 0 else { return }
    readerIsGone = failure == EPIPE
    throw AuxError(.io, "cannot write: \(SystemError.text(failure))")
  }
}
