import AuxImage
import AuxValidator
import AuxView
import Foundation
import TestSupport
import Testing

@Suite struct HTMLLogTests {
  private let good: Validator.Report
  private let bad: Validator.Report
  private let odd: Validator.Report

  init() throws {
    let bytes = try Pictures.portrait().bytes
    good = Validator().validate(data: bytes)
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

  @Test("The page is well-formed, needs nothing else, and has the rules in a table")
  func html() throws {
    var log = HTMLLog(version: "1.2")
    let text = log.text(of: reports)
    #expect(text.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">") && text.hasSuffix("</html>\n"))
    #expect(text.contains("a &lt;b&gt; &amp; &quot;c&quot;&#39;\\x1B\\x07.jpg"))
    for word in ["<script", "http://", "https://", "src=", "url(", "@import"] {
      #expect(!text.contains(word))
    }
    #expect(text.contains("<th scope=\"row\">JPEG-TRUNCATED</th>") && text.contains("<caption>"))
    #expect(
      text.contains("4 files, \(reports.count { $0.report.judgement == .invalid }) invalid")
        && text.contains("auxdepth 1.2"))
    for tag in ["section", "table", "ul", "li", "main", "h3", "tr", "td"] {
      let ends = text.components(separatedBy: "</\(tag)>").count
      let starts =
        text.components(separatedBy: "<\(tag)>").count + text.components(separatedBy: "<\(tag) ").count - 1
      #expect(starts == ends, "\(tag)")
    }
    #expect(text.contains("<a href=\"#JPEG-TRUNCATED\">JPEG-TRUNCATED</a>"))
    #expect(text.contains("<h3 id=\"JPEG-TRUNCATED\">") && !text.contains("id=\"HEIF-HDLR\""))
    var empty = HTMLLog()
    #expect(empty.text(of: [("good.jpg", good)]).contains("nothing was found"))
  }
}
