internal import AuxContainers
public import AuxImage

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Writes whole files that appear under their name at once, or not at all.
public enum OutputFile {
  /// Writes `bytes` to the file at `path`, or to standard output for `-`; into a FIFO or a device as into standard output.
  ///
  /// A link is followed, and the file that it leads to replaced. Throws `AuxError` that names the file: `cannotCreate` where the folder does not take it or the file exists and
  /// is not to be replaced, `io` where writing fails.
  public static func write(
    _ bytes: [UInt8], to path: String, options: WriteOptions = WriteOptions()
  ) throws(AuxError) {
    do throws(AuxError) {
      if let stream = try OutputStream.open(path) { return try stream.write(bytes) }
      var file = try complete(bytes, for: path, options)
      try file.commit()
    } catch { throw error.about(StandardStream.outputName(path)) }
  }

  /// Writes two files that belong together: neither appears before both are complete.
  ///
  /// Throws as ``write(_:to:options:)``, with the path of the file that failed before the reason.
  public static func write(
    _ first: (bytes: [UInt8], path: String), _ second: (bytes: [UInt8], path: String),
    options: WriteOptions = WriteOptions()
  ) throws(AuxError) {
    // Which of the two an error is about.
    var path = first.path
    do throws(AuxError) {
      var one = try complete(first.bytes, for: path, options)
      path = second.path
      var other = try complete(second.bytes, for: path, options)
      path = first.path
      try one.commit()
      path = second.path
      try other.commit()
    } catch { throw error.about(path) }
  }

  /// Throws what writing there would throw, as far as that is known before there is anything to write: `cannotCreate`,
  /// naming the file, for a folder, and for a file that exists where `replaces` is false.
  public static func check(_ path: String, replaces: Bool) throws(AuxError) {
    do throws(AuxError) {
      if try !OutputStream.isStream(path) { _ = try OutputPlace(path, replaces: replaces) }
    } catch { throw error.about(path) }
  }

  /// Makes a folder and those above it, where they do not exist; the empty path is the current one.
  ///
  /// Throws `AuxError` that names the folder: `cannotCreate`, or `io` where the system fails.
  public static func makeFolder(at path: String) throws(AuxError) {
    if path.isEmpty { return }
    if let isFolder = try isFolder(path) {
      guard isFolder else { throw AuxError(.cannotCreate, "is no folder", path: path) }
      return
    }
    let scalars = path.unicodeScalars
    var folders = scalars.indices.filter { scalars[$0] == "/" && $0 != scalars.startIndex }.map {
      String(scalars[..<$0])
    }
    folders.append(path)
    for folder in folders {
      guard
        unsafe FileSystem.withPath(folder, { unsafe mkdir($0, 0o777) }) == 0 || errno == EEXIST
          || errno == EISDIR
      else {
        throw SystemError.creating(errno, "the folder cannot be made").about(folder)
      }
    }
    guard try isFolder(path) == true else {
      throw AuxError(.cannotCreate, "the folder cannot be made: one above it is a file", path: path)
    }
  }

  /// Whether a folder stands at a path; nil where nothing does.
  private static func isFolder(_ path: String) throws(AuxError) -> Bool? {
    do throws(AuxError) { return try FileStatus(path).map { $0.kind == .folder } } catch {
      throw error.about(path)
    }
  }

  /// Returns a file that lacks nothing but its name.
  private static func complete(
    _ bytes: [UInt8], for path: String, _ options: WriteOptions
  ) throws(AuxError) -> AtomicFile {
    let file = try AtomicFile(destination: path, options: options)
    try file.write(bytes)
    try file.complete()
    return file
  }
}
