internal import AuxContainers
internal import AuxImage
internal import AuxReader
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The files of a data set: written into a folder of their own, and moved into the set when all are complete.
///
/// Several threads may add files.
final class DatasetFiles: Sendable {
  private let folder: String
  private let state = Mutex(State())

  private struct State {
    /// The files of the set that are written and not moved.
    var staged: [String] = []
    /// The first error of writing, after which nothing is moved.
    var failure: AuxError?
  }

  /// The folder in the set that files are written into first. A run that is ended by force leaves it, the next removes it.
  private static let stage = ".incomplete"
  /// The folders of a set.
  private static let folders = ["color", "depth", "mattes"]

  init(_ folder: String) { self.folder = folder }

  /// Writes a file that becomes part of the set, unless it is there with the same bytes.
  ///
  /// Throws `AuxError` as ``OutputFile/write(_:to:options:)``.
  func add(_ bytes: [UInt8], _ name: String, options: WriteOptions) throws(AuxError) {
    let path = PathText.joined(folder, name)
    if try FileSystem.exists(path) {
      if try Self.holds(path, bytes) { return }
      try OutputFile.check(path, replaces: options.replaces)
    }
    let place = staged(name)
    do throws(AuxError) {
      try OutputFile.makeFolder(at: String(PathText.folder(of: place).dropLast()))
      var replacing = WriteOptions.replacing
      replacing.waitsForDisk = options.waitsForDisk
      try OutputFile.write(bytes, to: place, options: replacing)
    } catch {
      let failure = AuxError(error.code, error.reason, path: path)
      state.withLock { $0.failure = $0.failure ?? failure }
      throw failure
    }
    state.withLock { $0.staged.append(name) }
  }

  /// Moves all files into the set, in the order in which they were added.
  ///
  /// Throws the first error of writing, with code `io` or `cannotCreate`; nothing is moved then.
  func publish() throws(AuxError) {
    let (names, failure) = state.withLock { ($0.staged, $0.failure) }
    if let failure {
      throw AuxError(
        failure.code, "no file of the data set is written, since one failed: \(failure.reason)", path: folder)
    }
    for name in names {
      let path = PathText.joined(folder, name)
      try OutputFile.makeFolder(at: String(PathText.folder(of: path).dropLast()))
      try unsafe Self.call(path, "cannot be given its name") { path in
        unsafe FileSystem.withPath(staged(name)) { unsafe rename($0, path) }
      }
    }
  }

  /// Removes what was written and not moved.
  func discard() {
    state.withLock { $0 = State() }
    for folder in Self.folders + [""] {
      let folder = staged(folder)
      for name in (try? FileSystem.names(in: folder)) ?? [] {
        _ = unsafe FileSystem.withPath(PathText.joined(folder, name)) { unsafe unlink($0) }
      }
      _ = unsafe FileSystem.withPath(folder) { unsafe rmdir($0) }
    }
  }

  /// Returns the files of photos and maps that the manifest of an earlier run lists; empty without a manifest.
  func listed(in manifest: String) throws(AuxError) -> Set<String> {
    let path = PathText.joined(folder, manifest)
    guard try FileSystem.exists(path) else { return [] }
    let bytes = try InputFile.read(path, limits: .standard)
    guard let old = try? Manifest(json: bytes, form: "manifest") else { return [] }
    let paths = old.frames.flatMap { [$0.photo.path, $0.depth.path] + $0.mattes.values }
    return Set(paths.filter(Self.isOfSet))
  }

  /// The paths of a manifest, as ``DatasetFrame`` writes it.
  private struct Manifest: Decodable {
    struct Frame: Decodable {
      let photo, depth: File
      let mattes: [String: String]
    }

    struct File: Decodable { let path: String }

    let frames: [Frame]
  }

  /// Removes a file of the set; returns whether it was there.
  func remove(_ name: String) throws(AuxError) -> Bool {
    let path = PathText.joined(folder, name)
    guard try FileSystem.exists(path) else { return false }
    try unsafe Self.call(path, "cannot be removed") { unsafe unlink($0) }
    return true
  }

  private func staged(_ name: String) -> String {
    PathText.joined(PathText.joined(folder, Self.stage), name)
  }

  /// Whether a path from the folder of the set is that of a photo or a map: no other file is removed.
  private static func isOfSet(_ path: String) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count == 2 && folders.contains(String(parts[0])) && !parts[1].hasPrefix(".")
  }

  private static func call(
    _ path: String, _ reason: String, _ body: (UnsafePointer<CChar>) -> Int32
  ) throws(AuxError) {
    guard unsafe FileSystem.withPath(path, body) == 0 else {
      throw SystemError.creating(errno, reason).about(path)
    }
  }

  private static func holds(_ path: String, _ bytes: [UInt8]) throws(AuxError) -> Bool {
    do throws(AuxError) {
      let file = try InputFile.source(path, limits: .standard)
      guard file.byteCount == bytes.count else { return false }
      return try file.read(at: 0, count: bytes.count) == bytes
    } catch {
      try error.throwIfOfSystem()
      return false
    }
  }
}
