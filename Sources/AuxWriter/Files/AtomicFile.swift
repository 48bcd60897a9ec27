internal import AuxContainers
internal import AuxImage
internal import CAuxShims

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// An output that appears whole under its name, or not at all.
///
/// The bytes go to a temporary file in the destination's folder; ``commit()`` renames it. A value that goes
/// away without a commit removes the temporary file.
struct AtomicFile: ~Copyable {
  /// The name under which the file will appear.
  let destination: String
  /// The file that is written until then.
  let temporaryPath: String
  private let descriptor: Int32
  private let replaces: Bool
  private var isCommitted = false

  /// Creates the temporary file.
  ///
  /// Throws `cannotCreate` where the folder does not take it, or where the destination exists and is not to
  /// be replaced.
  init(destination: String, replaces: Bool) throws(AuxError) {
    var status = stat()
    if unsafe stat(destination, &status) == 0 {
      guard status.st_mode & S_IFMT != S_IFDIR else { throw AuxError(.cannotCreate, "is a directory") }
      guard replaces else { throw AuxError(.cannotCreate, "exists already", remedy: .replaceFile) }
    }
    // The name must be short: that of the destination may be as long as the system allows.
    let folder = Self.folder(of: destination)
    var attempt = 0
    var created: (path: String, descriptor: Int32)?
    while created == nil {
      let path = "\(folder).auxdepth-\(getpid())-\(attempt).tmp"
      let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if descriptor >= 0 {
        created = (path, descriptor)
      } else if errno == EEXIST, attempt < 1000 {
        attempt += 1
      } else {
        throw AuxError(.cannotCreate, "cannot write into its folder: \(SystemError.text(errno))")
      }
    }
    guard let created else { preconditionFailure("the loop ends with a file or an error") }
    self.destination = destination
    self.replaces = replaces
    temporaryPath = created.path
    descriptor = created.descriptor
  }

  deinit {
    close(descriptor)
    if !isCommitted { _ = unsafe unlink(temporaryPath) }
  }

  /// Returns the folder of a path with the slash after it; empty for the current one.
  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  /// Writes all pieces; ranges of the source are copied through a bounded buffer or by the kernel.
  func write(_ composition: ByteComposition, source: any ByteSource) throws(AuxError) {
    for piece in composition.pieces {
      switch piece {
      case .bytes(let bytes): try write(bytes)
      case .source(let range): try copy(range, from: source)
      }
    }
  }

  /// Writes bytes after those written before.
  func write(_ bytes: [UInt8]) throws(AuxError) {
    var written = 0
    while written < bytes.count {
      let got = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Glibc_write(descriptor, buffer.baseAddress! + written, bytes.count - written)
      }
      if got < 0 {
        if errno == EINTR { continue }
        throw AuxError(.io, "cannot write: \(SystemError.text(errno))")
      }
      written += got
    }
  }

  private func copy(_ range: Range<Int>, from source: any ByteSource) throws(AuxError) {
    var position = range.lowerBound
    if let file = source as? FileByteSource {
      while position < range.upperBound {
        let got = aux_copy_file_range(
          file.descriptor, Int64(position), descriptor, UInt64(range.upperBound - position))
        if got < 0, errno == EINTR { continue }
        // File systems that cannot do it say so at once; the loop below does it then.
        guard got > 0 else { break }
        position += Int(got)
      }
    }
    while position < range.upperBound {
      let chunk = try source.read(at: position, count: min(1 << 20, range.upperBound - position))
      try write(chunk)
      position += chunk.count
    }
  }

  /// Gives the file the mode of the one it replaces and, on request, owner and extended attributes.
  func takeAttributes(of path: String, withOwner: Bool) throws(AuxError) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return }
    if withOwner {
      // Only root may give a file away; where the owner is another's, the new file is the caller's.
      _ = fchown(descriptor, status.st_uid, status.st_gid)
      unsafe aux_copy_extended_attributes(path, descriptor)
    }
    guard fchmod(descriptor, status.st_mode & 0o7777) == 0 else {
      throw AuxError(.io, "cannot set the mode: \(SystemError.text(errno))")
    }
  }

  /// Ends the writing: attributes of the file that is replaced, and the bytes on the disk.
  func complete(keepingOwner: Bool = false) throws(AuxError) {
    if replaces { try takeAttributes(of: destination, withOwner: keepingOwner) }
    try synchronize()
  }

  /// Brings the bytes to the disk, so that a crash after the rename finds them there.
  func synchronize() throws(AuxError) {
    guard fsync(descriptor) == 0 else { throw AuxError(.io, "cannot flush: \(SystemError.text(errno))") }
  }

  /// Gives the file its name.
  mutating func commit() throws(AuxError) {
    if replaces {
      guard unsafe rename(temporaryPath, destination) == 0 else {
        throw AuxError(.cannotCreate, "cannot rename: \(SystemError.text(errno))")
      }
      isCommitted = true
    } else if unsafe link(temporaryPath, destination) == 0 {
      // A link fails where the name has appeared meanwhile; a rename would replace that file.
      _ = unsafe unlink(temporaryPath)
      isCommitted = true
    } else if errno == EEXIST {
      throw AuxError(.cannotCreate, "exists already", remedy: .replaceFile)
    } else {
      guard unsafe rename(temporaryPath, destination) == 0 else {
        throw AuxError(.cannotCreate, "cannot rename: \(SystemError.text(errno))")
      }
      isCommitted = true
    }
    synchronizeFolder()
  }

  private func synchronizeFolder() {
    let folder = Self.folder(of: destination)
    let handle = unsafe open(folder.isEmpty ? "." : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard handle >= 0 else { return }
    _ = fsync(handle)
    close(handle)
  }
}

/// The system call, as distinct from the methods of the same name.
private func Glibc_write(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
  unsafe write(descriptor, bytes, count)
}
