internal import AuxContainers
internal import AuxImage

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// An open file or pipe that is read once, from its beginning to its end.
final class OpenList {
  private let descriptor: Int32
  private let isOwned: Bool

  /// Standard input, which stays open.
  static var standardInput: OpenList { OpenList(descriptor: 0, isOwned: false) }

  /// Opens the file at `path`; throws `AuxError` with code `inputMissing`.
  convenience init(path: String) throws(AuxError) {
    let descriptor = FileSystem.openForReading(path)
    guard descriptor >= 0 else {
      throw AuxError(errno == ENOENT ? .inputMissing : .io, "cannot be opened: \(SystemError.text(errno))")
    }
    self.init(descriptor: descriptor, isOwned: true)
  }

  /// Takes over an open file, which is closed with the value where it is owned.
  init(descriptor: Int32, isOwned: Bool) {
    (self.descriptor, self.isOwned) = (descriptor, isOwned)
  }

  deinit { if isOwned { close(descriptor) } }

  /// Throws `AuxError` with code `inputMissing` for a folder, which can be opened but not read.
  func checkIsNoFolder() throws(AuxError) {
    guard let status = FileStatus(descriptor: descriptor) else {
      throw AuxError(.io, SystemError.text(errno))
    }
    guard status.kind != .folder else {
      throw AuxError(.inputMissing, "is a directory, and no list of paths")
    }
  }

  /// Returns the next bytes, `count` at most, and none at the end; throws `AuxError` with code `io`.
  func read(upTo count: Int) throws(AuxError) -> [UInt8] {
    let (bytes, failure) = Descriptor.read(descriptor, upTo: count)
    guard failure == 0 else {
      throw AuxError(.io, "cannot be read any further: \(SystemError.text(failure))")
    }
    return bytes
  }
}
