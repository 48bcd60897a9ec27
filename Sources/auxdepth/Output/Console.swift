internal import AuxDepthKit
internal import Foundation

/// The three streams of the process.
enum Console {
  /// Prints a line on standard output.
  static func output(_ line: String) { write(line + "\n", to: .standardOutput) }

  /// Prints a line on standard error.
  static func error(_ line: String) { write(line + "\n", to: .standardError) }

  /// Writes text; an output that nobody reads any more is no reason to stop with a trap.
  static func write(_ text: String, to handle: FileHandle) {
    try? handle.write(contentsOf: Data(text.utf8))
  }

  /// Whether standard output is a terminal.
  static var isOutputTerminal: Bool { isatty(1) == 1 }

  /// Whether standard error is a terminal.
  static var isErrorTerminal: Bool { isatty(2) == 1 }
}

/// Notes on standard error: what was forgiven, left out or concluded.
struct Notes {
  /// Whether nothing is printed.
  let quiet: Bool

  /// Prints the notes of one file.
  func print(_ notes: [String], of path: String) {
    guard !quiet else { return }
    for note in notes { Console.error("auxdepth: \(path): note: \(note)") }
  }

  /// Prints the notes of one map; warnings always.
  func print(_ notes: [MapNote], of path: String) {
    for note in notes where note.isWarning { Console.error("auxdepth: \(path): warning: \(note)") }
    print(notes.filter { !$0.isWarning }.map(\.description), of: path)
  }
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
    Console.write("\r" + text, to: .standardError)
    isDrawn = true
  }

  /// Removes the line from the terminal.
  mutating func clear() {
    guard isDrawn else { return }
    Console.write("\r\u{1B}[K", to: .standardError)
    isDrawn = false
  }
}
