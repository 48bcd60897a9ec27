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
  private let limits: AuxLimits
  private let firstFailure = Mutex<AuxError?>(nil)
  /// The process that gives the lock of the file back when this is closed; 0 where this holds none.
  private let locker = Atomic<pid_t>(0)

  /// Opens the file at `path`.
  ///
  /// Throws `inputMissing` where it does not exist, may not be read or is no regular file, and `io` where the system fails.
  package convenience init(path: String, limits: AuxLimits = .standard) throws(AuxError) {
    // Without waiting: a FIFO is refused, and not waited for.
    try self.init(descriptor: FileSystem.openForReading(path, waiting: false), limits: limits)
  }

  /// Opens the file at `path`, which is to be replaced, once nobody else does the same.
  ///
  /// A file that took its place while the lock was waited for is opened in its stead. Throws as ``init(path:limits:)``.
  package static func locked(path: String, limits: AuxLimits) throws(AuxError) -> FileByteSource {
    while true {
      let file = try FileByteSource(path: path, limits: limits)
      try file.lock()
      // The lock is of the file, and not of the name; and the file may have been written to before it was locked.
      let current = try FileByteSource(
        descriptor: fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0), limits: limits)
      if try FileIdentity(path) == current.status.identity {
        current.locker.store(file.locker.exchange(0, ordering: .relaxed), ordering: .relaxed)
        return current
      }
    }
  }

  /// The time between two looks at the lock where the waiting may be cancelled.
  private static let microsecondsBetweenTries: useconds_t = 10_000

  /// Waits until nobody else holds the lock of the file, and holds it until the file is closed.
  ///
  /// Where the file system knows no locks, nothing is held. Throws `cancelled` where the waiting was ended.
  package func lock() throws(AuxError) {
    var result = Descriptor.uninterrupted {
      flock(descriptor, AuxError.isCancellable ? LOCK_EX | LOCK_NB : LOCK_EX)
    }
    while result != 0, errno == EWOULDBLOCK {
      try AuxError.checkCancellation()
      usleep(Self.microsecondsBetweenTries)
      result = Descriptor.uninterrupted { flock(descriptor, LOCK_EX | LOCK_NB) }
    }
    if result == 0 { locker.store(getpid(), ordering: .relaxed) }
  }

  /// Takes over an open file; throws as ``init(path:limits:)``.
  package init(descriptor: Int32, limits: AuxLimits = .standard) throws(AuxError) {
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
    (self.descriptor, self.status, self.limits) = (descriptor, status, limits)
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
      unsafe ProcessMemory.useLargePages(UnsafeMutableRawBufferPointer(buffer))
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
