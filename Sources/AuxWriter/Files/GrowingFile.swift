package import AuxImage

/// A file that is written piece by piece and appears under its name at once, or not at all.
///
/// A value that goes away without ``commit()`` leaves nothing behind.
package struct GrowingFile: ~Copyable {
  private var file: AtomicFile

  /// Creates the file beside its place, under another name.
  ///
  /// Throws `AuxError` with code `cannotCreate` where the folder does not take it, or the file exists and
  /// `replaces` is false.
  package init(
    path: String, replaces: Bool, waitsForDisk: Bool = true, keepsBackup: Bool = false
  ) throws(AuxError) {
    file = try AtomicFile(
      destination: path, replaces: replaces, waitsForDisk: waitsForDisk, keepsBackup: keepsBackup)
  }

  /// The open file, for a program that writes it.
  package var descriptor: Int32 { file.descriptor }

  /// Writes bytes after those written before.
  ///
  /// Throws `AuxError` with code `io` where the system does not take them.
  package mutating func write(_ bytes: [UInt8]) throws(AuxError) { try file.write(bytes) }

  /// Gives the file its name, and the mode of the one that it replaces.
  ///
  /// Throws `AuxError`: `cannotCreate` where the name is taken meanwhile, `io` where the bytes do not reach
  /// the disk.
  package mutating func commit() throws(AuxError) {
    try file.complete()
    try file.commit()
  }
}
