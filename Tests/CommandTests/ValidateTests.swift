import Foundation
import TestSupport
import Testing

@Suite("auxdepth validate")
struct ValidateTests {
  private let workplace: Workplace

  init() throws {
    workplace = try Workplace()
    let portrait = try Pictures.portrait().bytes
    _ = try workplace.folder.write(portrait, to: "good.jpg")
    // A word that readers take for a default: legal, but a mistake.
    let word = try #require(portrait.firstRange(of: Array(">high<".utf8)))
    var odd = portrait
    odd.replaceSubrange(word, with: Array(">High<".utf8))
    _ = try workplace.folder.write(odd, to: "odd.jpg")
    _ = try workplace.folder.write(Array(portrait.dropLast(40)), to: "bad.jpg")
    _ = try workplace.folder.write([], to: "empty.jpg")
  }

  @Test("The exit status reports errors, and warnings with --strict")
  func status() throws {
    #expect(try workplace.run("validate", "good.jpg").status == 0)
    #expect(try workplace.run("validate", "odd.jpg").status == 0)
    #expect(try workplace.run("validate", "odd.jpg", "--strict").status == 1)
    #expect(try workplace.run("validate", "bad.jpg").status == 1)
    #expect(try workplace.run("validate", "absent.jpg").status == 66)
    #expect(try workplace.run("validate", "absent.jpg", "good.jpg").status == 1)
    #expect(try workplace.run("validate").status == 64)
  }

  @Test("One object a file, in the order of the arguments, whatever the number of jobs")
  func json() throws {
    let files = ["bad.jpg", "good.jpg", "empty.jpg", "odd.jpg", "absent.jpg"]
    let single = try workplace.run(["validate", "--json", "--jobs", "1"] + files)
    #expect(try workplace.run(["validate", "--json", "--jobs", "4"] + files).output == single.output)
    let lines = single.text.split(separator: "\n")
    #expect(lines.count == files.count)
    #expect(lines[0].hasPrefix(#"{"path":"bad.jpg","container":"jpeg","valid":false,"findings":[{"rule":""#))
    #expect(lines[1].contains(#""valid":true"#))
    #expect(lines[2].contains("FILE-OPEN") && lines[4].contains("FILE-OPEN"))
  }

  @Test("A SARIF log is one JSON object with the rules and the results")
  func sarif() throws {
    let text = try workplace.run("validate", "--format", "sarif", "bad.jpg", "odd.jpg").text
    let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(object["version"] as? String == "2.1.0")
    let run = try #require((object["runs"] as? [[String: Any]])?.first)
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(
      results.contains { $0["ruleId"] as? String == "JPEG-TRUNCATED" && $0["level"] as? String == "error" })
    #expect(
      results.contains { $0["ruleId"] as? String == "AUX-QUALITY" && $0["level"] as? String == "warning" })
  }

  @Test("Folders are looked into in the order of names, and only with --recursive")
  func folders() throws {
    #expect(try workplace.run("validate", ".").text.contains("is a directory"))
    let outcome = try workplace.run("validate", "--recursive", ".")
    let heads = outcome.text.split(separator: "\n").filter { $0.hasPrefix("./") }
    #expect(
      heads.map { $0.prefix { $0 != ":" && $0 != " " } } == [
        "./bad.jpg", "./empty.jpg", "./good.jpg", "./odd.jpg",
      ])
    #expect(outcome.status == 1)
  }

  @Test("Paths come from a list, with NUL after each where asked for")
  func lists() throws {
    _ = try workplace.folder.write(Array("good.jpg\nodd.jpg\n".utf8), to: "lines")
    _ = try workplace.folder.write(Array("good.jpg\0odd.jpg\0".utf8), to: "nuls")
    let lines = try workplace.run("validate", "--json", "--files-from", "lines")
    #expect(lines.text.split(separator: "\n").count == 2)
    #expect(try workplace.run("validate", "--json", "--files-from", "nuls", "-0").output == lines.output)
    let piped = try workplace.run(after: "exec < nuls;", ["validate", "--json", "--files-from", "-", "-0"])
    #expect(piped.output == lines.output)
    _ = try workplace.folder.write(Array("good.jpg\r\n\r\nodd.jpg\r\n".utf8), to: "windows")
    #expect(try workplace.run("validate", "--json", "--files-from", "windows").output == lines.output)
  }

  @Test("A list that is a folder, or cannot be read to its end, is an error that names it")
  func unreadableLists() throws {
    let folder = try workplace.run("validate", "good.jpg", "--files-from", ".")
    #expect(folder.status == 66 && folder.error.contains("auxdepth: .: is a directory"))
    let piped = try workplace.run(after: "exec < .;", ["validate", "--files-from", "-"])
    #expect(piped.status == 66 && piped.error.contains("is a directory"))
    #if os(Linux)
      let broken = try workplace.run("validate", "good.jpg", "--files-from", "/proc/self/mem")
      #expect(broken.status == 74 && broken.error.contains("/proc/self/mem: cannot be read any further"))
      #expect(broken.text.hasPrefix("good.jpg (jpeg): valid"))
      // The invalid photo decides.
      _ = try workplace.folder.write(Array(workplace.folder.read("good.jpg").prefix(500)), to: "cut.jpg")
      let invalid = try workplace.run("validate", "cut.jpg", "--files-from", "/proc/self/mem")
      #expect(invalid.status == 1 && invalid.error.contains("cannot be read any further"))
    #endif
  }

  @Test("Every rule is listed with its statement and its source")
  func rules() throws {
    let lines = try workplace.run("validate", "--list-rules", "--json").text.split(separator: "\n")
    #expect(lines.count > 150)
    #expect(lines.contains { $0.contains(#""rule":"HEIF-AUXC-URN","severity":"warning""#) })
  }

  @Test("A rule is explained, in either case of its letters, and one that there is not is a slip")
  func explained() throws {
    let page = try workplace.run("help", "JPEG-MPF-STALE")
    #expect(page.status == 0 && page.text.hasPrefix("JPEG-MPF-STALE: error · JPEG · since 0.1.0\n"))
    #expect(
      page.text.contains("Why it is bad: ")
        && page.text.contains("'auxdepth validate --fix' makes the repair."))
    let explained = try workplace.run("validate", "--explain", "jpeg-mpf-stale")
    #expect(explained.status == 0 && explained.text == page.text)
    let json = try workplace.run("validate", "--explain", "HEIF-HDLR", "--json").text
    #expect(
      json.contains(#""rule":"HEIF-HDLR""#) && json.contains(#""since":"0.1.0""#) && !json.contains("repair"))
    for arguments in [["help", "HEIF-HDLF"], ["validate", "--explain", "HEIF-HDLF"]] {
      let slip = try workplace.run(arguments)
      #expect(slip.status == 64 && slip.error.contains("HEIF-HDLR"), "\(slip.error)")
    }
  }
}
