package import AuxImage
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A regular file, read where it is asked for; the file is closed when the last reference goes.
package final class FileByteSource: ByteSource {
  package let byteCount: Int
  package let descriptor: Int32
  /// What the system said about the file when it was opened.
  package let status: FileStatus
  /// The path that the file was opened at; nil for one that was open before.
  private let path: String?
  private let limits: AuxLimits
  private let firstFailure = Mutex<AuxError?>(nil)
  /// The process that gives the lock of the file back when this is closed; 0 where this holds none.
  private let locker = Atomic<pid_t>(0)

  /// Opens the file at `path`.
  ///
  /// Throws `inputMissing` where it does not exist, may not be read or is no regular file, and `io` where the system fails.
  package convenience init(path: String, limits: AuxLimits = .standard) throws(AuxError) {
    // Without waiting: a FIFO is refused, and not waited for.
    try self.init(descriptor: FileSystem.openForReading(path, waiting: false), path: path, limits: limits)
  }

  /// Opens the file at `path`, which is to be replaced, once no other program has it locked.
  ///
  /// A file that took its place while the lock was waited for is opened in its stead. Throws as ``init(path:limits:)`` and
  /// ``lock()``.
  package static func locked(path: String, limits: AuxLimits) throws(AuxError) -> FileByteSource {
    while true {
      let file = try FileByteSource(path: path, limits: limits)
      try file.lock()
      // The lock is of the file, and not of the name; and the file may have been written to before it was locked.
      let current = try FileByteSource(
        descriptor: fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0), path: path, limits: limits)
      if try FileIdentity(path) == current.status.identity {
        current.locker.store(file.locker.exchange(0, ordering: .relaxed), ordering: .relaxed)
        return current
      }
    }
  }

  /// Calls `body` with the path of each file whose lock is waited for longer than a second.
  package static func onWaiting(_ body: @escaping @Sendable (_ path: String) -> Void) {
    listener.withLock { $0 = body }
  }

  private static let listener = Mutex<(@Sendable (String) -> Void)?>(nil)

  /// Hundredths of a second: after how many a wait is reported, and after how many it ends.
  private static let (noticed, longest) = (100, 1000)

  /// Waits until no other program holds a lock of the file, and holds the lock until the file is closed.
  ///
  /// Any program that may read the file can lock it, so the wait ends after ten seconds. Holds nothing where the file
  /// system has no locks. Throws `changed` after that time, and `cancelled` where the waiting was ended.
  package func lock() throws(AuxError) {
    // Counted, so that the time does not run while the program is stopped.
    var waited = 0
    while Descriptor.uninterrupted({ flock(descriptor, LOCK_EX | LOCK_NB) }) != 0 {
      guard errno == EWOULDBLOCK else { return }
      try AuxError.checkCancellation()
      guard waited < Self.longest else {
        throw AuxError(
          .changed,
          "another program has locked the file, and kept the lock for \(Self.longest / 100) s; "
            + "end that program, or try again")
      }
      if waited == Self.noticed, let path { Self.listener.withLock(\.self)?(path) }
      waited += 1
      usleep(10_000)
    }
    locker.store(getpid(), ordering: .relaxed)
  }

  /// Takes over an open file, which was opened at `path`; throws as ``init(path:limits:)``.
  package init(
    descriptor: Int32, path: String? = nil, limits: AuxLimits = .standard
  ) throws(AuxError) {
    guard descriptor >= 0 else { throw SystemError.opening(errno) }
    guard let status = FileStatus(descriptor: descriptor) else {
      let reason = SystemError.text(errno)
      close(descriptor)
      throw AuxError(.io, reason)
    }
    guard status.kind == .file else {
      close(descriptor)
      let isFolder = status.kind == .folder
      throw AuxError(
        .inputMissing, isFolder ? "is a directory" : "is no regular file",
        remedy: isFolder ? .lookIntoFolder : nil)
    }
    (self.descriptor, self.status, self.path, self.limits) = (descriptor, status, path, limits)
    byteCount = status.byteCount
  }

  deinit {
    // Closing is not enough where a child of `fork` has the file as well, and a child gives back no lock of its parent.
    if locker.load(ordering: .relaxed) == getpid() { _ = flock(descriptor, LOCK_UN) }
    close(descriptor)
  }

  package var failure: AuxError? { firstFailure.withLock { $0 } }

  package var isChanged: Bool { FileStatus(descriptor: descriptor)?.hasContent(of: status) == false }

  package func read(at offset: Int, count: Int) throws(AuxError) -> [UInt8] {
    try check(offset: offset, count: count)
    try checkMemory(count)
    var failure: AuxError?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      failure = unsafe fill(
        UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[..<count]), from: offset
      )
      filled = failure == nil ? count : 0
    }
    if let failure { throw failure }
    return bytes
  }

  /// Throws where there is no memory for so many bytes; where the system has none, that is kept as ``failure``.
  private func checkMemory(_ count: Int) throws(AuxError) {
    guard count > 1 << 20 else { return }
    do throws(AuxError) {
      try limits.checkMemory(count, for: "\(count) bytes of a file")
    } catch {
      if error.isOfSystem { firstFailure.withLock { $0 = $0 ?? error } }
      throw error
    }
  }

  package func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(AuxError) {
    try check(offset: offset, count: buffer.count)
    if let failure = unsafe fill(buffer, from: offset) { throw failure }
  }

  private func fill(_ buffer: UnsafeMutableRawBufferPointer, from offset: Int) -> AuxError? {
    var filled = 0
    while filled < buffer.count {
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      let got = unsafe pread(descriptor, rest.baseAddress, rest.count, off_t(offset + filled))
      if got < 0 && errno == EINTR { continue }
      guard got > 0 else {
        let failure =
          got == 0
          ? AuxError(.changed, "the file was cut while it was read", offset: offset + filled)
          : AuxError(.io, "cannot be read: \(SystemError.text(errno))", offset: offset + filled)
        firstFailure.withLock { $0 = $0 ?? failure }
        return failure
      }
      filled += got
    }
    return nil
  }
}
