package import AuxImage

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The system's own words for its errors.
package enum SystemError {
  package static func text(_ code: Int32) -> String { unsafe String(cString: strerror(code)) }

  // All other values are failures of the machine, which say nothing about the file.
  private static let absences = [ENOENT, ENOTDIR, EACCES, EPERM, ELOOP, ENAMETOOLONG, EISDIR, ENXIO, ENODEV]
  private static let refusals = absences + [EEXIST, EROFS, ENOSPC, EDQUOT, EBUSY, EXDEV, EMLINK, ENOTEMPTY]

  /// Whether an `errno` value says that a path leads to no file, or to none that the caller may know of.
  package static func isAbsence(_ code: Int32) -> Bool { absences.contains(code) }

  /// Returns the error of a file that could not be opened for reading: `inputMissing`, or `io`.
  package static func opening(_ code: Int32) -> AuxError {
    AuxError(isAbsence(code) ? .inputMissing : .io, text(code))
  }

  fileprivate static func following(_ code: Int32) -> AuxError {
    AuxError(.io, "the links to it cannot be followed: \(text(code))")
  }

  /// Returns the error of a file that could not be made or named: `cannotCreate`, or `io`.
  package static func creating(_ code: Int32, _ what: String) -> AuxError {
    AuxError(refusals.contains(code) ? .cannotCreate : .io, "\(what): \(text(code))")
  }
}

/// Calls of the system by path, whose bytes are those that `PathText` says.
package enum FileSystem {
  /// Calls `body` with the path as the system takes it.
  ///
  /// A NUL would end it there and name another file; such a path is given as one that no file has.
  package static func withPath<Result>(_ path: String, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
    var bytes = PathText.bytes(of: path)
    if bytes.contains(0) { bytes = [] }
    bytes.append(0)
    return unsafe bytes.withUnsafeBytes { unsafe body($0.baseAddress!.assumingMemoryBound(to: CChar.self)) }
  }

  /// Opens a file for reading; returns -1, with `errno`, where that fails.
  ///
  /// Without waiting, opening a FIFO does not wait for a writer.
  package static func openForReading(_ path: String, waiting: Bool = true) -> Int32 {
    unsafe withPath(path) { name in
      Descriptor.uninterrupted { unsafe open(name, O_RDONLY | O_CLOEXEC | (waiting ? 0 : O_NONBLOCK)) }
    }
  }

  /// Returns the names in a folder but for `.` and `..`, in the order of their bytes.
  ///
  /// Throws `inputMissing` where there is no folder or it may not be read, `io` where reading fails.
  package static func names(in folder: String) throws(AuxError) -> [String] {
    guard let directory = unsafe withPath(folder.isEmpty ? "." : folder, { unsafe opendir($0) }) else {
      throw SystemError.opening(errno)
    }
    defer { unsafe closedir(directory) }
    var names: [[UInt8]] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(directory) else { break }
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
      if name != [46], name != [46, 46] { names.append(name) }
    }
    guard errno == 0 else { throw AuxError(.io, "cannot be read: \(SystemError.text(errno))") }
    return names.sorted { $0.lexicographicallyPrecedes($1) }.map(PathText.text(of:))
  }

  /// Returns a name for a file that is written until it is complete; no file has that name.
  ///
  /// The name is short, because the name of the complete file may already be as long as the system allows.
  package static func temporaryName() -> String {
    ".auxdepth-" + String(UInt64.random(in: 1 << 60...UInt64.max), radix: 16) + ".tmp"
  }

  /// True if a file of that name is not complete, or was left by a process that was killed.
  package static func isTemporary(_ name: String) -> Bool {
    name.hasPrefix(".auxdepth-") && name.hasSuffix(".tmp")
  }

  /// Returns the file that a path leads to, without links on the way; the path itself where no file is there.
  ///
  /// Throws `io` where the system fails to say.
  package static func resolved(_ path: String) throws(AuxError) -> String {
    guard let found = unsafe withPath(path, { unsafe realpath($0, nil) }) else {
      guard SystemError.isAbsence(errno) else { throw SystemError.following(errno) }
      return path
    }
    defer { unsafe free(found) }
    return unsafe PathText.text(
      of: UnsafeBufferPointer(start: found, count: strlen(found)).map(UInt8.init(bitPattern:)))
  }

  /// Returns the path in a link, or nil where `path` is not a link; throws as ``resolved(_:)``.
  package static func target(ofLink path: String) throws(AuxError) -> String? {
    var failure: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, filled in
      let got = unsafe FileSystem.withPath(path) { name in
        unsafe buffer.withMemoryRebound(to: CChar.self) { unsafe readlink(name, $0.baseAddress!, $0.count) }
      }
      if got < 0 { failure = errno }
      filled = max(got, 0)
    }
    guard failure == 0 || failure == EINVAL || SystemError.isAbsence(failure) else {
      throw SystemError.following(failure)
    }
    return bytes.isEmpty ? nil : PathText.text(of: bytes)
  }
}

package enum Descriptor {
  /// The next bytes, none at the end, and why they could not be read or 0.
  package typealias Chunk = (bytes: [UInt8], failure: Int32)

  package static func read(_ descriptor: Int32, upTo count: Int) -> Chunk {
    var failure: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      var got = 0
      repeat {
        got = unsafe systemRead(descriptor, buffer.baseAddress, count)
      } while got < 0 && errno == EINTR
      if got < 0 { failure = errno }
      filled = max(got, 0)
    }
    return (bytes, failure)
  }

  /// Calls the system again as long as a signal interrupts it; returns the result, below 0 with `errno`.
  package static func uninterrupted(_ call: () -> Int32) -> Int32 {
    while true {
      let result = call()
      guard result < 0, errno == EINTR else { return result }
    }
  }

  /// Writes all bytes; returns why that failed, or 0.
  package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    var written = 0
    while written < bytes.count {
      let got = unsafe bytes.withUnsafeBytes { buffer in
        unsafe systemWrite(descriptor, buffer.baseAddress! + written, bytes.count - written)
      }
      guard got < 0 else {
        written += got
        continue
      }
      if errno != EINTR { return errno }
    }
    return 0
  }
}

// The system calls, as distinct from the methods of the same names.
private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  unsafe read(descriptor, bytes, count)
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
  unsafe write(descriptor, bytes, count)
}
