internal import AuxContainers
public import AuxImage

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Writes whole files that appear under their name at once, or not at all.
public enum OutputFile {
  /// Writes `bytes` to the file at `path`, or to standard output for `-`.
  ///
  /// Throws `AuxError` that names the file: `cannotCreate` where the folder does not take it or the file exists and
  /// `replaces` is false, `io` where writing fails.
  public static func write(_ bytes: [UInt8], to path: String, replaces: Bool) throws(AuxError) {
    do throws(AuxError) {
      guard path != StandardStream.path else { return try StandardOutput.write(bytes) }
      var file = try complete(bytes, for: path, replaces: replaces)
      try file.commit()
    } catch { throw error.about(StandardStream.outputName(path)) }
  }

  /// Writes two files that belong together: neither appears before both are complete.
  ///
  /// Throws as ``write(_:to:replaces:)``, with the path of the file that failed before the reason.
  public static func write(
    _ first: (bytes: [UInt8], path: String), _ second: (bytes: [UInt8], path: String), replaces: Bool
  ) throws(AuxError) {
    // Which of the two an error is about.
    var path = first.path
    do throws(AuxError) {
      var one = try complete(first.bytes, for: path, replaces: replaces)
      path = second.path
      var other = try complete(second.bytes, for: path, replaces: replaces)
      path = first.path
      try one.commit()
      path = second.path
      try other.commit()
    } catch { throw error.about(path) }
  }

  /// Makes a folder and those above it, where they do not exist; the empty path is the current one.
  ///
  /// Throws `AuxError` with code `cannotCreate` that names the folder.
  public static func makeFolder(at path: String) throws(AuxError) {
    var status = stat()
    if path.isEmpty { return }
    if unsafe stat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFDIR else {
        throw AuxError(.cannotCreate, "is no folder", path: path)
      }
      return
    }
    var folders = path.indices.filter { path[$0] == "/" && $0 != path.startIndex }.map { String(path[..<$0]) }
    folders.append(path)
    for folder in folders {
      guard unsafe mkdir(folder, 0o777) == 0 || errno == EEXIST || errno == EISDIR else {
        throw AuxError(.cannotCreate, "the folder cannot be made: \(SystemError.text(errno))", path: folder)
      }
    }
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw AuxError(.cannotCreate, "the folder cannot be made: one above it is a file", path: path)
    }
  }

  /// Returns a file that lacks nothing but its name.
  private static func complete(
    _ bytes: [UInt8], for path: String, replaces: Bool
  ) throws(AuxError) -> AtomicFile {
    let file = try AtomicFile(destination: path, replaces: replaces)
    try file.write(bytes)
    try file.complete()
    return file
  }
}
