internal import AuxContainers
public import AuxImage

/// Writes whole files that appear under their name at once, or not at all.
public enum OutputFile {
  /// Writes `bytes` to the file at `path`.
  ///
  /// Throws `AuxError`: `cannotCreate` where the folder does not take it or the file exists and `replaces`
  /// is false, `io` where writing fails.
  public static func write(_ bytes: [UInt8], to path: String, replaces: Bool) throws(AuxError) {
    var file = try complete(bytes, for: path, replaces: replaces)
    try file.commit()
  }

  /// Writes two files that belong together: neither appears before both are complete.
  ///
  /// Throws as ``write(_:to:replaces:)``, the path of the file that failed in front of the reason.
  public static func write(
    _ first: (bytes: [UInt8], path: String), _ second: (bytes: [UInt8], path: String), replaces: Bool
  ) throws(AuxError) {
    func named<T: ~Copyable>(_ path: String, _ body: () throws(AuxError) -> T) throws(AuxError) -> T {
      do throws(AuxError) { return try body() } catch { throw AuxError(error.code, "\(path): \(error)") }
    }
    var one = try named(first.path) { () throws(AuxError) in
      try complete(first.bytes, for: first.path, replaces: replaces)
    }
    var other = try named(second.path) { () throws(AuxError) in
      try complete(second.bytes, for: second.path, replaces: replaces)
    }
    do throws(AuxError) { try one.commit() } catch { throw AuxError(error.code, "\(first.path): \(error)") }
    do throws(AuxError) { try other.commit() } catch {
      throw AuxError(error.code, "\(second.path): \(error)")
    }
  }

  /// Returns a file that lacks nothing but its name.
  private static func complete(
    _ bytes: [UInt8], for path: String, replaces: Bool
  ) throws(AuxError) -> AtomicFile {
    let file = try AtomicFile(destination: path, replaces: replaces)
    var composition = ByteComposition()
    composition.append(bytes)
    try file.write(composition, source: MemoryByteSource([]))
    if replaces { try file.takeAttributes(of: path, withOwner: false) }
    try file.synchronize()
    return file
  }
}
