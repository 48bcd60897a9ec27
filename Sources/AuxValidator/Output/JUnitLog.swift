internal import AuxImage
internal import AuxReader

/// A report in the form of JUnit's XML, as CI systems show it beside tests: suites, with a test case for each file.
///
/// Files with an error have a `failure`, and where `isStrict` is true, those with a warning; what else was found, and known
/// findings, are in `system-out`. A file that could not be judged has an `error`, one that was passed over is `skipped`. A
/// suite states how many there are of each, and so comes after its last file was looked at; one of 1,000 files or a
/// megabyte ends and another begins, so that memory does not grow with the number of files. Source: Specs/validation.md, "JUnit".
public struct JUnitLog: ReportLog {
  /// The most test cases of a suite, and the most bytes of them beyond which none is added.
  private static let most = (cases: 1000, bytes: 1 << 20)

  private let name: String
  private let isStrict: Bool
  private var cases = ""
  private var counts = (tests: 0, failures: 0, errors: 0, skipped: 0)
  private var properties = ""

  /// Creates the report of suites of that name.
  public init(suite: String = "auxdepth validate", isStrict: Bool = false) {
    self.isStrict = isStrict
    name = MarkupText.escaped(suite)
  }

  /// Everything before the results.
  public var head: String { "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"\(name)\">\n" }

  /// Everything after the results that were returned: the last suite.
  public var tail: String { suite + "</testsuites>\n" }

  /// Adds the files that were passed over to the last suite, and says of it whether photos' own pictures were decoded.
  public mutating func end(with summary: Validator.Summary) {
    for path in summary.passedOver.paths { skip(StandardStream.inputName(path), file: path) }
    let more = summary.passedOver.count - summary.passedOver.paths.count
    if more > 0 { skip(more == 1 ? "1 more file" : "\(more) more files") }
    guard let text = summary.undecodedText else { return }
    properties = "<properties><property name=\"not decoded\" value=\"\(text)\"/></properties>\n"
  }

  private mutating func skip(_ name: String, file: String? = nil) {
    let place = file.map { " file=\"\(MarkupText.escaped(RelativePath.shown($0)))\"" } ?? ""
    cases += "<testcase classname=\"unknown\" name=\"\(MarkupText.escaped(name))\"\(place)>"
    cases += "<skipped message=\"\(PassedOverFiles.reason)\"/></testcase>\n"
    counts.tests += 1
    counts.skipped += 1
  }

  /// Adds the test case of one file; returns the suite before it if that is full, mostly nothing.
  public mutating func results(of report: Validator.Report, path: String) -> String {
    var ended = ""
    if counts.tests >= Self.most.cases || cases.utf8.count >= Self.most.bytes {
      ended = suite
      (cases, counts) = ("", (0, 0, 0, 0))
    }
    cases += testCase(report, path: path)
    counts.tests += 1
    return ended
  }

  private var suite: String {
    "<testsuite name=\"\(name)\" tests=\"\(counts.tests)\" failures=\"\(counts.failures)\" errors=\"\(counts.errors)\""
      + (counts.skipped > 0 ? " skipped=\"\(counts.skipped)\"" : "") + ">\n" + properties + cases
      + "</testsuite>\n"
  }

  private mutating func testCase(_ report: Validator.Report, path: String) -> String {
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
      counts.errors += 1
    }
    if let first = failures.first {
      let more = failures.count > 1 ? " (and \(failures.count - 1) more)" : ""
      text += "<failure type=\"\(MarkupText.escaped(first.rule))\""
      text += " message=\"\(MarkupText.escaped(first.line + more))\">\(Self.lines(failures))</failure>\n"
      counts.failures += 1
    }
    var rest = Self.lines(others)
    if let hindrance = report.hindrance, !failures.isEmpty {
      rest += (rest.isEmpty ? "" : "\n") + MarkupText.escaped("not judged as a whole: \(hindrance.message)")
    }
    if !rest.isEmpty { text += "<system-out>\(rest)</system-out>\n" }
    return text + "</testcase>\n"
  }

  private static func lines(_ findings: [Validator.Finding]) -> String {
    findings.map { finding in
      let known = finding.isKnown ? "known " : ""
      return MarkupText.escaped("\(known)\(finding.severity.rawValue) \(finding.line)")
    }.joined(separator: "\n")
  }
}
