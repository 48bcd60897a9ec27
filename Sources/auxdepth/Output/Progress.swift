/// A bar, or a count, on standard error for work that takes longer than a second; only on a terminal.
///
/// It never shares a line with a result or a message: ``Console`` removes it before it prints one.
struct Progress {
  /// The number of steps; nil where it is not known before the end.
  private let total: Int?
  private let start = ContinuousClock.now
  private var done = 0
  private let line: StatusLine

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
  func clear() { line.clear() }
}

/// A line on standard error that is drawn over, and removed in the end; only on a terminal.
struct StatusLine {
  /// Whether anything is drawn.
  let isShown: Bool

  init(isShown: Bool) { self.isShown = isShown && Console.isErrorTerminal }

  /// Writes a text over the one before.
  func draw(_ text: String) { Console.drawStatus(text) }

  /// Removes the line from the terminal.
  func clear() { if isShown { Console.clearStatus() } }
}
