internal import AuxImage
internal import AuxReader
public import AuxValidator

/// A report as one page of HTML that needs nothing else: what was found in each file, a table of the rules, and what they
/// are about.
///
/// The page has no script and loads nothing; it is light or dark as the reader's system is. Files that are valid without a
/// finding are counted and not listed. Source: Specs/validation.md, "HTML".
public struct HTMLLog: ReportLog {
  /// The title of the page.
  public let title: String
  /// The totals of all reports.
  private var summary = Validator.Summary()
  private let version: String?
  /// The rules that found something, which the page explains.
  private var found: Set<String> = []

  /// Creates the page of a run of the program of that version.
  public init(title: String = "Validation of photos", version: String? = nil) {
    self.title = title
    self.version = version
  }

  /// Everything before the results.
  public var head: String {
    let title = MarkupText.escaped(title)
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <meta name="color-scheme" content="light dark">
      <title>\(title)</title>
      <style>\(Self.style)</style>
      </head>
      <body>
      <header><h1>\(title)</h1><p><a href="#summary">To the summary</a></p></header>
      <main>
      <h2>Files with findings</h2>

      """
  }

  /// Returns the section of one file, empty where it is valid and nothing was found.
  public mutating func results(of report: Validator.Report, path: String) -> String {
    summary.add(report)
    guard !report.findings.isEmpty || report.hindrance != nil else { return "" }
    let name = MarkupText.escaped(StandardStream.inputName(path))
    let container = report.container.map { " (\($0.rawValue))" } ?? ""
    var text = "<section>\n<h3><span class=\"path\">\(name)</span>\(container): "
    text += "\(Self.verdict(of: report))</h3>\n"
    if let hindrance = report.hindrance { text += "<p>\(MarkupText.escaped(hindrance.message))</p>\n" }
    guard !report.findings.isEmpty else { return text + "</section>\n" }
    text += "<ul>\n"
    for severity in Validator.Severity.allCases {
      for finding in report.findings where finding.severity == severity {
        let known = finding.isKnown ? " (known)" : ""
        text += "<li><span class=\"\(severity.rawValue)\">\(severity.rawValue)\(known)</span> "
        found.insert(finding.rule)
        let rest = MarkupText.escaped(String(finding.line.dropFirst(finding.rule.count)))
        text += "<a href=\"#\(finding.rule)\">\(finding.rule)</a>\(rest)</li>\n"
      }
    }
    return text + "</ul>\n</section>\n"
  }

  /// Takes the files that were passed over.
  public mutating func end(with summary: Validator.Summary) { self.summary.passedOver = summary.passedOver }

  private static func verdict(of report: Validator.Report) -> String {
    switch report.judgement {
    case .valid: "valid"
    case .invalid: "<strong class=\"error\">invalid</strong>"
    case .notJudged: "<strong class=\"warning\">not judged</strong>"
    }
  }

  /// Everything after the results: the table of the rules that found something.
  public var tail: String {
    let isEmpty = summary.rules.isEmpty && summary.hindrance == nil
    var text = isEmpty ? "<p>None: nothing was found.</p>\n" : ""
    text += "</main>\n<section id=\"summary\" aria-labelledby=\"summary-title\">\n"
    text += "<h2 id=\"summary-title\">Summary</h2>\n<p>\(MarkupText.escaped("\(summary)"))</p>\n"
    text += passedOver
    if let undecoded = summary.undecodedText {
      text += "<p>What this does not say: \(MarkupText.escaped(undecoded)).</p>\n"
    }
    if !summary.rules.isEmpty {
      text += "<table>\n<caption>What rules found</caption>\n<thead><tr><th scope=\"col\">Severity</th>"
      text += "<th scope=\"col\">Rule</th><th scope=\"col\">Findings</th><th scope=\"col\">Files</th>"
      text += "<th scope=\"col\">What must hold</th></tr></thead>\n<tbody>\n"
      for row in summary.rules { text += Self.row(row) }
      text += "</tbody>\n</table>\n"
    }
    let version = version.map { " \(MarkupText.escaped($0))" } ?? ""
    text += "</section>\n"
    let rules = Validator.allRules.filter { found.contains($0.id) }
    if !rules.isEmpty {
      text += "<section aria-labelledby=\"rules-title\">\n<h2 id=\"rules-title\">About these rules</h2>\n"
      text += rules.map(Self.page).joined() + "</section>\n"
    }
    return text + "<footer><p>auxdepth\(version)</p></footer>\n</body>\n</html>\n"
  }

  private var passedOver: String {
    guard summary.passedOver.count > 0 else { return "" }
    var items = summary.passedOver.paths.map { "<li class=\"path\">\(MarkupText.escaped($0))</li>\n" }
    let more = summary.passedOver.count - items.count
    if more > 0 { items.append("<li>\(more) more files</li>\n") }
    return "<h3>Passed over</h3>\n<ul>\n" + items.joined() + "</ul>\n"
  }

  private static func page(_ rule: Validator.Rule) -> String {
    "<h3 id=\"\(rule.id)\">\(rule.id)</h3>\n<p>\(MarkupText.escaped(rule.statement))</p>\n<dl>\n"
      + rule.parts.map { title, text in
        "<dt>\(title)</dt><dd>\(MarkupText.escaped(text))</dd>\n"
      }.joined() + "</dl>\n"
  }

  private static func row(_ row: Validator.Summary.RuleCount) -> String {
    let rule = Validator.Rule.byIdentifier[row.rule]
    let statement = rule.map { MarkupText.escaped("\($0.statement) [\($0.source)]") } ?? ""
    return "<tr><td class=\"\(row.severity.rawValue)\">\(row.severity.rawValue)</td>"
      + "<th scope=\"row\">\(MarkupText.escaped(row.rule))</th><td class=\"number\">\(row.findings)</td>"
      + "<td class=\"number\">\(row.files)</td><td>\(statement)</td></tr>\n"
  }

  /// Colours have a contrast of at least 4.5 to 1 with the ground, in both schemes.
  private static let style = """
    :root{color-scheme:light dark;--ground:#fff;--text:#1b1b1b;--line:#c9c9c9;--error:#a80016;--warning:#6f4d00;--info:#00508f}
    @media (prefers-color-scheme:dark){:root{--ground:#161616;--text:#ececec;--line:#4a4a4a;--error:#ff8f97;--warning:#f2c14e;--info:#8cc4ff}}
    body{margin:0 auto;max-width:70rem;padding:1rem;font:1rem/1.5 system-ui,sans-serif;background:var(--ground);color:var(--text)}
    a{color:var(--info)}h3{font-size:1rem;margin:1rem 0 .25rem}.path,td,th,li,dd{overflow-wrap:anywhere}dt{font-weight:600}
    .error{color:var(--error);font-weight:600}.warning{color:var(--warning);font-weight:600}.info{color:var(--info)}
    table{border-collapse:collapse;width:100%}caption{text-align:left;font-weight:600}
    th,td{border:1px solid var(--line);padding:.3rem .5rem;text-align:left;vertical-align:top}.number{text-align:right}
    """
}
