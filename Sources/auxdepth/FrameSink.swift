internal import AuxContainers
internal import AuxImage
internal import AuxWriter
internal import Foundation

/// Where a stream goes: a file that appears whole or not at all, or standard output, a FIFO or a device.
final class FrameSink {
  /// Whether the other end of a pipe was closed.
  private(set) var readerIsGone = false
  /// The path as the user gave it, for messages.
  private let path: String
  private var file: GrowingFile?
  private var descriptor: Int32 = -1
  private var signals: [any DispatchSourceSignal] = []

  /// Opens the output; `-` is standard output.
  ///
  /// Throws `cannotCreate` where the file exists and is not to be replaced, or its folder does not take it.
  init(_ path: String, replaces: Bool) throws(AuxError) {
    self.path = path == "-" ? "standard output" : path
    guard path != "-" else {
      descriptor = 1
      return
    }
    var status = stat()
    let isThere = unsafe stat(path, &status) == 0
    if isThere, ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) {
      descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw AuxError(.cannotCreate, SystemError.text(errno)) }
      return
    }
    let file = try GrowingFile(path: path, replaces: replaces)
    removeOnSignals(file.temporaryPath)
    self.file = consume file
  }

  deinit { if descriptor > 1 { close(descriptor) } }

  /// Writes bytes behind those written before.
  ///
  /// Throws `io` where the system does not take them.
  func write(_ bytes: [UInt8]) throws(AuxError) {
    guard descriptor >= 0 else {
      do throws(AuxError) { try file?.write(bytes) } catch { throw error.about(path) }
      return
    }
    var written = 0
    while written < bytes.count {
      let got = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Foundation.write(descriptor, buffer.baseAddress! + written, bytes.count - written)
      }
      if got < 0 {
        if errno == EINTR { continue }
        readerIsGone = errno == EPIPE
        throw AuxError(.io, "cannot write: \(SystemError.text(errno))").about(path)
      }
      written += got
    }
  }

  /// Gives a file its name.
  func finish() throws(AuxError) {
    do throws(AuxError) { try file?.commit() } catch { throw error.about(path) }
  }

  /// Has signals that end the process remove the file first.
  private func removeOnSignals(_ path: String) {
    for number in [SIGINT, SIGTERM, SIGHUP] {
      // A process in the background may be meant to ignore it.
      let former = signal(number, SIG_IGN)
      guard unsafe unsafeBitCast(former, to: Int.self) == 0 else {
        _ = signal(number, former)
        continue
      }
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        _ = unsafe unlink(path)
        _ = signal(number, SIG_DFL)
        kill(getpid(), number)
      }
      source.resume()
      signals.append(source)
    }
  }
}
