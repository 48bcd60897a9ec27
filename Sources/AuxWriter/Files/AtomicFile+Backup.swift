internal import AuxContainers
internal import AuxImage
internal import CAuxShims

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

// The file that is about to be replaced, under a second name: `NAME~`.
//
// It gets that name before the new file takes its own, so that a process that is ended at any moment leaves the old file
// under its name, or the new one there and the old one as its backup.
extension AtomicFile {
  /// Gives the file at `path`, which is not a link, its second name, in place of an earlier backup; does nothing without a file.
  ///
  /// The name is a hard link, and a copy where the file system has none. Throws `cannotCreate`, or `io` where the system
  /// fails; the file is then as it was.
  static func keepBackup(of path: String) throws(AuxError) {
    guard let status = try FileStatus(path, followingLinks: false) else { return }
    let backup = path + "~"
    do throws(AuxError) {
      guard try FileStatus(backup, followingLinks: false)?.kind != .folder else {
        throw AuxError(.cannotCreate, "is a directory")
      }
      guard status.kind == .file else { throw AuxError(.cannotCreate, "is to be that of what is no file") }
      guard try !link(path, as: backup) else { return }
      try copy(path, to: backup)
    } catch {
      throw AuxError(error.code, "the backup \(PathText.display(backup)) cannot be made: \(error.reason)")
    }
  }

  /// Makes the second name; returns false where the file system or the process's permissions do not allow it.
  private static func link(_ path: String, as backup: String) throws(AuxError) -> Bool {
    // One of the names that are cleared away where a process is ended by force.
    let name = PathText.folder(of: backup) + TemporaryFile.name()
    let registration = unsafe FileSystem.withPath(name) { unsafe aux_temporary_add($0) }
    defer { aux_temporary_forget(registration) }
    for _ in 0..<100 {
      guard unsafe call(path, name, { unsafe systemLink($0, $1) }) else {
        guard Self.backupRefusals.contains(errno) else {
          throw SystemError.creating(errno, "cannot be linked")
        }
        return false
      }
      let isRenamed = unsafe call(name, backup) { unsafe rename($0, $1) }
      let reason = errno
      // Two names of one file are left as they are, and what could not be renamed is not needed any more.
      _ = unsafe FileSystem.withPath(name) { unsafe unlink($0) }
      if isRenamed { return true }
      // Another process that clears names away took it for one that was left behind.
      guard reason == ENOENT else { throw SystemError.creating(reason, "cannot be given its name") }
    }
    return false
  }

  private static let backupRefusals = [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS, EINVAL, EXDEV, EMLINK]

  private static func call(
    _ first: String, _ second: String,
    _ body: (UnsafePointer<CChar>, UnsafePointer<CChar>) -> Int32
  ) -> Bool {
    unsafe FileSystem.withPath(first) { first in
      unsafe FileSystem.withPath(second) { unsafe body(first, $0) }
    } == 0
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
}

/// The system call, as distinct from the method of the same name.
private func systemLink(_ first: UnsafePointer<CChar>, _ second: UnsafePointer<CChar>) -> Int32 {
  unsafe link(first, second)
}
