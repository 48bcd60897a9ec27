import AuxValidator
import Testing

/// Rules, findings and reports print for people.
@Suite struct DescriptionTests {
  @Test func reportOfADamagedFile() throws {
    let report = Validator().validate(data: Array(try DefectCorpus.base("photo.jpg").dropLast(2)))
    let lines = "\(report)".split(separator: "\n")
    #expect(!report.findings.isEmpty && lines.count == report.findings.count + 1)
    #expect(lines.first == "jpeg: \(report.judgement == .valid ? "valid" : "invalid")")
    for (finding, line) in zip(report.findings, lines.dropFirst()) {
      #expect("\(finding)" == line && line.hasPrefix("\(finding.severity.rawValue) \(finding.rule)"))
      #expect(line.hasSuffix(": \(finding.message)"))
    }
    #expect(Validator.rules.map { "\($0)" } == Validator.rules.map(\.id))
    #expect("\(Severity.error) \(Rule.Scope.heif)" == "error heif")
  }
}
