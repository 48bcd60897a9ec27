import AuxImage
import AuxReader
import AuxValidator
import AuxView
import TestSupport
import Testing

@Suite struct HTMLLogTests {
  private let folder: TemporaryFolder
  private let good: Validator.Report
  private let bad: Validator.Report

  init() throws {
    folder = try TemporaryFolder()
    let bytes = try Pictures.portrait().bytes
    good = Validator().validate(data: bytes).withoutNotes()
    bad = Validator().validate(data: Array(bytes.dropLast(60))).withoutNotes()
    try #require(good.judgement == .valid && bad.judgement == .invalid)
  }

  private func content(_ reports: [(path: String, report: Validator.Report)], _ log: HTMLLog = HTMLLog())
    throws
    -> PageContent
  {
    var log = log
    return try PageContent(Array(log.text(of: reports).utf8))
  }

  @Test func `The page lists files with findings, and has the totals and the rules`() throws {
    let odd = "a <b> & \"c\"'\u{1B}\u{7}</script>.jpg"
    let page = try content(
      [("good.jpg", good), (odd, bad), ("\u{10FF89}.jpg", bad)], HTMLLog(version: "1.2"))
    #expect(page.html.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">") && page.html.hasSuffix("</html>\n"))
    for word in ["src=\"http", "@import", "\u{1B}"] { #expect(!page.html.contains(word)) }
    #expect(page["generator"] as? String == "auxdepth 1.2")
    // A byte that is no text is what it was in the second name: it is there in base64, too.
    #expect(page.files.first?.string("path") == odd && page.files.count == 2)
    #expect(page.files.last?.string("pathBytes") == "iS5qcGc=")
    for file in page.files {
      #expect(file["valid"] as? Bool == false)
      let findings = file.objects("findings")
      #expect(findings.map { $0.string("message") } == bad.findings.map(\.message))
      #expect(findings.map { $0.string("rule") } == bad.findings.map(\.rule))
    }
    let rules = try #require(page.object("rules"))
    #expect(Set(rules.members.keys) == Set(bad.findings.map(\.rule)))
    for rule in rules.members.keys { #expect(rules.object(rule)?.string("statement")?.isEmpty == false) }
    let summary = try #require(page.object("summary"))
    #expect(summary.string("text")?.hasPrefix("3 files, 2 invalid") == true && summary.integer("valid") == 1)
    let rows = summary.objects("rules")
    #expect(rows.allSatisfy { $0.integer("files") == 2 } && rows.count == Set(bad.findings.map(\.rule)).count)
    let empty = try content([("good.jpg", good)])
    #expect(empty.files.isEmpty && empty.object("summary")?.string("text")?.contains("0 invalid") == true)
  }

  @Test func `Pictures are those of files that can be read, and no more than so many`() throws {
    var portrait = try Pictures.portrait()
    // The last bytes of the scan of a gain map.
    let end = portrait.secondaries[0].count - 2
    portrait.secondaries[0].replaceSubrange(end - 60..<end, with: repeatElement(0x55, count: 60))
    for name in ["a.jpg", "b.jpg", "c.jpg"] { try folder.write(portrait.bytes, to: name) }
    try folder.write([1, 2, 3], to: "none.jpg")
    let names = ["none.jpg", "a.jpg", "b.jpg", "c.jpg"].map { "\(folder.path)/\($0)" }
    var log = HTMLLog()
    log.mostPictures = 2
    let page = try content(names.map { ($0, Validator().validate(path: $0)) }, log)
    #expect(page.files.count == 4)
    #expect(page.files.map { $0.object("photo")?.string("thumbnail") != nil } == [false, true, true, false])
    #expect(page.files.map { $0.maps.first?.string("thumbnail") != nil } == [false, true, true, false])
    #expect(page.object("summary")?.string("pictures")?.contains("first 2 files") == true)
  }

  @Test func `What was passed over, and what could not be judged, is on the page`() throws {
    var summary = Validator.Summary()
    summary.add(good)
    for number in 0..<1003 { summary.passedOver.add("a/<\(number)>.png") }
    var log = HTMLLog()
    let head = log.head
    let results = log.results(of: good, path: "good.jpg")
    log.end(with: summary)
    let page = try PageContent(Array((head + results + log.tail).utf8))
    let passedOver = try #require(page.object("summary")?.object("passedOver"))
    #expect(passedOver.integer("count") == 1003 && (passedOver["paths"] as? [String])?.count == 1000)
    #expect((passedOver["paths"] as? [String])?[7] == "a/<7>.png")
    #expect(page.object("summary")?.string("undecoded") == "the photo's own picture was not decoded")
  }

  @Test func `A report of ten thousand files grows with those that have findings`() throws {
    var log = HTMLLog()
    var count = log.head.utf8.count
    for number in 0..<10_000 {
      count += log.results(of: number % 100 == 0 ? bad : good, path: "\(number).jpg").utf8.count
    }
    #expect(count + log.tail.utf8.count < 1_000_000)
  }
}
