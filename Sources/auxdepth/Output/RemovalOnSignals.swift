internal import Foundation

/// Has signals that end the process remove a file first, as long as the value is kept.
final class RemovalOnSignals {
  private var signals: [any DispatchSourceSignal] = []

  /// Begins with the file at `path`.
  init(_ path: String) {
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
