internal import AuxImage

/// A report in the form of JUnit's XML, as CI systems show it beside tests: a suite, with a test case for each file.
///
/// Files with an error have a `failure`, and where `isStrict` is true, those with a warning; what else was found, and known
/// findings, are in `system-out`. A file that could not be judged has an `error`. Source: Specs/validation.md, "JUnit".
public struct JUnitLog: ReportLog {
  /// Everything before the results.
  public let head: String
  /// Everything after the results.
  public let tail = "</testsuite>\n</testsuites>\n"
  private let isStrict: Bool

  /// Creates the report of a suite of that name.
  public init(suite: String = "auxdepth validate", isStrict: Bool = false) {
    self.isStrict = isStrict
    let name = MarkupText.escaped(suite)
    head =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"\(name)\">\n<testsuite name=\"\(name)\">\n"
  }

  /// Returns the test case of one file.
  public mutating func results(of report: Report, path: String) -> String {
    let name = MarkupText.escaped(StandardStream.inputName(path))
    let failures = report.findings.filter { $0.counts(strict: isStrict) }
    let others = report.findings.filter { !$0.counts(strict: isStrict) }
    let file = MarkupText.escaped(RelativePath.shown(path))
    let start =
      "<testcase classname=\"\(report.container?.rawValue ?? "unknown")\" name=\"\(name)\" file=\"\(file)\""
    guard !report.findings.isEmpty || report.hindrance != nil else { return start + "/>\n" }
    var text = start + ">\n"
    if let hindrance = report.hindrance, failures.isEmpty {
      let reason = MarkupText.escaped(hindrance.message)
      text += "<error type=\"\(hindrance.code)\" message=\"\(reason)\">\(reason)</error>\n"
    }
    if let first = failures.first {
      let more = failures.count > 1 ? " (and \(failures.count - 1) more)" : ""
      text += "<failure type=\"\(MarkupText.escaped(first.rule))\""
      text += " message=\"\(MarkupText.escaped(first.line + more))\">\(Self.lines(failures))</failure>\n"
    }
    var rest = Self.lines(others)
    if let hindrance = report.hindrance, !failures.isEmpty {
      rest += (rest.isEmpty ? "" : "\n") + MarkupText.escaped("not judged as a whole: \(hindrance.message)")
    }
    if !rest.isEmpty { text += "<system-out>\(rest)</system-out>\n" }
    return text + "</testcase>\n"
  }

  private static func lines(_ findings: [Finding]) -> String {
    findings.map { finding in
      let known = finding.isKnown ? "known " : ""
      return MarkupText.escaped("\(known)\(finding.severity.rawValue) \(finding.line)")
    }.joined(separator: "\n")
  }
}
