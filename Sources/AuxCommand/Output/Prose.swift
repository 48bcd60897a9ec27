internal import AuxDepthKit

enum Prose {
  /// Joins the lines of each paragraph, so that a text is wrapped once, at the width of the terminal.
  ///
  /// Empty lines end paragraphs, and indented lines stay as they are.
  static func paragraphs(_ text: String) -> String {
    // Of each command at each start, so that it is done with bytes.
    let (newline, blank) = (UInt8(ascii: "\n"), UInt8(ascii: " "))
    var bytes: [UInt8] = []
    var isOpen = false
    for line in text.utf8.split(separator: newline, omittingEmptySubsequences: false) {
      let isText = !line.isEmpty && line.first != blank
      if !bytes.isEmpty || isOpen { bytes.append(isText && isOpen ? blank : newline) }
      bytes += line
      isOpen = isText
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Wraps lines at a width; what goes on is indented as the text of its line is, behind a column that two spaces end.
  static func wrapped(_ text: String, to width: Int) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let margin = String(repeating: " ", count: min(column(of: line), width / 2))
      let words = line.split(separator: " ", omittingEmptySubsequences: false)
      var rows: [String] = []
      var row = String(words[0])
      for word in words.dropFirst() {
        if row.count + 1 + word.count > width, !row.allSatisfy({ $0 == " " }) {
          rows.append(row)
          row = margin + word
        } else {
          row += " " + word
        }
      }
      return (rows + [row]).joined(separator: "\n")
    }.joined(separator: "\n")
  }

  /// Where the text of a line begins: behind its indentation and a column that two spaces end.
  private static func column(of line: Substring) -> Int {
    let start = line.prefix { $0 == " " }.count
    guard let gap = line.dropFirst(start).firstRange(of: "  ") else { return start }
    let text = line[gap.upperBound...].drop { $0 == " " }
    return text.isEmpty ? start : line.distance(from: line.startIndex, to: text.startIndex)
  }
}

/// Text for terminals.
enum Printable {
  /// Returns a line in which nothing is a command to a terminal, or ends it: what files hold may be printed.
  ///
  /// Control characters become `\x1B`, and so do the bytes of names that are not UTF-8; marks that turn the direction
  /// of text become `\u202E`.
  static func line(_ text: String) -> String {
    let text = PathText.display(text)
    guard text.unicodeScalars.contains(where: \.isTerminalCommand) else { return text }
    var line = ""
    for scalar in text.unicodeScalars {
      if scalar.isTerminalCommand { line += scalar.shownCode } else { line.unicodeScalars.append(scalar) }
    }
    return line
  }

  static func lines(_ text: String) -> String {
    text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { line(String($0)) }
      .joined(separator: "\n")
  }
}
