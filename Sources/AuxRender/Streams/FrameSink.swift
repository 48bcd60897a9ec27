public import AuxImage
internal import AuxWriter

/// Where a stream goes: a file that appears whole or not at all, or standard output, a FIFO or a device.
///
/// A process that writes into pipes ignores `SIGPIPE`, so that a reader that goes away is an error, with
/// ``readerIsGone`` true, and not the end. A file that is not finished is removed with its sink.
public final class FrameSink {
  /// The path as the user gave it, for messages.
  private let path: String
  private var file: GrowingFile?
  private let stream: OutputStream?

  /// Opens the output; `-` is standard output.
  ///
  /// Throws `AuxError` with code `cannotCreate` where the file exists and `replaces` is false, or its folder does
  /// not take it; it names the path. Unless it `waitsForDisk`, ``finish()`` returns before the bytes are on the disk.
  public init(_ path: String, replaces: Bool = false, waitsForDisk: Bool = true) throws(AuxError) {
    self.path = StandardStream.outputName(path)
    do throws(AuxError) {
      stream = try OutputStream.open(path)
      if stream == nil { file = try GrowingFile(path: path, replaces: replaces, waitsForDisk: waitsForDisk) }
    } catch { throw error.about(self.path) }
  }

  /// Whether the other end of a pipe was closed.
  public var readerIsGone: Bool { stream?.readerIsGone ?? false }

  /// Writes bytes after those written before.
  ///
  /// Throws `AuxError` with code `io` where the system does not take them; it names the path.
  public func write(_ bytes: [UInt8]) throws(AuxError) {
    do throws(AuxError) {
      if let stream { try stream.write(bytes) } else { try file?.write(bytes) }
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
