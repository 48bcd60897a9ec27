import AuxImage
import AuxValidator
import Foundation
import TestSupport
import Testing

@Suite("Reports as JSON and SARIF")
struct ReportOutputTests {
  private let good: Validator.Report
  private let bad: Validator.Report

  init() throws {
    let portrait = try Pictures.portrait(trailer: Array("left over".utf8)).bytes
    good = Validator(headersOnly: true).validate(data: try Pictures.portrait().bytes)
    bad = Validator(headersOnly: true).validate(data: Array(portrait.dropLast(60)))
    try #require(
      good.judgement == .valid && bad.judgement == .invalid && bad.findings.contains { $0.offset != nil })
  }

  private func object(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test("The JSON of a report has each finding with its details")
  func json() throws {
    let report = try object(bad.json(path: "a \"b\".jpg", namesExercised: true).text)
    #expect(report["path"] as? String == "a \"b\".jpg" && report["container"] as? String == "jpeg")
    #expect(report["valid"] as? Bool == false)
    let findings = try #require(report["findings"] as? [[String: Any]])
    #expect(findings.count == bad.findings.count)
    for (written, finding) in zip(findings, bad.findings) {
      #expect(written["rule"] as? String == finding.rule)
      #expect(written["severity"] as? String == finding.severity.rawValue)
      #expect(written["message"] as? String == finding.message)
      #expect(written["offset"] as? Int == finding.offset)
      #expect(written["where"] as? String == (finding.place.isEmpty ? nil : finding.place))
    }
    #expect(report["exercised"] as? [String] == bad.exercised.sorted())
    let short = try object(good.json().text)
    #expect(short["path"] == nil && short["exercised"] == nil && short["valid"] as? Bool == true)
  }

  @Test("Every rule is an object")
  func rules() throws {
    for rule in Validator.rules {
      let written = try object(rule.json.text)
      #expect(
        written as? [String: String] == [
          "rule": rule.id, "severity": rule.severity.rawValue, "container": rule.scope.rawValue,
          "statement": rule.statement, "source": rule.source,
        ])
    }
  }

  @Test("A log has the rules, and a result for each finding that refers to its rule")
  func sarif() throws {
    let reports = [
      ("good.jpg", good), ("with space/ü#.jpg", bad), ("good.jpg", good), ("/photos/x.jpg", bad),
    ]
    let log = try object(SARIFLog.text(of: reports.map { (path: $0.0, report: $0.1) }, version: "1.2"))
    #expect(log["version"] as? String == "2.1.0")
    let run = try #require((log["runs"] as? [[String: Any]])?.first)
    let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
    #expect(driver["name"] as? String == "auxdepth" && driver["version"] as? String == "1.2")
    let rules = try #require(driver["rules"] as? [[String: Any]])
    #expect(rules.compactMap { $0["id"] as? String } == Validator.allRules.map(\.id))
    let pages = rules.compactMap { ($0["help"] as? [String: String])?["markdown"] }
    #expect(pages == Validator.allRules.map(\.page) && rules.allSatisfy { $0["helpUri"] == nil })

    let results = try #require(run["results"] as? [[String: Any]])
    let findings = reports.flatMap { $0.1.findings }
    #expect(results.count == findings.count)
    let levels: [Validator.Severity: String] = [.error: "error", .warning: "warning", .info: "note"]
    var uris: Set<String> = []
    for (result, finding) in zip(results, findings) {
      #expect(result["ruleId"] as? String == finding.rule)
      let index = try #require(result["ruleIndex"] as? Int)
      #expect(rules[index]["id"] as? String == finding.rule)
      #expect(result["level"] as? String == levels[finding.severity])
      #expect((result["message"] as? [String: String])?["text"] == finding.message)
      let location = try #require((result["locations"] as? [[String: Any]])?.first)
      let place = try #require(location["physicalLocation"] as? [String: Any])
      #expect((place["region"] as? [String: Int])?["byteOffset"] == finding.offset)
      uris.insert(try #require((place["artifactLocation"] as? [String: String])?["uri"]))
      let names = location["logicalLocations"] as? [[String: String]]
      #expect(names?.first?["fullyQualifiedName"] == (finding.place.isEmpty ? nil : finding.place))
    }
    #expect(uris.isSuperset(of: ["with%20space/%C3%BC%23.jpg", "file:///photos/x.jpg"]))
  }

  @Test("The pieces of a log make the whole one, and no report is a log, too")
  func pieces() throws {
    var log = SARIFLog(tool: "nightly")
    var summary = Validator.Summary()
    var text = log.head
    for report in [bad, good, bad] {
      summary.add(report)
      text += log.results(of: report, path: "a.jpg")
    }
    log.end(with: summary)
    text += log.tail
    #expect(text == SARIFLog.text(of: [bad, good, bad].map { ("a.jpg", $0) }, tool: "nightly"))
    let none = try object(SARIFLog.text(of: [(path: String, report: Validator.Report)]()))
    #expect(((none["runs"] as? [[String: Any]])?.first?["results"] as? [Any])?.isEmpty == true)
  }

  @Test("The summary counts files, findings and invalid files")
  func summary() {
    var summary = Validator.Summary()
    #expect(summary.isAccepted(strict: true) && summary.files == 0)
    summary.add(good)
    #expect(summary.isAccepted() && summary.failure == nil)
    summary.add(Validator().validate(path: "/absent/a.jpg"))
    summary.add(bad)
    #expect(!summary.isAccepted() && summary.failure?.code == .inputMissing)
    #expect((summary.files, summary.invalid) == (3, 2))
    #expect(
      summary.errors == 1 + bad.count(.error)
        && summary.warnings == bad.count(.warning) + good.count(.warning))
    #expect("\(summary)".hasPrefix("3 files, 2 invalid: "))
  }

  @Test("Warnings count where they are to")
  func strict() throws {
    var summary = Validator.Summary()
    let defect = try #require(
      DefectCorpus.seeded.first { $0.severity == .warning && $0.isInHeaders && $0.also.isEmpty })
    let odd = Validator(headersOnly: true).validate(data: try DefectCorpus.bytes(of: defect))
    try #require(odd.judgement == .valid && odd.count(.warning) > 0)
    summary.add(odd)
    #expect(summary.isAccepted() && !summary.isAccepted(strict: true))
  }
}
