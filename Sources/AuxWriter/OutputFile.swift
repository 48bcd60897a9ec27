internal import AuxContainers
public import AuxImage

/// Writes whole files that appear under their name at once, or not at all.
public enum OutputFile {
  /// Writes `bytes` to the file at `path`.
  ///
  /// Throws `AuxError`: `cannotCreate` where the folder does not take it or the file exists and `replaces`
  /// is false, `io` where writing fails.
  public static func write(_ bytes: [UInt8], to path: String, replaces: Bool) throws(AuxError) {
    var file = try AtomicFile(destination: path, replaces: replaces)
    var composition = ByteComposition()
    composition.append(bytes)
    try file.write(composition, source: MemoryByteSource([]))
    if replaces { try file.takeAttributes(of: path, withOwner: false) }
    try file.synchronize()
    try file.commit()
  }
}
