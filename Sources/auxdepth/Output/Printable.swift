internal import AuxDepthKit

/// Text for terminals.
enum Printable {
  /// Returns a line in which nothing is a command to a terminal, or ends it: what files hold may be printed.
  ///
  /// Control characters become `\x1B`, and so do the bytes of names that are not UTF-8; marks that turn the direction
  /// of text become `\u202E`.
  static func line(_ text: String) -> String {
    let text = FilePath.display(text)
    guard text.unicodeScalars.contains(where: \.isTerminalCommand) else { return text }
    var line = ""
    for scalar in text.unicodeScalars {
      if scalar.isTerminalCommand { line += scalar.shownCode } else { line.unicodeScalars.append(scalar) }
    }
    return line
  }

  /// Returns lines, each as ``line(_:)`` has it.
  static func lines(_ text: String) -> String {
    text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { line(String($0)) }
      .joined(separator: "\n")
  }
}
