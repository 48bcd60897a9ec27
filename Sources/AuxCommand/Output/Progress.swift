/// A bar, or a count, on standard error for work that takes longer than a second; only on a terminal.
///
/// It never shares a line with a result or a message: ``Console`` removes it before it prints one.
struct Progress {
  private let line: StatusLine
  /// The number of steps; nil where it is not known before the end.
  private let total: Int?
  private let start = ContinuousClock.now
  private var done = 0

  init(total: Int? = nil, quiet: Bool) {
    self.total = total
    line = StatusLine(isShown: !quiet && total != 1)
  }

  mutating func advance() {
    done += 1
    guard line.isShown, start.duration(to: .now) > .seconds(1) else { return }
    guard let total else { return line.draw("\(done) photos looked at") }
    let width = 30
    let filled = width * done / total
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
    line.draw("[\(bar)] \(done)/\(total)")
  }

  func clear() { line.clear() }
}

/// The number of frames done, once a second; else as ``Progress``.
struct FrameCounter {
  private let line: StatusLine
  private var last = ContinuousClock.now

  init(quiet: Bool) { line = StatusLine(isShown: !quiet) }

  mutating func advance(to count: Int) {
    guard line.isShown, last.duration(to: .now) > .seconds(1) else { return }
    last = .now
    line.draw("frame \(count)")
  }

  func clear() { line.clear() }
}

/// A line on standard error that is drawn over, and removed in the end; only on a terminal.
private struct StatusLine {
  let isShown: Bool

  init(isShown: Bool) { self.isShown = isShown && Console.isErrorTerminal }

  func draw(_ text: String) { Console.drawStatus(text) }

  func clear() { if isShown { Console.clearStatus() } }
}
