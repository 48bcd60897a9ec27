package import AuxImage

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The bytes of inputs, files or standard input.
package enum InputBytes {
  private static let chunk = 1 << 20

  /// Opens the photo at `path`, or reads it from standard input for `-`.
  ///
  /// An input that is not a photo by its first bytes is not read to its end. Throws `inputMissing` as
  /// ``FileByteSource/init(path:limits:)``, and as ``readAll(_:limits:)``.
  package static func open(
    _ path: String, limits: AuxLimits, locking: Bool = false
  ) throws(AuxError) -> any ByteSource {
    guard path != StandardStream.path else {
      return MemoryByteSource(try readPhoto(STDIN_FILENO, limits: limits))
    }
    return try locking
      ? FileByteSource.locked(path: path, limits: limits) : FileByteSource(path: path, limits: limits)
  }

  /// Returns what is left in an open file or pipe; memory grows with what comes.
  ///
  /// Throws `limitExceeded` past ``AuxLimits/mapFileBytes``, `inputMissing` for a folder, `io` where the system gives no bytes.
  package static func readAll(_ descriptor: Int32, limits: AuxLimits) throws(AuxError) -> [UInt8] {
    try read(descriptor, limits: limits) { _ in true }
  }

  /// Returns what is left in an open file or pipe, or its beginning where that is not a photo's; throws as
  /// ``readAll(_:limits:)``.
  package static func readPhoto(_ descriptor: Int32, limits: AuxLimits) throws(AuxError) -> [UInt8] {
    try read(descriptor, limits: limits) {
      $0.count < 16 || ImageContainer(prefix: Array($0.prefix(16))) != nil
    }
  }

  private static func read(
    _ descriptor: Int32, limits: AuxLimits, while isWanted: ([UInt8]) -> Bool
  ) throws(AuxError) -> [UInt8] {
    var bytes: [UInt8] = []
    while isWanted(bytes) {
      let (next, failure) = Descriptor.read(descriptor, upTo: chunk)
      switch failure {
      case 0: break
      case EISDIR: throw AuxError(.inputMissing, "is a directory", remedy: .lookIntoFolder)
      case let code: throw AuxError(.io, "cannot read: \(SystemError.text(code))")
      }
      guard !next.isEmpty else { return bytes }
      guard next.count <= limits.mapFileBytes - bytes.count else {
        throw AuxError(
          .limitExceeded, "there are more than the \(limits.mapFileBytes) bytes that are read")
      }
      // An array that grows takes twice as much beside what it has.
      if next.count > bytes.capacity - bytes.count {
        try limits.checkMemory(2 * bytes.count, for: "\(bytes.count) bytes of input")
      }
      bytes += next
    }
    return bytes
  }
}

/// Whole files that are read into memory: maps, calibrations, dictionaries and policies.
package enum InputFile {
  /// Returns the bytes of a regular file, or of standard input for `-`.
  ///
  /// Throws `limitExceeded` where there are more than ``AuxLimits/mapFileBytes``.
  package static func read(_ path: String, limits: AuxLimits) throws(AuxError) -> [UInt8] {
    let source = try source(path, limits: limits)
    return try source.read(at: 0, count: source.byteCount)
  }

  /// Returns the bytes of a file of a kind that has so many at most, whatever the bounds of maps are.
  package static func read(_ path: String, limit: Int) throws(AuxError) -> [UInt8] {
    var limits = AuxLimits.standard
    limits.mapFileBytes = limit
    return try read(path, limits: limits)
  }

  /// Returns a regular file, or what comes on standard input for `-`, to be read where it is needed.
  ///
  /// Throws as ``read(_:limits:)``.
  package static func source(_ path: String, limits: AuxLimits) throws(AuxError) -> any ByteSource {
    guard path != StandardStream.path else {
      return MemoryByteSource(try InputBytes.readAll(STDIN_FILENO, limits: limits))
    }
    let source = try FileByteSource(path: path, limits: limits)
    guard source.byteCount <= limits.mapFileBytes else {
      throw AuxError(
        .limitExceeded, "the file has \(source.byteCount) bytes, \(limits.mapFileBytes) at most are read")
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
