internal import AuxDepthKit

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

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
  private static let (ofOutput, ofError) = (isColoured(STDOUT_FILENO), isColoured(STDERR_FILENO))

  /// Returns the text in the colour, for standard output.
  func output(_ text: String) -> String { Self.ofOutput ? coloured(text) : text }

  /// Returns the text in the colour, for standard error.
  func error(_ text: String) -> String { Self.ofError ? coloured(text) : text }

  private func coloured(_ text: String) -> String { "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" }

  private static func isColoured(_ stream: Int32) -> Bool {
    switch Switches.colour {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    if let none = Environment["NO_COLOR"], !none.isEmpty { return false }
    if let force = Environment["CLICOLOR_FORCE"], !["", "0"].contains(force) { return true }
    return Environment["CLICOLOR"] != "0" && isatty(stream) == 1 && Environment["TERM"] != "dumb"
  }

  /// Returns a message of the program, `auxdepth: …`, with its beginning in the colour of what it is, for standard error.
  static func message(_ line: String) -> String {
    guard ofError, line.hasPrefix(prefix) else { return line }
    // The word after the name of the file, which may hold anything itself: what says so first is what it is.
    let kinds = [(": warning: ", Style.warning), (": note: ", .note), (": verbose: ", .note)]
    let found = kinds.compactMap { mark, style in line.firstRange(of: mark).map { ($0, style) } }
    guard let (range, style) = found.min(by: { $0.0.lowerBound < $1.0.lowerBound }) else {
      return Style.error.coloured(String(prefix.dropLast())) + line.dropFirst(prefix.count - 1)
    }
    let word = line[range].dropFirst(2).dropLast()
    return line[..<range.lowerBound] + ": " + style.coloured(String(word)) + " " + line[range.upperBound...]
  }

  private static let prefix = "auxdepth: "

  /// Returns help, or an error of the command line, with its headings marked.
  static func help(_ text: String, isError: Bool) -> String {
    guard isError ? ofError : ofOutput else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      if line.hasPrefix("Error:") { return Style.error.coloured("Error:") + line.dropFirst(6) }
      guard let end = line.firstIndex(of: ":"), isHeading(line[..<end]) else { return String(line) }
      return Style.heading.coloured(String(line[...end])) + line[line.index(after: end)...]
    }.joined(separator: "\n")
  }

  private static func isHeading(_ words: Substring) -> Bool {
    guard let first = words.first, first.isLetter else { return false }
    return words == "Usage" || words.allSatisfy { !$0.isLowercase }
  }
}

/// Variables of the environment.
enum Environment {
  /// The value of a variable; nil where it is not set.
  static subscript(_ name: String) -> String? {
    get { unsafe getenv(name).map { unsafe String(cString: $0) } }
    set { if let newValue { unsafe setenv(name, newValue, 1) } else { unsafe unsetenv(name) } }
  }
}
