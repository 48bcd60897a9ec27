package import AuxImage

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// What the system says about a file: which one it is, of what kind, and when it was changed last.
package struct FileStatus: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case file
    case folder
    case link
    case stream
  }

  package let kind: Kind
  package let identity: FileIdentity
  package let byteCount: Int
  /// When the content was changed, since 1970.
  package let modified: Duration
  /// When the content or the other members were changed.
  package let changed: Duration
  /// The permissions, without setuid, setgid and the sticky bit.
  package let permissions: UInt32
  package let owner: UInt32
  package let group: UInt32
  package let linkCount: Int

  /// Asks for the file at `path`, or for a link itself where links are not to be followed; nil, with `errno`, where the
  /// path leads to no file, or to one that the caller may not see.
  ///
  /// Throws `io` where the system cannot answer: a failed question does not mean that the file is missing.
  package init?(_ path: String, followingLinks: Bool = true) throws(AuxError) {
    var status = stat()
    let result = unsafe FileSystem.withPath(path) { name in
      unsafe followingLinks ? stat(name, &status) : lstat(name, &status)
    }
    guard result == 0 else {
      guard SystemError.isAbsence(errno) else {
        throw AuxError(.io, "cannot be looked at: \(SystemError.text(errno))")
      }
      return nil
    }
    self.init(status)
  }

  /// Asks for an open file; nil, with `errno`, where the system does not know it.
  package init?(descriptor: Int32) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .stream
      }
    identity = FileIdentity(device: status.st_dev, number: status.st_ino)
    byteCount = Int(status.st_size)
    #if canImport(Glibc)
      (modified, changed) = (Duration(status.st_mtim), Duration(status.st_ctim))
    #else
      (modified, changed) = (Duration(status.st_mtimespec), Duration(status.st_ctimespec))
    #endif
    permissions = UInt32(status.st_mode) & 0o777
    (owner, group) = (status.st_uid, status.st_gid)
    linkCount = Int(status.st_nlink)
  }

  /// Whether it is the file of another status, and nothing was written to it in between; other members may differ.
  package func hasContent(of other: FileStatus) -> Bool {
    identity == other.identity && byteCount == other.byteCount && modified == other.modified
  }

  /// Whether nothing was written to the file since the other status was taken, and nothing took its place.
  package func isUnchanged(since other: FileStatus) -> Bool {
    hasContent(of: other) && changed == other.changed
  }
}

/// What distinguishes a file from all others, whatever path leads to it.
package struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let number: UInt64

  /// Finds the file at `path`; nil where no file is there. Throws as ``FileStatus/init(_:followingLinks:)``.
  package init?(_ path: String) throws(AuxError) {
    guard let status = try FileStatus(path) else { return nil }
    self = status.identity
  }

  fileprivate init(device: some BinaryInteger, number: some BinaryInteger) {
    (self.device, self.number) = (UInt64(truncatingIfNeeded: device), UInt64(truncatingIfNeeded: number))
  }
}

extension FileSystem {
  /// Whether there is a file, or a folder, at `path`; throws `io` where the system fails to say.
  package static func exists(_ path: String) throws(AuxError) -> Bool { try FileStatus(path) != nil }

  /// Whether there is a folder at `path`, or a link to one; throws as ``exists(_:)``.
  package static func isFolder(_ path: String) throws(AuxError) -> Bool {
    try FileStatus(path)?.kind == .folder
  }
}

extension Duration {
  fileprivate init(_ time: timespec) {
    self = .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
  }
}
