internal import AuxDepthKit

/// What there is to say of one input, kept until that of those before it is printed.
final class Transcript {
  /// A line of one of the two streams.
  enum Line: Sendable {
    case output(String)
    case error(String)
  }

  /// Whether notes are left out.
  private let quiet: Bool
  /// The lines, in the order in which they came.
  private(set) var lines: [Line] = []

  /// Creates one without lines.
  init(quiet: Bool) { self.quiet = quiet }

  /// Prints lines that were kept.
  static func print(_ lines: [Line]) {
    for line in lines {
      switch line {
      case .output(let text): Console.output(text)
      case .error(let text): Console.error(text)
      }
    }
  }

  /// Adds a line for standard output.
  func output(_ line: String) { lines.append(.output(line)) }

  /// Adds a line for standard error.
  func error(_ line: String) { lines.append(.error(line)) }

  /// Adds what there is to say of a file that was written: for standard output, unless the file itself went there.
  func report(_ lines: [String], of path: String) {
    for line in lines { if path == StandardStream.path { error(line) } else { output(line) } }
  }

  /// Adds what is read, chosen, copied or written of a file, where that is asked for.
  func verbose(_ text: @autoclosure () -> String, of path: String) {
    guard Switches.verbose else { return }
    error("auxdepth: \(StandardStream.inputName(path)): verbose: \(text())")
  }

  /// Adds the notes of one file: what was forgiven, left out or concluded.
  func print(_ notes: [String], of path: String) {
    guard !quiet else { return }
    for note in notes { error("auxdepth: \(StandardStream.inputName(path)): note: \(note)") }
  }

  /// Adds the notes of one map; warnings always.
  func print(_ notes: [MapNote], of path: String) {
    for note in notes where note.isWarning {
      error("auxdepth: \(StandardStream.inputName(path)): warning: \(note)")
    }
    print(notes.filter { !$0.isWarning }.map(\.description), of: path)
  }
}
