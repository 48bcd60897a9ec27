import AuxImage
import AuxValidator
import Foundation
import TestSupport
import Testing

@Suite("Baselines of known findings")
struct BaselineTests {
  /// A report with errors, one with an information alone, and their paths.
  private let reports: [(path: String, report: Validator.Report)]

  init() throws {
    let bytes = try Pictures.portrait().bytes
    let bad = Validator().validate(data: Array(bytes.dropLast(60)))
    let good = Validator().validate(data: try Pictures.portrait(trailer: Array("left over".utf8)).bytes)
    try #require(bad.judgement == .invalid && good.judgement == .valid)
    try #require(good.findings.contains { $0.severity == .info })
    reports = [("some/b.jpg", bad), ("some/a \"b\".jpg", bad), ("good.jpg", good)]
  }

  private func accepted() -> FindingBaseline {
    var baseline = FindingBaseline(folder: "some")
    for (path, report) in reports {
      #expect(baseline.compare(report, path: path, accepting: true).judgement == .valid)
    }
    return baseline
  }

  @Test("Findings are known the next time, by file, rule and place, in a stable order")
  func known() throws {
    let text = accepted().text
    var reversed = FindingBaseline(folder: "some")
    for (path, report) in reports.reversed() { _ = reversed.compare(report, path: path, accepting: true) }
    #expect(reversed.text == text)
    #expect(!text.contains("good.jpg") && !text.contains("offset"))
    var baseline = try FindingBaseline(json: Array(text.utf8), folder: "some")
    var summary = Validator.Summary()
    for (path, report) in reports {
      let compared = baseline.compare(report, path: "./x/../\(path)")
      #expect(compared.findings.allSatisfy { $0.isKnown == ($0.severity != .info) })
      summary.add(compared)
    }
    #expect(summary.isAccepted(strict: true) && summary.known > 0 && baseline.gone.isEmpty)
    #expect("\(summary)".contains("\(summary.known) known"))
    #expect(baseline.text == text)
  }

  @Test("One more of a kind, and another file, are new; findings that are gone are reported")
  func changed() throws {
    let text = accepted().text
    var baseline = try FindingBaseline(json: Array(text.utf8), folder: "some")
    let bad = reports[0].report
    #expect(baseline.compare(bad, path: "some/c.jpg").judgement == .invalid)
    _ = baseline.compare(bad, path: "some/b.jpg")
    // The findings of this file are all used up.
    #expect(baseline.compare(bad, path: "some/b.jpg").judgement == .invalid)
    let clean = Validator().validate(data: try Pictures.portrait().bytes)
    _ = baseline.compare(clean, path: "some/a \"b\".jpg")
    #expect(Set(baseline.gone.map(\.entry.path)) == ["a \"b\".jpg"])
    #expect(!baseline.text.contains("a \\\"b\\\".jpg") && baseline.text.contains("c.jpg"))
  }

  @Test("Known findings of files that were not checked stay as long as the files exist")
  func partly() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write([1], to: "there.jpg")
    let path = try folder.write(
      Array(
        #"{"version":1,"findings":[{"path":"there.jpg","rule":"X","count":2},{"path":"gone.jpg","rule":"X","where":"y"}]}"#
          .utf8), to: "baseline.json")
    let baseline = try FindingBaseline(contentsOf: path)
    #expect(baseline.gone.map(\.entry.path) == ["gone.jpg"])
    #expect(
      baseline.text
        == "{\"version\":1,\"findings\":[\n{\"path\":\"there.jpg\",\"rule\":\"X\",\"count\":2}\n]}\n")
  }

  @Test("A file that cannot be opened is never known")
  func unopened() {
    var baseline = FindingBaseline()
    let report = baseline.compare(
      Validator().validate(path: "/absent/a.jpg"), path: "/absent/a.jpg", accepting: true)
    #expect(report.judgement == .invalid && baseline.text == "{\"version\":1,\"findings\":[]}\n")
  }

  @Test(
    "What is no baseline is an error",
    arguments: [
      "", "[]", #"{"version":2,"findings":[]}"#, #"{"version":1,"findings":[{"path":"a"}]}"#,
      #"{"version":1,"findings":[{"path":"a","rule":"X","count":0}]}"#,
    ])
  func wrong(_ json: String) {
    #expect { try FindingBaseline(json: Array(json.utf8)) } throws: { ($0 as? AuxError)?.code == .malformed }
  }

  @Test("A log marks known findings")
  func sarif() throws {
    var baseline = try FindingBaseline(json: Array(accepted().text.utf8), folder: "some")
    var log = SARIFLog()
    log.hasBaseline = true
    let text =
      log.head + log.results(of: baseline.compare(reports[0].report, path: "some/b.jpg"), path: "some/b.jpg")
      + log.results(of: baseline.compare(reports[0].report, path: "new.jpg"), path: "new.jpg") + log.tail
    #expect(text.contains(#""baselineState":"unchanged","suppressions":[{"kind":"external"}]"#))
    #expect(text.contains(#""baselineState":"new"}"#))
  }
}
