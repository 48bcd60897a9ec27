internal import AuxDepthKit
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The three streams of the process.
enum Console {
  /// How a command speaks to people and to programs.
  struct Settings: Sendable {
    /// Whether results, and failures, are JSON objects.
    var isJSON = false
    /// Whether it is said what is read, chosen, copied and written.
    var isVerbose = false
    /// Whether the result goes to standard output itself, so that reports go to standard error.
    var streamsOutput = false
    /// Whether the command has an option that looks into folders.
    var takesFolders = false
    var colour = ColourChoice.auto
    /// The options that help after an error about the file of a path, if they are others than those of ``RemedyText``.
    var suggestions: [String: [Remedy: String]] = [:]
  }

  private static let chosen = Mutex(Settings())

  static var settings: Settings { chosen.withLock(\.self) }

  /// Applies settings to everything that is printed from now on.
  static func apply(_ settings: Settings) {
    chosen.withLock { $0 = settings }
    Style.choose(settings.colour)
  }

  /// Why standard output did not take all that was written, or 0.
  private static let outputFailure = Atomic<Int32>(0)
  /// Whether standard error shows a line that is drawn over.
  private static let hasStatus = Atomic<Bool>(false)

  static func output(_ line: String) { write(Printable.line(line) + "\n") }

  /// Prints a line on standard error that is no message: a result whose file went to standard output.
  static func error(_ line: String) { writeError(Printable.line(line) + "\n") }

  /// Returns an object as JSON, which says where decoders run unconfined since the system gives no sandbox.
  static func text(of json: JSONValue) -> String {
    guard case .object(let members) = json, CodecSandbox.failure != nil else { return json.text }
    return JSONValue.object(members + [JSONValue.Member("sandbox", .string("off"))]).text
  }

  static func say(_ message: Message) { writeError(message.line + "\n") }

  /// Prints what there is to say of a file that was written: on standard output, unless the file itself went there.
  static func report(_ lines: [String], of path: String) {
    lines.forEach(path == StandardStream.path ? error : output)
  }

  /// Says of a file what is read, chosen, copied or written, where that is asked for.
  static func verbose(_ path: String, _ text: @autoclosure () -> String) {
    if settings.isVerbose { say(Message(.verbose, of: path, text())) }
  }

  /// Writes text to standard output; ``endIfOutputFailed()`` says later that it was not taken.
  ///
  /// On a terminal, a line that is drawn over is removed first, so that no result follows it on its line.
  static func write(_ text: String) {
    guard outputFailure.load(ordering: .relaxed) == 0 else { return }
    if !text.isEmpty, isOutputTerminal { clearStatus() }
    outputFailure.store(write(text, to: STDOUT_FILENO), ordering: .relaxed)
  }

  /// Writes text to standard error, in place of a line that is drawn over.
  static func writeError(_ text: String) {
    clearStatus()
    _ = write(text, to: STDERR_FILENO)
  }

  /// Draws a line on standard error that later ones are drawn over, no longer than the terminal is wide.
  static func drawStatus(_ text: String) {
    hasStatus.store(true, ordering: .relaxed)
    _ = write("\r" + text.prefix(max(errorWidth - 1, 1)) + "\u{1B}[K", to: STDERR_FILENO)
  }

  /// Removes the line that is drawn over.
  static func clearStatus() {
    guard hasStatus.exchange(false, ordering: .relaxed) else { return }
    _ = write("\r\u{1B}[K", to: STDERR_FILENO)
  }

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
  /// Nothing is printed where the reader has gone away.
  static func endIfOutputFailed() {
    let failure = outputFailure.load(ordering: .relaxed)
    guard failure != 0 else { return }
    if failure != EPIPE {
      say(
        Message(
          .error, about: "standard output", "cannot write: \(unsafe String(cString: strerror(failure)))"))
    }
    exit(AuxError.Code.io.exitStatus)
  }

  /// Ends the program with status 0.
  static func endWell() -> Never { exit(EXIT_SUCCESS) }

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

  static let isOutputTerminal = isatty(STDOUT_FILENO) == 1

  static let isErrorTerminal = isatty(STDERR_FILENO) == 1

  /// How many columns help is wrapped at: as `COLUMNS` says, or the terminal, or 80.
  ///
  /// Fewer than 40 leave no room beside the names of options.
  static var width: Int {
    max(
      Environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? columns(of: STDOUT_FILENO)
        ?? 80, 40)
  }

  private static var errorWidth: Int { columns(of: STDERR_FILENO) ?? 80 }

  private static func columns(of stream: Int32) -> Int? {
    var size = winsize()
    guard unsafe ioctl(stream, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}

/// The system call, as distinct from the methods of the same name.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(descriptor, bytes, count)
}
