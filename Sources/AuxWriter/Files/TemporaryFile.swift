internal import AuxContainers
internal import AuxImage
internal import CAuxShims

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

extension AuxError {
  /// The error of a file that was changed after its content was read.
  static var changedMeanwhile: AuxError {
    AuxError(.changed, "another program changed the file meanwhile; it is left as that program wrote it")
  }

  /// The error of a known file that the system cannot describe any more.
  static func lost(_ code: Int32) -> AuxError {
    code == ENOENT || code == ENOTDIR ? .changedMeanwhile : SystemError.creating(code, "cannot be looked at")
  }
}

/// A new file that others do not see: without a name where the system supports that, else with a temporary one.
///
/// It is created for its owner alone. One with a name is locked as long as it is written, and removed when the value
/// goes away, when a signal ends the process (``TemporaryFiles/removeOnSignals()``), and by the next process that
/// makes one in its folder where it was left behind all the same: such a file has our name and no lock.
struct TemporaryFile: ~Copyable {
  let descriptor: Int32
  /// The path of a file that has a name.
  private(set) var path: String?
  private var registration: Int32 = -1

  /// Creates a file; `folder` ends in a slash or is empty. A file that is to take the place of another needs a name.
  ///
  /// Throws `AuxError`: `cannotCreate` where the folder does not take it, `io` where the system fails.
  init(in folder: String, needsName: Bool) throws(AuxError) {
    Abandoned.remove(from: folder)
    let unnamed = needsName ? -1 : Self.unnamed(in: folder)
    guard unnamed < 0 else {
      descriptor = unnamed
      return
    }
    while true {
      let path = folder + Self.name()
      // Before the file is there: a signal may come at any time. No other has the name.
      let registration = unsafe FileSystem.withPath(path) { unsafe aux_temporary_add($0) }
      let descriptor = unsafe FileSystem.withPath(path) {
        unsafe open($0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      }
      guard descriptor >= 0 else {
        let reason = errno
        aux_temporary_forget(registration)
        if reason == EEXIST || reason == EINTR { continue }
        throw SystemError.creating(reason, "cannot write into its folder")
      }
      _ = flock(descriptor, LOCK_EX | LOCK_NB)
      // Before the lock, the file looked like one that was left behind.
      let status = FileStatus(descriptor: descriptor)
      let failure = errno
      guard let status, status.linkCount > 0 else {
        _ = unsafe FileSystem.withPath(path) { unsafe unlink($0) }
        aux_temporary_forget(registration)
        close(descriptor)
        if status == nil { throw SystemError.creating(failure, "cannot be looked at") }
        continue
      }
      self.descriptor = descriptor
      self.path = path
      self.registration = registration
      return
    }
  }

  deinit {
    if let path { unsafe FileSystem.withPath(path) { _ = unsafe unlink($0) } }
    aux_temporary_forget(registration)
    close(descriptor)
  }

  private static func unnamed(in folder: String) -> Int32 {
    // The name is given by way of /proc.
    guard (try? FileSystem.isFolder("/proc/self/fd")) == true else { return -1 }
    return unsafe FileSystem.withPath(folder.isEmpty ? "." : folder) { unsafe aux_open_unnamed($0) }
  }

  private static let prefix = ".auxdepth-"
  private static let suffix = ".tmp"

  /// Returns a name that no file has; it must be short, since that of the destination may be as long as is allowed.
  static func name() -> String {
    prefix + String(UInt64.random(in: 1 << 60...UInt64.max), radix: 16) + suffix
  }

  /// Gives the file its name, which no other may have; returns false where one without a name cannot be given any, and has
  /// to be made again with one.
  ///
  /// Throws `AuxError` with code `cannotCreate` or `io`.
  mutating func appear(as destination: String) throws(AuxError) -> Bool {
    let result = unsafe FileSystem.withPath(destination) { name in
      guard let path else { return unsafe aux_link_unnamed(descriptor, name) }
      return unsafe FileSystem.withPath(path) { old in
        let result = unsafe aux_rename_new(old, name)
        // A link fails as well where the name has appeared meanwhile; a plain rename would replace that file.
        guard result != 0, errno == ENOSYS || errno == EINVAL, unsafe link(old, name) == 0 else {
          return result
        }
        // Another process that clears names away may have done so: a file of two names is complete.
        _ = unsafe unlink(old)
        return 0
      }
    }
    guard result == 0 else {
      if path == nil && Self.linkRefusals.contains(errno) { return false }
      throw Self.naming(errno)
    }
    forget()
    return true
  }

  /// The errors of systems where files without a name can be made but not named: because of the file system, of
  /// permissions, or of a missing or forbidden /proc.
  private static let linkRefusals = [
    EPERM, EACCES, ENOTSUP, EOPNOTSUPP, ENOSYS, EINVAL, EXDEV, EMLINK, ENOENT, ELOOP,
  ]

  /// Gives the file, which has a name, that of another file, which it replaces.
  ///
  /// `isExpected` says whether the file that it takes the place of is the one that is meant to go; else that one stays, and
  /// the error is `changed`. Throws `AuxError` with code `cannotCreate` or `io`, where the system fails to say which it was
  /// as well; that one stays then, too.
  mutating func replace(_ destination: String, where isExpected: ((FileStatus) -> Bool)?) throws(AuxError) {
    guard let path else { preconditionFailure("a file without a name replaces none") }
    if let isExpected, try exchange(path, withExisting: destination) {
      do throws(AuxError) {
        guard let displaced = try FileStatus(path, followingLinks: false) else { throw .lost(errno) }
        guard isExpected(displaced) else { throw .changedMeanwhile }
      } catch {
        _ = exchange(path, with: destination)
        throw error
      }
      _ = unsafe FileSystem.withPath(path) { unsafe unlink($0) }
    } else {
      let result = unsafe FileSystem.withPath(destination) { name in
        unsafe FileSystem.withPath(path) { unsafe rename($0, name) }
      }
      guard result == 0 else { throw Self.naming(errno) }
    }
    forget()
  }

  /// Exchanges the names as ``exchange(_:with:)``; throws `changed` where there is no file of the other name any more.
  private func exchange(_ path: String, withExisting other: String) throws(AuxError) -> Bool {
    if exchange(path, with: other) { return true }
    guard errno == ENOENT, try FileStatus(other, followingLinks: false) == nil else { return false }
    throw .changedMeanwhile
  }

  /// Returns whether both files have the name of the other now; some file systems cannot do that.
  private func exchange(_ path: String, with other: String) -> Bool {
    unsafe FileSystem.withPath(other) { other in
      unsafe FileSystem.withPath(path) { unsafe aux_rename_exchange($0, other) }
    } == 0
  }

  private mutating func forget() {
    path = nil
    aux_temporary_forget(registration)
    registration = -1
  }

  private static func naming(_ code: Int32) -> AuxError {
    code == EEXIST
      ? AuxError(.cannotCreate, "exists already", remedy: .replaceFile)
      : SystemError.creating(code, "cannot be given its name")
  }

  /// Files that processes left behind which were ended by force.
  enum Abandoned {
    /// The folders that were looked into, once each; guarded by the lock of that name, which `fork` knows.
    private nonisolated(unsafe) static var folders: Set<String> = []

    /// Removes what a backup of `file` did not get, where a process was ended while it made one: second names of the file.
    ///
    /// To be called by who has the lock of the file and is about to replace it: its times change with its names.
    static func removeNames(of file: FileStatus, from folder: String) {
      guard file.linkCount > 1, let names = try? FileSystem.names(in: folder) else { return }
      for name in names where isOurs(name) {
        let status = try? FileStatus(folder + name, followingLinks: false)
        guard status?.identity == file.identity else { continue }
        unsafe FileSystem.withPath(folder + name) { _ = unsafe unlink($0) }
      }
    }

    static func remove(from folder: String) {
      guard isNew(folder), let names = try? FileSystem.names(in: folder) else { return }
      for name in names where isOurs(name) { removeUnlocked(folder + name) }
    }

    private static func isNew(_ folder: String) -> Bool {
      aux_lock(Int32(AUX_LOCK_FOLDERS))
      defer { aux_unlock(Int32(AUX_LOCK_FOLDERS)) }
      return unsafe folders.insert(folder).inserted
    }

    private static func isOurs(_ name: String) -> Bool {
      guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return false }
      let middle = name.dropFirst(prefix.count).dropLast(suffix.count)
      return middle.count == 16 && middle.allSatisfy(\.isHexDigit)
    }

    private static func removeUnlocked(_ path: String) {
      guard let status = try? FileStatus(path, followingLinks: false), status.kind == .file else { return }
      // A second name of a photo goes when the photo is edited.
      guard status.linkCount == 1 else { return }
      let descriptor = FileSystem.openForReading(path, waiting: false)
      guard descriptor >= 0 else { return }
      defer { close(descriptor) }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return }
      unsafe FileSystem.withPath(path) { _ = unsafe unlink($0) }
    }
  }
}

/// Notices writing to a file; does so on Linux, as long as the system watches another file for this user.
///
/// Times and sizes can be set back to what they were, and the time of a file's status changes when it is renamed.
final class WriteWatch {
  private let descriptor: Int32

  /// Watches the file at `path` from now on; nil where the system does not.
  init?(_ path: String) {
    descriptor = unsafe FileSystem.withPath(path) { unsafe aux_watch_writing($0) }
    if descriptor < 0 { return nil }
  }

  deinit { close(descriptor) }

  /// Whether the file was written or shortened since the watch began, or since the last call.
  var wasWritten: Bool { aux_was_written(descriptor) != 0 }
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
public enum TemporaryFiles {
  /// Has those of this process removed when a signal ends it: `SIGINT`, `SIGTERM`, `SIGHUP`, `SIGQUIT`, `SIGXCPU` and
  /// `SIGPIPE` of another process; the process then ends by that signal.
  ///
  /// Signals that are ignored when this is called stay ignored; blocked ones are unblocked. From then on, writing into a
  /// pipe without a reader is an error with code `io` and does not end the process. This is for programs; a library leaves
  /// signals to its host.
  package static func removeOnSignals() { aux_remove_temporaries_on_signals() }
}
