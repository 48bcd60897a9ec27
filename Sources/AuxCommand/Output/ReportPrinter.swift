internal import ArgumentParser
internal import AuxDepthKit

/// The forms of the report of `validate`.
enum ReportFormat: String, CaseIterable, ExpressibleByArgument {
  case text
  case json
  case sarif
  case junit
  case html
}

/// Prints reports as text, as JSON lines or as one document.
struct ReportPrinter {
  private let format: ReportFormat
  private let isQuiet: Bool
  /// Whether the rules that had something to look at are named.
  private let namesExercised: Bool
  /// Whether repairs are only reported, and not made.
  private let isTrial: Bool
  private let ruleCount: Int
  /// Whether photos' own pictures are decoded.
  private let decodesPhoto: Bool
  private var log: (any ReportLog)?

  init(
    format: ReportFormat, isQuiet: Bool, namesExercised: Bool, isStrict: Bool, hasBaseline: Bool,
    isTrial: Bool, ruleCount: Int, decodesPhoto: Bool, rulePages: String?
  ) {
    self.format = format
    self.isQuiet = isQuiet
    self.namesExercised = namesExercised
    self.isTrial = isTrial
    self.ruleCount = ruleCount
    self.decodesPhoto = decodesPhoto
    switch format {
    case .text, .json: log = nil
    case .sarif:
      var sarif = SARIFLog(version: AuxDepthVersion.text, pages: rulePages)
      sarif.hasBaseline = hasBaseline
      log = sarif
    case .junit: log = JUnitLog(isStrict: isStrict)
    case .html: log = HTMLLog(version: AuxDepthVersion.text)
    }
  }

  func begin() { if let log { Console.write(log.head) } }

  mutating func print(_ report: Validator.Report, path: String) {
    if log != nil {
      var report = report
      if isQuiet, format == .sarif || format == .junit {
        report = report.withoutNotes()
        if report.findings.isEmpty, report.hindrance == nil { return }
      }
      Console.write(log?.results(of: report, path: path) ?? "")
    } else if format == .json {
      Console.output(Console.text(of: report.json(path: path, namesExercised: namesExercised)))
    } else {
      Console.write(text(report, path: path))
    }
  }

  mutating func end(_ summary: Validator.Summary) {
    log?.end(with: summary)
    if let log { Console.write(log.tail) }
    if format == .json { summary.passedOver.json.forEach { Console.output($0.text) } }
    guard format == .text, !isQuiet else { return }
    if summary.files > 1 || summary.passedOver.count > 0 {
      Console.output("\(summary)")
      for line in summary.table { Console.output("  " + line) }
    }
    if let undecoded = summary.undecodedText {
      Console.output(undecoded + (decodesPhoto ? "" : "; --decode-photo does that"))
    }
  }

  private func text(_ report: Validator.Report, path: String) -> String {
    let findings = report.findings.filter { !isQuiet || $0.severity != .info && !$0.isKnown }
    let isShown = !isQuiet || !findings.isEmpty || !report.repaired.isEmpty || report.hindrance != nil
    guard isShown else { return "" }
    let container = report.container.map { " (\($0.rawValue))" } ?? ""
    var text =
      "\(Printable.line(StandardStream.inputName(path)))\(container): \(Self.verdict(of: report))"
      + (namesExercised ? ", \(report.exercised.count) of \(ruleCount) rules exercised\n" : "\n")
    // An invalid file says here what was not looked at; for others this is the verdict.
    if let hindrance = report.hindrance, report.judgement == .invalid {
      text += "  \(Style.warning.output("not judged as a whole")): \(Printable.line(hindrance.message))\n"
    }
    for finding in report.repaired {
      text +=
        "  \(Style.success.output("mended")) \(line(finding)); \(finding.repair.map { "\($0)" } ?? "")\n"
    }
    for severity in Validator.Severity.allCases {
      for finding in findings where finding.severity == severity {
        let known = finding.isKnown ? "known " : ""
        text += "  \(known)\((Self.styles[severity] ?? .note).output(severity.rawValue)) \(line(finding))"
        if isTrial, let repair = finding.repair { text += "; would be mended: \(repair)" }
        text += "\n"
      }
    }
    return text
  }

  private static func verdict(of report: Validator.Report) -> String {
    switch report.judgement {
    case .valid: Style.success.output("valid")
    case .invalid: Style.error.output("invalid")
    case .notJudged(let hindrance):
      "\(Style.warning.output("not judged")): \(Printable.line(hindrance.message))"
    }
  }

  private func line(_ finding: Validator.Finding) -> String { Printable.line(finding.line) }

  private static let styles: [Validator.Severity: Style] = [.error: .error, .warning: .warning, .info: .note]
}

/// The list of rules, and the page of each.
enum RuleList {
  /// Returns the rule of an identifier, in letters of either case; throws for another, and suggests the nearest.
  static func rule(_ name: String) throws -> Validator.Rule {
    if let rule = Validator.Rule.byIdentifier[name.uppercased()] { return rule }
    let names = Validator.allRules.map(\.id)
    throw ValidationError(Spelling.unknown("rule", name.uppercased(), among: names))
  }

  /// Returns what there is to know about a rule, as lines of the console's width or as a JSON object.
  static func explanation(of rule: Validator.Rule, asJSON: Bool = false) -> String {
    guard !asJSON else { return rule.explainedJSON.text }
    let repair = rule.explanation.repair == nil ? "" : "\n\n'auxdepth validate --fix' makes the repair."
    return Prose.wrapped(rule.text + repair, to: Console.width)
  }

  /// Returns lines for each rule, as JSON one, those of a profile and of policies after the others.
  static func lines(_ profile: Validator.Profile?, asJSON: Bool) -> [String] {
    (Validator.rules + Validator.photoRules + (profile?.rules ?? []) + Validator.policyRules).flatMap {
      rule in
      guard !asJSON else { return [rule.json.text] }
      return [
        "\(rule.id)  \(rule.severity.rawValue)  \(rule.scope.rawValue)", "  \(rule.statement)",
        "  [\(rule.source)]",
      ]
    }
  }
}
