package import AuxImage

/// Whole files that are read into memory: maps, calibrations, dictionaries and policies.
package enum InputFile {
  /// Returns the bytes of a regular file, or of standard input for `-`.
  ///
  /// Throws `limitExceeded` where there are more than `limit`.
  package static func read(_ path: String, limit: Int) throws(AuxError) -> [UInt8] {
    let source = try source(path, limit: limit)
    return try source.read(at: 0, count: source.byteCount)
  }

  /// Returns a regular file, or what comes on standard input for `-`, to be read where it is needed.
  ///
  /// Throws as ``read(_:limit:)``.
  package static func source(_ path: String, limit: Int) throws(AuxError) -> any ByteSource {
    guard path != StandardStream.path else {
      return MemoryByteSource(try InputBytes.standardInput(limit: limit))
    }
    let source = try FileByteSource(path: path)
    guard source.byteCount <= limit else {
      throw AuxError(.limitExceeded, "the file has \(source.byteCount) bytes, \(limit) at most are read")
    }
    return source
  }

  /// Returns what `body` makes of a JSON file, or of standard input for `-`; errors name it.
  ///
  /// Throws `limitExceeded` where there is more than a megabyte.
  package static func json<Value>(
    _ path: String, _ body: ([UInt8]) throws(AuxError) -> Value
  ) throws(AuxError) -> Value {
    do throws(AuxError) { return try body(read(path, limit: 1 << 20)) } catch {
      throw error.about(StandardStream.inputName(path))
    }
  }
}
