import AuxImage
import AuxReader
import AuxValidator
import Foundation
import TestSupport
import Testing

@Suite("Reports as documents")
struct ReportLogTests {
  private let good: Validator.Report
  private let bad: Validator.Report
  private let odd: Validator.Report

  init() throws {
    let bytes = try Pictures.portrait().bytes
    good = Validator().validate(data: bytes).withoutNotes()
    bad = Validator().validate(data: Array(bytes.dropLast(60)))
    let word = try #require(bytes.firstRange(of: Array(">high<".utf8)))
    var changed = bytes
    changed.replaceSubrange(word, with: Array(">H\u{1B}<h".utf8.prefix(6)))
    odd = Validator().validate(data: changed)
    try #require(good.judgement == .valid && bad.judgement == .invalid)
  }

  private var reports: [(path: String, report: Validator.Report)] {
    [("good.jpg", good), ("a <b> & \"c\"'\u{1B}\u{7}.jpg", bad), ("odd.jpg", odd), ("\u{10FF89}.jpg", bad)]
  }

  @Test("JUnit's XML has a test case for each file, and a failure for each that is invalid")
  func junit() throws {
    var log = JUnitLog()
    let text = log.text(of: reports)
    #expect(text.components(separatedBy: "<testcase ").count == 5)
    #expect(
      text.components(separatedBy: "<failure ").count - 1 == reports.count { $0.report.judgement == .invalid }
    )
    #expect(
      text.contains("name=\"a &lt;b&gt; &amp; &quot;c&quot;&#39;\\x1B\\x07.jpg\"")
        && text.contains("\"\\x89.jpg\""))
    // Whatever else reads XML reads it.
    if let python = Program.python(with: "xml.etree.ElementTree") {
      let folder = try TemporaryFolder()
      let report = try folder.write(Array(text.utf8), to: "report.xml")
      let script = """
        import sys, xml.etree.ElementTree as tree
        cases = tree.parse(sys.argv[1]).findall("./testsuite/testcase")
        assert len(cases) == 4 and cases[0].get("file") == "good.jpg", cases
        """
      let outcome = try Program.run(python, ["-c", script, report])
      #expect(outcome.status == 0, "\(outcome.error)")
    }
    #expect(text.contains("<testcase classname=\"jpeg\" name=\"good.jpg\" file=\"good.jpg\"/>"))
    let invalid = reports.count { $0.report.judgement == .invalid }
    #expect(
      text.contains("<testsuite name=\"auxdepth validate\" tests=\"4\" failures=\"\(invalid)\" errors=\"0\">")
    )
    var strict = JUnitLog(isStrict: true)
    let warned = reports.count { $0.report.judgement == .invalid || $0.report.count(.warning) > 0 }
    #expect(strict.text(of: reports).components(separatedBy: "<failure ").count - 1 == warned)
  }

  @Test("Many files are suites with totals of their own, and none is an empty one")
  func suites() {
    var log = JUnitLog(suite: "a & b")
    let start = "<testsuite name=\"a &amp; b\" tests="
    var pieces: [String] = []
    for number in 0..<2001 {
      pieces.append(log.results(of: number == 1500 ? bad : good, path: "\(number).jpg"))
    }
    #expect(pieces.indices.filter { !pieces[$0].isEmpty } == [1000, 2000])
    #expect(pieces[1000].hasPrefix("\(start)\"1000\" failures=\"0\" errors=\"0\">"))
    #expect(pieces[2000].hasPrefix("\(start)\"1000\" failures=\"1\" errors=\"0\">"))
    #expect(
      log.tail.hasPrefix("\(start)\"1\" failures=\"0\"")
        && log.tail.hasSuffix("</testsuite>\n</testsuites>\n"))
    // Exactly 1,000 files, whose photos were not decoded, are one suite.
    (log, pieces) = (JUnitLog(), [])
    var summary = Validator.Summary()
    for number in 0..<1000 {
      pieces.append(log.results(of: good, path: "\(number).jpg"))
      summary.add(good)
    }
    log.end(with: summary)
    let text = pieces.joined() + log.tail
    #expect(text.components(separatedBy: "<testsuite ").count == 2 && text.contains("not decoded"))
    #expect(JUnitLog().tail.contains("tests=\"0\" failures=\"0\" errors=\"0\">\n</testsuite>"))
  }

  @Test("What was passed over, and not decoded, is in each form of the report")
  func passedOver() throws {
    var summary = Validator.Summary()
    summary.add(good)
    for number in 0..<1003 { summary.passedOver.add("a/<\(number)>.png") }
    #expect(summary.passedOver.paths.count == 1000 && "\(summary)".contains("1003 other files passed over"))
    func text(_ log: some ReportLog) -> String {
      var log = log
      let text = log.head + log.results(of: good, path: "good.jpg")
      log.end(with: summary)
      return text + log.tail
    }
    let junit = text(JUnitLog())
    #expect(junit.components(separatedBy: "<skipped ").count - 1 == 1001)
    #expect(junit.contains("tests=\"1002\" failures=\"0\" errors=\"0\" skipped=\"1001\""))
    #expect(
      junit.contains("file=\"a/&lt;7&gt;.png\"><skipped message=") && junit.contains("name=\"3 more files\""))
    #expect(junit.contains("value=\"the photo's own picture was not decoded\""))
    let log = try #require(
      try JSONSerialization.jsonObject(with: Data(text(SARIFLog()).utf8)) as? [String: Any])
    let run = try #require((log["runs"] as? [[String: Any]])?.first)
    #expect(run["properties"] as? [String: Int] == ["passedOver": 1003, "undecodedPhotos": 1])
    let invocation = try #require((run["invocations"] as? [[String: Any]])?.first)
    let notes = try #require(invocation["toolExecutionNotifications"] as? [[String: Any]])
    #expect(invocation["executionSuccessful"] as? Bool == true && notes.count == 1001)
    #expect(notes.allSatisfy { $0["level"] as? String == "note" } && "\(notes[7])".contains("a/%3C7%3E.png"))
    let lines = summary.passedOver.json.map(\.text)
    #expect(lines.count == 1001 && lines[7] == #"{"path":"a/<7>.png","passedOver":true,"findings":[]}"#)
    #expect(lines.last == #"{"passedOver":true,"more":3,"findings":[]}"#)
    #expect(good.json(path: "good.jpg").text.hasSuffix(#""photoDecoded":false}"#))
    var decoded = Validator.Summary()
    decoded.add(Validator(decodesPhoto: true).validate(data: try Pictures.portrait().bytes))
    #expect(decoded.undecodedPhotos == 0 && decoded.undecodedText == nil)
  }

  @Test("Notes and known findings are left out of a quiet report")
  func quiet() throws {
    let noted = Validator().validate(data: try Pictures.portrait(trailer: Array("left over".utf8)).bytes)
    try #require(noted.findings.contains { $0.severity == .info })
    #expect(noted.withoutNotes().findings.isEmpty)
    #expect(bad.withoutNotes().findings == bad.findings.filter { $0.severity != .info })
    var baseline = FindingBaseline()
    #expect(baseline.compare(bad, path: "bad.jpg", accepting: true).withoutNotes().findings.isEmpty)
  }

  @Test("Results keep their identity from run to run, and beyond the limit they are counted")
  func sarif() throws {
    var log = SARIFLog(mostResults: 3)
    let text = log.text(
      of: [(path: String, report: Validator.Report)](repeating: ("./x/../a.jpg", bad), count: 5))
    let run = try #require(
      ((try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])?["runs"]
        as? [[String: Any]])?.first)
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(results.count == 3)
    #expect(text.contains("\(5 * bad.findings.count - 3) more results were left out"))
    #expect(text.contains(#""uri":"a.jpg","uriBaseId":"%SRCROOT%""#) && text.contains(#""startLine":1"#))
    // The same findings of a file whose bytes are elsewhere.
    let moved = Validator().validate(
      data: Array(try Pictures.portrait(trailer: [UInt8](repeating: 65, count: 30)).bytes))
    var (one, other) = (SARIFLog(), SARIFLog())
    func prints(_ text: String) -> [Substring] { text.matches(of: /LineHash":"([0-9a-f]{16}:\d+)/).map(\.1) }
    let first = prints(one.results(of: bad, path: "a.jpg"))
    #expect(first.count == bad.findings.count && Set(first).count == first.count)
    #expect(prints(other.results(of: bad, path: "b.jpg")) == first)
    #expect(moved.findings.isEmpty || prints(other.results(of: moved, path: "b.jpg")) != first)
  }

  @Test("A log fits the schema, where that is there", .enabled(if: schema != nil && python != nil))
  func schemaFits() throws {
    let folder = try TemporaryFolder()
    var log = SARIFLog(version: "1.2", mostResults: 3)
    log.hasBaseline = true
    var text = log.head + log.results(of: bad, path: "bad.jpg")
    var summary = Validator.Summary()
    summary.add(bad)
    summary.passedOver.add("a b.png")
    log.end(with: summary)
    text += log.tail
    let path = try folder.write(Array(text.utf8), to: "log.sarif")
    let script = """
      import json, sys, jsonschema
      schema, log = (json.load(open(name)) for name in sys.argv[1:])
      for error in jsonschema.validators.validator_for(schema)(schema).iter_errors(log): sys.exit(error.message)
      """
    let outcome = try Program.run(try #require(Self.python), ["-c", script, try #require(Self.schema), path])
    #expect(outcome.status == 0, "\(outcome.error)")
  }

  private static let python = Program.python(with: "jsonschema")

  /// The schema of SARIF 2.1.0: that of `AUXDEPTH_SARIF_SCHEMA`, or `sarif-schema-2.1.0.json` beside the samples.
  private static let schema: String? = {
    let environment = ProcessInfo.processInfo.environment
    let folders = environment["AUXDEPTH_SAMPLES"]?.split(separator: ":").map(String.init) ?? []
    let candidates =
      [environment["AUXDEPTH_SARIF_SCHEMA"]].compactMap(\.self)
      + folders.flatMap { ["\($0)/sarif-schema-2.1.0.json", "\($0)/../formats/sarif-schema-2.1.0.json"] }
    return candidates.first { FileManager.default.fileExists(atPath: $0) }
  }()
}
