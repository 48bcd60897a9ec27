internal import AuxContainers
public import AuxImage
internal import AuxWriter
internal import Foundation

/// Where a stream goes: a file that appears whole or not at all, or standard output, a FIFO or a device.
///
/// A process that writes into pipes ignores `SIGPIPE`, so that a reader that goes away is an error, with
/// ``readerIsGone`` true, and not the end. A file that is not finished is removed with its sink.
public final class FrameSink {
  /// Whether the other end of a pipe was closed.
  public private(set) var readerIsGone = false
  /// The file that is written until ``finish()``, which a process that ends by a signal removes; nil for a pipe.
  public let temporaryPath: String?
  /// The path as the user gave it, for messages.
  private let path: String
  private var file: GrowingFile?
  private let descriptor: Int32

  /// Opens the output; `-` is standard output.
  ///
  /// Throws `AuxError` with code `cannotCreate` where the file exists and `replaces` is false, or its folder does
  /// not take it; it names the path.
  public init(_ path: String, replaces: Bool = false) throws(AuxError) {
    self.path = path == "-" ? "standard output" : path
    do throws(AuxError) {
      if let pipe = try Self.pipe(path) {
        (descriptor, temporaryPath) = (pipe, nil)
      } else {
        let file = try GrowingFile(path: path, replaces: replaces)
        (descriptor, temporaryPath) = (-1, file.temporaryPath)
        self.file = consume file
      }
    } catch { throw error.about(self.path) }
  }

  deinit { if descriptor > 1 { close(descriptor) } }

  /// Returns the descriptor of what is no file, and is not replaced but written to.
  private static func pipe(_ path: String) throws(AuxError) -> Int32? {
    guard path != "-" else { return 1 }
    var status = stat()
    guard unsafe stat(path, &status) == 0, ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) else {
      return nil
    }
    let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw AuxError(.cannotCreate, SystemError.text(errno)) }
    return descriptor
  }

  /// Writes bytes after those written before.
  ///
  /// Throws `AuxError` with code `io` where the system does not take them; it names the path.
  public func write(_ bytes: [UInt8]) throws(AuxError) {
    do throws(AuxError) {
      guard descriptor >= 0 else { return try file?.write(bytes) ?? () }
      let failure = Descriptor.write(bytes, to: descriptor)
      guard failure == 0 else {
        readerIsGone = failure == EPIPE
        throw AuxError(.io, "cannot write: \(SystemError.text(failure))")
      }
    } catch { throw error.about(path) }
  }

  /// Gives a file its name.
  ///
  /// Throws `AuxError`, which names the path: `cannotCreate` where the name is taken meanwhile, `io` where the
  /// bytes do not reach the disk.
  public func finish() throws(AuxError) {
    do throws(AuxError) { try file?.commit() } catch { throw error.about(path) }
  }
}
