internal import AuxContainers
public import AuxImage
public import AuxMaps

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Writes whole files that appear under their name at once, or not at all.
public enum OutputFile {
  /// Writes `bytes` to the file at `path`, or to standard output for `-`; into a FIFO or a device as into standard output.
  ///
  /// A link is followed, and the file that it leads to replaced. Throws `AuxError` that names the file: `cannotCreate`
  /// where the folder does not take it or the file exists and is not to be replaced, `io` where writing fails.
  public static func write(
    _ bytes: [UInt8], to path: String, options: WriteOptions = WriteOptions()
  ) throws(AuxError) {
    try write(to: path, options: options) { write throws(AuxError) in try write(bytes) }
  }

  /// Writes the pieces of a file one after the other, as they are made; else as ``write(_:to:options:)``.
  package static func write<Result>(
    to path: String, options: WriteOptions,
    pieces: (_ write: ([UInt8]) throws(AuxError) -> Void) throws(AuxError) -> Result
  ) throws(AuxError) -> Result {
    do throws(AuxError) {
      if let stream = try OutputStream.stream(at: path) { return try pieces(stream.write) }
      var file = try AtomicFile(destination: path, options: options)
      let result = try pieces { bytes throws(AuxError) in try file.write(bytes) }
      try file.finish()
      return result
    } catch { throw error.about(StandardStream.outputName(path)) }
  }

  /// Writes two files that belong together: neither appears before both are complete.
  ///
  /// Throws as ``write(_:to:options:)``, with the path of the file that failed before the reason.
  public static func write(
    _ first: (bytes: [UInt8], path: String), _ second: (bytes: [UInt8], path: String),
    options: WriteOptions = WriteOptions()
  ) throws(AuxError) {
    func complete(_ file: (bytes: [UInt8], path: String)) throws(AuxError) -> AtomicFile {
      let new = try AtomicFile(destination: file.path, options: options)
      try new.write(file.bytes)
      try new.complete()
      return new
    }
    // Which of the two an error is about.
    var path = first.path
    do throws(AuxError) {
      var one = try complete(first)
      path = second.path
      var other = try complete(second)
      path = first.path
      try one.commit()
      path = second.path
      try other.commit()
    } catch { throw error.about(path) }
  }

  /// Throws what writing there would throw, as far as that is known before there is anything to write: `cannotCreate`,
  /// naming the file, for a folder, and for a file that exists where `replaces` is false. Throws `usage` where the file is
  /// one of `inputs`, which its content is made of.
  package static func check(_ path: String, replaces: Bool, inputs: [String?] = []) throws(AuxError) {
    try InputFiles(inputs.compactMap(\.self)).check(path)
    do throws(AuxError) {
      if try !OutputStream.isStream(path) { _ = try OutputPlace(path, replaces: replaces) }
    } catch { throw error.about(path) }
  }

  /// Makes a folder and those above it, where they do not exist; the empty path is the current one.
  ///
  /// Throws `AuxError` that names the folder: `cannotCreate`, or `io` where the system fails.
  package static func makeFolder(at path: String) throws(AuxError) {
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

  /// Whether a path is a folder; nil where it does not exist.
  private static func isFolder(_ path: String) throws(AuxError) -> Bool? {
    do throws(AuxError) { return try FileStatus(path).map { $0.kind == .folder } } catch {
      throw error.about(path)
    }
  }

  /// Writes the values of a map as a map file of a kind, as a format or as distances of a unit.
  ///
  /// Without either, PNG and raw samples keep the map's quantity, and the other kinds, whose readers take numbers for metres,
  /// hold metres as 32-bit floats. NPY and raw samples are made as they are written, so that no second map is in memory. Returns
  /// what the file holds. Throws `AuxError` as
  /// ``write(_:to:options:)``, and `usage` for a format that is not of depth data and for a kind that is only read.
  @discardableResult
  public static func write(
    _ reading: DepthMap.Reading, as format: PixelFormat? = nil, in unit: DistanceScale? = nil,
    kind: MapFile.Kind,
    to path: String, options: WriteOptions = WriteOptions()
  ) throws(AuxError) -> MapExport.Summary {
    let usual = format ?? kind.usualFormat(of: reading.nativeFormat)
    guard unit == nil, let parts = try MapParts(reading, as: usual, kind: kind) else {
      let (bytes, summary) = try MapExport(reading, as: format, in: unit, for: kind).summarized(as: kind)
      try write(bytes, to: path, options: options)
      return summary
    }
    try write(to: path, options: options) { write throws(AuxError) in
      try write(parts.header)
      for rows in parts.bands { try write(parts.bytes(ofRows: rows)) }
    }
    return parts.summary
  }
}

/// The locks (`flock`) of files that are edited in place.
///
/// A file is locked while it is edited in place, so that programs that use this library edit it one after the other. A
/// file that another program has locked is waited for; after ten seconds the call throws `AuxError.Code.changed`.
public enum FileLocks {
  /// Calls `body` with the path of each file that is waited for longer than a second, on the thread that waits.
  public static func onWaiting(_ body: @escaping @Sendable (_ path: String) -> Void) {
    FileByteSource.onWaiting(body)
  }
}
