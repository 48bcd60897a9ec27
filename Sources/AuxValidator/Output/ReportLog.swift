internal import AuxImage

/// The reports of many files as one document, in pieces: memory does not grow with their number.
///
/// ``head`` comes first, then what ``results(of:path:)`` returns for each file, then, after ``end(with:)``, ``tail``.
package protocol ReportLog: Sendable {
  /// Everything before the results.
  var head: String { get }
  /// Returns the results of one file; they follow what was returned before.
  mutating func results(of report: Validator.Report, path: String) -> String
  /// Takes what no report of one file says: the files that were passed over, and whether photos' own pictures were decoded.
  mutating func end(with summary: Validator.Summary)
  /// Everything after the results.
  var tail: String { get }
}

extension ReportLog {
  /// Returns the whole document of reports.
  package mutating func text(of reports: some Sequence<(path: String, report: Validator.Report)>) -> String {
    var text = head
    var summary = Validator.Summary()
    for (path, report) in reports {
      summary.add(report)
      text += results(of: report, path: path)
    }
    end(with: summary)
    return text + tail
  }
}

/// Texts inside XML and HTML.
package enum MarkupText {
  /// Returns a text escaped for an element, or for an attribute in double quotes.
  ///
  /// What XML 1.0 has no character for, and what turns the direction of text, becomes `\x1B` or `\u202E`; lines stay
  /// lines. Source: XML 1.0, 2.2 and 2.4.
  package static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in PathText.display(text).unicodeScalars {
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
