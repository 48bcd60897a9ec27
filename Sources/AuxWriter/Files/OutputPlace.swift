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

  /// Whether a path leads to a stream, which is not replaced: `-`, a FIFO or a device.
  ///
  /// Throws `AuxError` with code `io` where the system fails to say.
  static func isStream(_ path: String) throws(AuxError) -> Bool {
    if path == StandardStream.path { return true }
    return try FileStatus(path)?.kind == .stream
  }

  /// Opens the stream at a path; nil for a file, or nothing.
  ///
  /// Throws `AuxError`: `cannotCreate` where it cannot be opened, `io` where the system fails.
  package static func stream(at path: String) throws(AuxError) -> OutputStream? {
    guard try isStream(path) else { return nil }
    guard path != StandardStream.path else { return OutputStream(descriptor: STDOUT_FILENO, isOwned: false) }
    let descriptor = unsafe FileSystem.withPath(path) { name in
      Descriptor.uninterrupted { unsafe open(name, O_WRONLY | O_CLOEXEC) }
    }
    guard descriptor >= 0 else { throw SystemError.creating(errno, "cannot be opened") }
    return OutputStream(descriptor: descriptor, isOwned: true)
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

/// Where an output goes: the file that a path leads to, links followed.
struct OutputPlace {
  /// The path of the file, which is no link.
  let path: String
  /// The status of the file there; nil without one.
  let status: FileStatus?

  /// Looks at a path.
  ///
  /// Throws `cannotCreate` for a folder, for a file that is not to be replaced, and for a link into nowhere; `io` where
  /// the system fails.
  init(_ path: String, replaces: Bool) throws(AuxError) {
    status = try FileStatus(path)
    let exists = AuxError(.cannotCreate, "exists already", remedy: .replaceFile)
    guard let status else {
      // The file that a link is waiting for is made; the link stays.
      guard try FileStatus(path, followingLinks: false) != nil else {
        self.path = path
        return
      }
      guard replaces else { throw exists }
      self.path = try Self.end(ofLink: path)
      return
    }
    guard status.kind != .folder else { throw AuxError(.cannotCreate, "is a directory") }
    guard replaces else { throw exists }
    self.path = try FileSystem.resolved(path)
  }

  private static func end(ofLink path: String) throws(AuxError) -> String {
    var path = path
    for _ in 0..<40 {
      guard let target = try FileSystem.target(ofLink: path) else { return path }
      path = target.hasPrefix("/") ? target : PathText.folder(of: path) + target
    }
    throw AuxError(.cannotCreate, "links lead from one to the next, and to no file")
  }
}
