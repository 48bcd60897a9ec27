internal import AuxContainers
package import AuxImage

/// Whole files that are read into memory: maps, calibrations and dictionaries.
package enum InputFile {
  /// Returns the bytes of a regular file.
  ///
  /// Throws `limitExceeded` where it is longer than `limit`.
  package static func read(_ path: String, limit: Int) throws(AuxError) -> [UInt8] {
    let source = try FileByteSource(path: path)
    guard source.byteCount <= limit else {
      throw AuxError(.limitExceeded, "the file has \(source.byteCount) bytes, \(limit) at most are read")
    }
    return try source.read(at: 0, count: source.byteCount)
  }
}
