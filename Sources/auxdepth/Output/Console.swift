internal import AuxDepthKit
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The three streams of the process.
enum Console {
  /// Why standard output did not take all that was written, or 0.
  private static let outputFailure = Atomic<Int32>(0)

  /// Prints a line on standard output.
  static func output(_ line: String) { write(Printable.line(line) + "\n") }

  /// Prints lines on standard output.
  static func output(_ lines: [String]) { lines.forEach { output($0) } }

  /// Prints a line on standard error.
  static func error(_ line: String) { writeError(Printable.line(line) + "\n") }

  /// Prints what there is to say of a file that was written: on standard output, unless the file itself went there.
  static func report(_ lines: [String], of path: String) {
    for line in lines { if path == StandardStream.path { error(line) } else { output(line) } }
  }

  /// Writes text to standard output; ``endIfOutputFailed()`` says later that it was not taken.
  static func write(_ text: String) {
    guard outputFailure.load(ordering: .relaxed) == 0 else { return }
    outputFailure.store(write(text, to: STDOUT_FILENO), ordering: .relaxed)
  }

  /// Writes text to standard error.
  static func writeError(_ text: String) { _ = write(text, to: STDERR_FILENO) }

  /// Opens something that takes and gives nothing where one of the three streams is closed.
  ///
  /// Else the next file that is opened would be that stream, and messages go into it.
  static func openClosed() {
    for (stream, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
    where fcntl(stream, F_GETFD) < 0 && errno == EBADF {
      _ = unsafe open("/dev/null", mode)
    }
  }

  /// Ends the program with status 74 where standard output did not take what was printed.
  ///
  /// A reader that has gone away is told nothing.
  static func endIfOutputFailed() {
    let failure = outputFailure.load(ordering: .relaxed)
    guard failure != 0 else { return }
    if failure != EPIPE {
      error("auxdepth: standard output: cannot write: \(unsafe String(cString: strerror(failure)))")
    }
    exit(74)
  }

  /// Writes text; returns why that failed, or 0.
  private static func write(_ text: String, to descriptor: Int32) -> Int32 {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let got = unsafe bytes.withUnsafeBytes { unsafe systemWrite(descriptor, $0.baseAddress, $0.count) }
      guard got < 0 else {
        bytes = bytes.dropFirst(got)
        continue
      }
      if errno != EINTR { return errno }
    }
    return 0
  }

  /// Whether standard output is a terminal.
  static var isOutputTerminal: Bool { isatty(1) == 1 }

  /// Whether standard error is a terminal.
  static var isErrorTerminal: Bool { isatty(2) == 1 }
}

/// A bar, or a count, on standard error for work that takes longer than a second; only on a terminal.
struct Progress {
  /// The number of steps; nil where it is not known before the end.
  private let total: Int?
  private let start = ContinuousClock.now
  private var done = 0
  private var line: StatusLine

  /// Creates the bar for `total` steps, or the count of photos that are looked at.
  init(total: Int? = nil, quiet: Bool) {
    self.total = total
    line = StatusLine(isShown: !quiet && total != 1)
  }

  /// Counts one step.
  mutating func advance() {
    done += 1
    guard line.isShown, start.duration(to: .now) > .seconds(1) else { return }
    guard let total else { return line.draw("\(done) photos looked at") }
    let width = 30
    let filled = width * done / total
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
    line.draw("[\(bar)] \(done)/\(total)")
  }

  /// Removes the line from the terminal.
  mutating func clear() { line.clear() }
}

/// A line on standard error that is drawn over, and removed in the end; only on a terminal.
struct StatusLine {
  /// Whether anything is drawn.
  let isShown: Bool
  private var isDrawn = false

  init(isShown: Bool) { self.isShown = isShown && Console.isErrorTerminal }

  /// Writes a text over the one before, which is not longer.
  mutating func draw(_ text: String) {
    Console.writeError("\r" + text)
    isDrawn = true
  }

  /// Removes the line from the terminal.
  mutating func clear() {
    guard isDrawn else { return }
    Console.writeError("\r\u{1B}[K")
    isDrawn = false
  }
}

/// The system call, as distinct from the methods of the same name.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(descriptor, bytes, count)
}
