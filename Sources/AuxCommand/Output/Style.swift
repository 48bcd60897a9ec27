internal import AuxDepthKit
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// When text is coloured.
enum ColourChoice: String, CaseIterable, Sendable {
  case auto
  case always
  case never
}

/// Colours of terminals, by what text says.
///
/// `--color` decides, then `NO_COLOR`, `CLICOLOR_FORCE` and `CLICOLOR` of the environment, and else whether the stream is a
/// terminal that is not dumb.
enum Style: String {
  case error = "31"
  case warning = "33"
  case note = "36"
  case success = "32"
  case heading = "1"

  /// Whether standard output, and standard error, get colours.
  private static let coloured = Mutex((output: false, error: false))

  static func choose(_ choice: ColourChoice) {
    coloured.withLock { $0 = (isColoured(STDOUT_FILENO, choice), isColoured(STDERR_FILENO, choice)) }
  }

  func output(_ text: String) -> String { Self.coloured.withLock(\.output) ? escaped(text) : text }

  func error(_ text: String) -> String { Self.coloured.withLock(\.error) ? escaped(text) : text }

  private func escaped(_ text: String) -> String { "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" }

  private static func isColoured(_ stream: Int32, _ choice: ColourChoice) -> Bool {
    switch choice {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    if let none = Environment["NO_COLOR"], !none.isEmpty { return false }
    if let force = Environment["CLICOLOR_FORCE"], !["", "0"].contains(force) { return true }
    return Environment["CLICOLOR"] != "0" && isatty(stream) == 1 && Environment["TERM"] != "dumb"
  }

  /// Returns what ArgumentParser prints, help or an error, with its headings marked; it gives them as text alone.
  static func parserText(_ text: String, isError: Bool) -> String {
    func mark(_ style: Style, _ text: some StringProtocol) -> String {
      isError ? style.error(String(text)) : style.output(String(text))
    }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      if line.hasPrefix("Error:") { return mark(.error, "Error:") + line.dropFirst(6) }
      guard let end = line.firstIndex(of: ":"), isHeading(line[..<end]) else { return String(line) }
      return mark(.heading, line[...end]) + line[line.index(after: end)...]
    }.joined(separator: "\n")
  }

  private static func isHeading(_ words: Substring) -> Bool {
    guard let first = words.first, first.isLetter else { return false }
    return words == "Usage" || words.allSatisfy { !$0.isLowercase }
  }
}

/// What the program says on standard error.
struct Message: Sendable {
  enum Kind: String, Sendable {
    case error
    case warning
    case note
    case verbose
  }

  private let kind: Kind
  /// The name of the file that it is about.
  private let subject: String?
  private let text: String

  init(_ kind: Kind, about subject: String? = nil, _ text: String) {
    (self.kind, self.subject, self.text) = (kind, subject, text)
  }

  /// Creates a message about an input.
  init(_ kind: Kind, of path: String, _ text: String) {
    self.init(kind, about: StandardStream.inputName(path), text)
  }

  /// The line, with its beginning in the colour of what it is.
  var line: String {
    let about = (subject.map { Printable.line($0) + ": " } ?? "")
    let words = Printable.line(text)
    return switch kind {
    case .error: Style.error.error("auxdepth:") + " " + about + words
    case .warning: "auxdepth: " + about + Style.warning.error("warning:") + " " + words
    case .note, .verbose: "auxdepth: " + about + Style.note.error("\(kind.rawValue):") + " " + words
    }
  }
}

enum Environment {
  static subscript(_ name: String) -> String? {
    get { unsafe getenv(name).map { unsafe String(cString: $0) } }
    set { if let newValue { unsafe setenv(name, newValue, 1) } else { unsafe unsetenv(name) } }
  }
}
