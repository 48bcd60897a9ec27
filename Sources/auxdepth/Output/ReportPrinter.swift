internal import ArgumentParser
internal import AuxDepthKit

/// Prints reports as text, as JSON lines or as one SARIF log.
struct ReportPrinter {
  let format: Validate.Format
  let isQuiet: Bool
  /// Whether the rules that had something to look at are named.
  let namesExercised: Bool
  private let profile: ValidationProfile?
  private var log = SARIFLog(version: AuxDepthVersion.text)

  init(format: Validate.Format, isQuiet: Bool, namesExercised: Bool, profile: ValidationProfile?) {
    self.profile = profile
    self.format = format
    self.isQuiet = isQuiet
    self.namesExercised = namesExercised
  }

  /// Prints what stands before the first report.
  func begin() {
    if format == .sarif { Console.write(log.head) }
  }

  /// Prints the report of one file.
  mutating func print(_ report: Report, path: String) {
    switch format {
    case .json: Console.output(report.json(path: path, namesExercised: namesExercised).text)
    case .sarif: Console.write(log.results(of: report, path: path))
    case .text: Console.write(text(report, path: path))
    }
  }

  /// Prints what stands after the last report.
  func end(_ summary: ValidationSummary) {
    switch format {
    case .json: break
    case .sarif: Console.write(log.tail)
    case .text: if summary.files > 1 && !isQuiet { Console.output("\(summary)") }
    }
  }

  private func text(_ report: Report, path: String) -> String {
    let findings = report.findings.filter { !isQuiet || $0.severity != .info }
    guard !isQuiet || !findings.isEmpty else { return "" }
    let count =
      "\(report.exercised.count) of \(Validator.rules.count + (profile?.rules.count ?? 0)) rules exercised"
    let container = report.container.map { " (\($0.rawValue))" } ?? ""
    let verdict =
      (report.isValid ? Style.success : .error).output(report.isValid ? "valid" : "invalid")
    var text =
      "\(Printable.line(StandardStream.inputName(path)))\(container): \(verdict)"
      + (namesExercised ? ", \(count)\n" : "\n")
    for severity in Severity.allCases {
      for finding in findings where finding.severity == severity {
        text += "  \((Self.styles[severity] ?? .note).output(severity.rawValue)) \(finding.rule)"
        if !finding.place.isEmpty { text += " \(Printable.line(finding.place))" }
        if let offset = finding.offset { text += " at byte \(offset)" }
        text += ": \(Printable.line(finding.message))\n"
      }
    }
    return text
  }

  private static let styles: [Severity: Style] = [.error: .error, .warning: .warning, .info: .note]
}

/// The list of rules.
enum RuleList {
  /// Returns a line for each rule, those of a profile after the others.
  static func lines(_ profile: ValidationProfile?, asJSON: Bool) -> [String] {
    (Validator.rules + (profile?.rules ?? [])).map { rule in
      guard !asJSON else { return rule.json.text }
      return
        "\(rule.id)  \(rule.severity.rawValue)  \(rule.scope.rawValue)\n"
        + "  \(rule.statement)\n  [\(rule.source)]"
    }
  }
}
