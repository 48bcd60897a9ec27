internal import AuxContainers
package import AuxImage
internal import CAuxSystem

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// An output that appears whole under its name, or not at all.
///
/// The bytes go to a temporary file in the destination's folder, which ``commit(replacing:)`` renames. The temporary
/// file is removed when the value goes away and when a signal ends the process
/// (``TemporaryFiles/removeOnSignals()``). A process that is killed leaves it; folder walks skip its name.
package struct AtomicFile: ~Copyable {
  /// The file that takes the output's name, links followed.
  let destination: String
  /// The open temporary file, for a program that writes it.
  package let descriptor: Int32
  /// The path of the temporary file; nil once the file has the output's name.
  private(set) var temporaryPath: String?
  /// The number of the temporary file in the table of the signal handler.
  private let registration: Int32
  private let options: WriteOptions
  private let old: FileStatus?

  /// Creates the temporary file, for its owner alone.
  ///
  /// Throws `cannotCreate` where the folder does not take it, or where the destination exists and is not to
  /// be replaced, and `io` where the system fails.
  package init(destination: String, options: WriteOptions = WriteOptions()) throws(AuxError) {
    let place = try OutputPlace(destination, replaces: options.replaces)
    var (path, descriptor, registration) = ("", Int32(-1), Int32(-1))
    while true {
      path = PathText.folder(of: place.path) + FileSystem.temporaryName()
      // Before the file exists: a signal may come at any time.
      registration = unsafe FileSystem.withPath(path) { unsafe aux_temporary_add($0) }
      descriptor = unsafe FileSystem.withPath(path) {
        unsafe open($0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      }
      let reason = errno
      if descriptor >= 0 { break }
      aux_temporary_forget(registration)
      guard reason == EEXIST || reason == EINTR else {
        throw SystemError.creating(reason, "cannot write into its folder")
      }
    }
    (self.destination, old, self.options) = (place.path, place.status, options)
    (temporaryPath, self.descriptor, self.registration) = (path, descriptor, registration)
  }

  deinit {
    if let temporaryPath {
      unsafe FileSystem.withPath(temporaryPath) { _ = unsafe unlink($0) }
      aux_temporary_forget(registration)
    }
    close(descriptor)
  }

  /// Opens what was written so far for reading.
  borrowing func reading(limits: AuxLimits = .standard) throws(AuxError) -> FileByteSource {
    try FileByteSource(descriptor: fcntl(descriptor, F_DUPFD_CLOEXEC, 0), limits: limits)
  }

  /// Writes all pieces; ranges of the source are copied through a bounded buffer.
  func write(_ composition: ByteComposition, source: any ByteSource) throws(AuxError) {
    for piece in composition.pieces {
      switch piece {
      case .bytes(let bytes): try write(bytes)
      case .source(let range):
        for start in stride(from: range.lowerBound, to: range.upperBound, by: 1 << 20) {
          try write(source.read(at: start, count: min(1 << 20, range.upperBound - start)))
        }
      }
    }
  }

  /// Writes bytes after those written before; throws `io` where the system does not take them.
  package func write(_ bytes: [UInt8]) throws(AuxError) {
    let failure = Descriptor.write(bytes, to: descriptor)
    guard failure == 0 else { throw AuxError(.io, "cannot write: \(SystemError.text(failure))") }
  }

  /// Ends the writing: sets attributes, and waits for the data to reach the disk if the options ask for it.
  ///
  /// The file gets the permissions of the one that it replaces, else those of `model`, else those that new files get.
  /// Returns what could not be kept of `model`, whose owner, group and extended attributes the file gets on request.
  @discardableResult
  func complete(like model: FileByteSource? = nil, keepingOwner: Bool = false) throws(AuxError) -> [String] {
    let descriptor = self.descriptor
    var lost: [String] = []
    let new = 0o666 & ~ProcessMask.current
    var permissions = old?.permissions ?? model.map { ($0.status.permissions & new) | (new & 0o600) } ?? new
    if keepingOwner, let model {
      permissions = model.status.permissions
      lost = takeAttributes(of: model)
      // The group's permissions are not meant for another group.
      if !takeOwner(of: model.status) { permissions &= ~0o070 | (permissions & 0o007) << 3 }
    }
    guard fchmod(descriptor, mode_t(permissions)) == 0 else {
      throw AuxError(.io, "cannot set the mode: \(SystemError.text(errno))")
    }
    if options.keepsTime, let old {
      let time = old.modified.components
      guard aux_set_modified(descriptor, time.seconds, time.attoseconds / 1_000_000_000) == 0 else {
        throw AuxError(.io, "cannot set the time: \(SystemError.text(errno))")
      }
    }
    guard options.waitsForDisk else { return lost }
    guard Descriptor.uninterrupted({ fsync(descriptor) }) == 0 else {
      throw AuxError(.io, "cannot flush: \(SystemError.text(errno))")
    }
    return lost
  }

  /// Returns whether the file has the group of the other now; only root may give it to another owner.
  private func takeOwner(of other: FileStatus) -> Bool {
    fchown(descriptor, other.owner, other.group) == 0
      || fchown(descriptor, uid_t.max, other.group) == 0
      || FileStatus(descriptor: descriptor)?.group == other.group
  }

  /// Returns the names of extended attributes that are not kept.
  private func takeAttributes(of model: FileByteSource) -> [String] {
    let names = unsafe [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, filled in
      unsafe buffer.withMemoryRebound(to: CChar.self) {
        filled = unsafe aux_copy_extended_attributes(
          model.descriptor, descriptor, $0.baseAddress, $0.count)
      }
    }
    return names.split(separator: 0).map {
      "the extended attribute \(PathText.display(PathText.text(of: Array($0)))) is lost"
    }
  }

  /// Gives the file its name; `read` is the file that its content was made of, where that is the one replaced.
  ///
  /// Throws `cannotCreate`, `changed` where `read` is not the file of that name any more, and `io` where the system
  /// fails; where the message says that the folder did not reach the disk, the file has its name. A cancelled call gives
  /// no name.
  mutating func commit(replacing read: FileByteSource? = nil) throws(AuxError) {
    try AuxError.checkCancellation()
    if let read { try checkDestination { $0.isUnchanged(since: read.status) } }
    if options.keepsBackup {
      try Self.keepBackup(of: destination)
      // The backup's name changed the status of the old file, but not its content.
      if let read { try checkDestination { $0.hasContent(of: read.status) } }
    }
    try takeName()
    if options.waitsForDisk { try flushFolder() }
  }

  /// Gives the file its name, and the mode of the one that it replaces: ``complete(like:keepingOwner:)`` and
  /// ``commit(replacing:)``.
  package mutating func finish() throws(AuxError) {
    try complete()
    try commit()
  }

  /// Throws `changed` if the destination is not the expected file, and `io` if the system cannot describe it.
  private func checkDestination(isExpected: (FileStatus) -> Bool) throws(AuxError) {
    let status = try FileStatus(destination)
    guard status != nil || errno == ENOENT || errno == ENOTDIR else {
      throw SystemError.creating(errno, "cannot be looked at")
    }
    guard let status, isExpected(status) else {
      throw AuxError(
        .changed, "another program changed the file meanwhile; it is left as that program wrote it")
    }
  }

  private mutating func takeName() throws(AuxError) {
    guard let path = temporaryPath else { preconditionFailure("the file has its name") }
    let replaces = options.replaces
    let isNamed = unsafe Self.call(path, destination) { old, new in
      unsafe replaces ? rename(old, new) : aux_rename_new(old, new)
    }
    guard isNamed else {
      throw errno == EEXIST
        ? AuxError(.cannotCreate, "exists already", remedy: .replaceFile)
        : SystemError.creating(errno, "cannot be given its name")
    }
    temporaryPath = nil
    aux_temporary_forget(registration)
  }

  /// Has the name on the disk as well.
  private func flushFolder() throws(AuxError) {
    let folder = PathText.folder(of: destination)
    let handle = FileSystem.openForReading(folder.isEmpty ? "." : folder)
    guard handle >= 0 else {
      // A folder that may be written and not read is flushed by the system in its own time.
      guard !SystemError.isAbsence(errno) else { return }
      throw Self.flushingFolder(errno)
    }
    defer { close(handle) }
    guard Descriptor.uninterrupted({ fsync(handle) }) == 0 || errno == EINVAL || errno == ENOTSUP else {
      throw Self.flushingFolder(errno)
    }
  }

  private static func flushingFolder(_ code: Int32) -> AuxError {
    AuxError(.io, "the file is written, but its folder cannot be flushed: \(SystemError.text(code))")
  }

  /// Gives the file at `path`, which is not a link, the second name `NAME~`, replacing an earlier backup; does nothing
  /// without a file.
  ///
  /// The backup is a hard link, or a copy where links are not possible. It exists before the new file takes its name, so
  /// that a process that is killed at any moment leaves the old file, or both. Throws `cannotCreate`, or `io` where the
  /// system fails; the file is then as it was.
  private static func keepBackup(of path: String) throws(AuxError) {
    guard let status = try FileStatus(path, followingLinks: false) else { return }
    let backup = path + "~"
    do throws(AuxError) {
      guard try FileStatus(backup, followingLinks: false)?.kind != .folder else {
        throw AuxError(.cannotCreate, "is a directory")
      }
      guard status.kind == .file else { throw AuxError(.cannotCreate, "is to be that of what is no file") }
      let name = PathText.folder(of: backup) + FileSystem.temporaryName()
      let registration = unsafe FileSystem.withPath(name) { unsafe aux_temporary_add($0) }
      defer { aux_temporary_forget(registration) }
      guard unsafe call(path, name, { unsafe link($0, $1) }) else {
        guard [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS, EINVAL, EXDEV, EMLINK].contains(errno) else {
          throw SystemError.creating(errno, "cannot be linked")
        }
        return try copy(path, to: backup)
      }
      let isRenamed = unsafe call(name, backup) { unsafe rename($0, $1) }
      let reason = errno
      // Renaming leaves both names if they are of one file.
      unsafe FileSystem.withPath(name) { _ = unsafe unlink($0) }
      guard isRenamed else { throw SystemError.creating(reason, "cannot be given its name") }
    } catch {
      throw AuxError(error.code, "the backup \(PathText.display(backup)) cannot be made: \(error.reason)")
    }
  }

  private static func copy(_ path: String, to backup: String) throws(AuxError) {
    let source = try FileByteSource(path: path)
    var file = try AtomicFile(destination: backup, options: .replacing)
    var all = ByteComposition()
    all.append(source: 0..<source.byteCount)
    try file.write(all, source: source)
    try file.complete(like: source, keepingOwner: true)
    try file.commit()
  }

  /// Returns whether a system call on two paths succeeds.
  private static func call(
    _ first: String, _ second: String,
    _ body: (UnsafePointer<CChar>, UnsafePointer<CChar>) -> Int32
  ) -> Bool {
    unsafe FileSystem.withPath(first) { first in
      unsafe FileSystem.withPath(second) { unsafe body(first, $0) }
    } == 0
  }
}

/// The permissions that the process takes from new files.
enum ProcessMask {
  /// The mask, as the process has it when it first writes a file.
  static let current: UInt32 = stated ?? asked

  /// The mask in /proc; `umask` can only be asked by setting it, for all threads.
  private static var stated: UInt32? {
    let descriptor = FileSystem.openForReading("/proc/self/status")
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    let lines = String(decoding: Descriptor.read(descriptor, upTo: 16 << 10).bytes, as: UTF8.self).split(
      separator: "\n")
    return lines.first { $0.hasPrefix("Umask:") }
      .flatMap { UInt32($0.dropFirst("Umask:".count).trimmingPrefix { $0.isWhitespace }, radix: 8) }
  }

  private static var asked: UInt32 {
    let mask = umask(0o077)
    umask(mask)
    return UInt32(mask)
  }
}

/// The files that this library writes under other names until they are complete.
package enum TemporaryFiles {
  /// Has those of this process removed when a signal ends it: `SIGINT`, `SIGTERM`, `SIGHUP`, `SIGQUIT`, `SIGXCPU` and
  /// `SIGPIPE` of another process; the process then ends by that signal.
  ///
  /// Signals that are ignored when this is called stay ignored; blocked ones are unblocked. From then on, writing into a
  /// pipe without a reader is an error with code `io` and does not end the process. This is for programs; a library leaves
  /// signals to its host.
  package static func removeOnSignals() { aux_remove_temporaries_on_signals() }
}
