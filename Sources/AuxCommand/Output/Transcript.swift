internal import AuxDepthKit

/// What there is to say of one input, kept until that of those before it is printed.
final class Transcript {
  enum Line: Sendable {
    case output(String)
    case error(String)
    case message(Message)
    /// A note that other inputs of a batch may have too.
    case shared(note: String, path: String)
  }

  /// Whether notes are left out.
  private let quiet: Bool
  private(set) var lines: [Line] = []

  init(quiet: Bool) { self.quiet = quiet }

  static func print(_ lines: [Line]) {
    for line in lines {
      switch line {
      case .output(let text): Console.output(text)
      case .error(let text): Console.error(text)
      case .message(let message): Console.say(message)
      case .shared(let note, let path): Console.say(Message(.note, of: path, note))
      }
    }
  }

  func output(_ line: String) { lines.append(.output(line)) }

  func say(_ message: Message) { lines.append(.message(message)) }

  /// Adds what there is to say of a file that was written: for standard output, unless the file itself went there.
  func report(_ lines: [String], of path: String) {
    self.lines += lines.map { path == StandardStream.path ? .error($0) : .output($0) }
  }

  /// Adds what is read, chosen, copied or written of a file, where that is asked for.
  func verbose(_ text: @autoclosure () -> String, of path: String) {
    if Console.settings.isVerbose { say(Message(.verbose, of: path, text())) }
  }

  /// Adds the notes of one file: what was forgiven, left out or concluded.
  func print(_ notes: [String], of path: String) {
    guard !quiet else { return }
    for note in notes { say(Message(.note, of: path, note)) }
  }

  /// Adds the notes of one file; those that are losses become warnings, which quiet does not hide.
  func print(_ notes: [String], losses: [String], of path: String) {
    for loss in losses { say(Message(.warning, of: path, loss)) }
    print(notes.filter { !losses.contains($0) }, of: path)
  }

  /// Adds notes that may be the same for many inputs: a batch prints each of them once, with the number of inputs.
  func share(_ notes: [String], of path: String) {
    if !quiet { lines += notes.map { .shared(note: $0, path: path) } }
  }

  /// Adds the notes of one map; warnings always.
  func print(_ notes: [MapNote], of path: String) {
    for note in notes where note.isWarning || !quiet { say(Message(note, of: path)) }
  }
}

extension Message {
  /// Creates the message of a note on a map, with the option that helps.
  init(_ note: MapNote, of path: String) {
    let suggestion = note.remedy.flatMap { RemedyText.text(of: $0) }.map { "; \($0)" } ?? ""
    self.init(note.isWarning ? .warning : .note, of: path, note.reason + suggestion)
  }
}
