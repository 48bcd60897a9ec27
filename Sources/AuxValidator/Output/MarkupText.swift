internal import AuxImage

/// Texts inside XML and HTML.
package enum MarkupText {
  /// Returns a text as it stands in an element or an attribute in double quotes.
  ///
  /// What XML 1.0 has no character for, and what turns the direction of text, becomes `\x1B` or `\u202E`; lines stay
  /// lines. Source: XML 1.0, 2.2 and 2.4.
  package static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in FilePath.display(text).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\n": result += "&#10;"
      case "\t": result += "&#9;"
      case _ where scalar.isTerminalCommand || scalar.value & 0xFFFE == 0xFFFE:
        result += scalar.shownCode
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension Finding {
  /// The rule, the place, the byte and what is wrong, in one line, as reports for people say it.
  package var line: String {
    rule + (place.isEmpty ? "" : " \(place)") + (offset.map { " at byte \($0)" } ?? "") + ": \(message)"
  }
}
