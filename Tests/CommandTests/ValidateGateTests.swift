import AuxReader
import Foundation
import TestSupport
import Testing

@Suite("auxdepth validate as a gate")
struct ValidateGateTests {
  private let workplace: Workplace

  init() throws {
    workplace = try Workplace()
    let portrait = try Pictures.portrait().bytes
    _ = try workplace.folder.write(portrait, to: "good.jpg")
    _ = try workplace.folder.write(Array(portrait.dropLast(40)), to: "bad.jpg")
    _ = try workplace.folder.write(Array("words".utf8), to: "readme.txt")
  }

  private func write(_ text: String, to name: String) throws {
    _ = try workplace.folder.write(Array(text.utf8), to: name)
  }

  @Test("Policies come from a file and from options, which go first")
  func policies() throws {
    try write(#"{"require": ["skin"], "rules": {"JPEG-TRUNCATED": "warning"}}"#, to: "policy.json")
    let asked = try workplace.run("validate", "good.jpg", "--policy", "policy.json")
    #expect(
      asked.status == 1
        && asked.text.contains("error POLICY-REQUIRE: there is no semanticSegmentationSkinMatte"))
    #expect(
      try workplace.run("validate", "good.jpg", "--policy", "policy.json", "--require", "disparity").status
        == 0)
    #expect(try workplace.run("validate", "good.jpg", "--require", "disparity,gainmap").status == 0)
    let small = try workplace.run(
      "validate", "good.jpg", "--min-size", "768x576", "--min-size", "gainmap=32x24")
    #expect(small.status == 1 && small.text.components(separatedBy: "POLICY-SIZE").count == 2)
    let ignored = try workplace.run(
      "validate", "good.jpg", "--min-size", "768x576", "--ignore", "POLICY-SIZE")
    #expect(ignored.status == 0)
    let piped = try workplace.run(
      after: #"echo '{"forbid": ["gainmap"]}' |"#, ["validate", "good.jpg", "--policy", "-"])
    #expect(piped.status == 1 && piped.text.contains("POLICY-FORBID"))
  }

  @Test("An error in a policy ends the command with its place")
  func wrong() throws {
    try write(#"{"requier": []}"#, to: "wrong.json")
    let outcome = try workplace.run("validate", "good.jpg", "--policy", "wrong.json")
    #expect(outcome.status == 64 && outcome.text.isEmpty)
    #expect(
      outcome.error.contains(
        #"auxdepth: wrong.json: requier: there is no key "requier"; did you mean "require"?"#))
    #expect(try workplace.run("validate", "good.jpg", "--policy", "absent.json").status == 66)
    try write("{", to: "wrong.json")
    #expect(try workplace.run("validate", "good.jpg", "--policy", "wrong.json").status == 65)
    let word = try workplace.run("validate", "good.jpg", "--require", "dispariti")
    #expect(
      word.status == 64
        && word.error.contains(#"--require: there is no type "dispariti"; did you mean "disparity"?"#))
    #expect(try workplace.run("validate", "good.jpg", "--ignore", "NO-RULE").status == 64)
    #expect(try workplace.run("validate", "--list-rules").text.contains("\nPOLICY-HOLES  error  any\n"))
  }

  @Test("No photo is an error, unless that is allowed; skipped files are reported")
  func empty() throws {
    try workplace.folder.makeFolder("empty")
    _ = try workplace.folder.write(Array("words".utf8), to: "empty/readme.txt")
    let nothing = try workplace.run("validate", "-r", "empty")
    #expect(nothing.status == 66)
    #expect(
      nothing.error.contains(
        "auxdepth: empty: there is no photo: 1 other file passed over (.txt); a file that is named is taken"))
    try write("", to: "list")
    #expect(try workplace.run("validate", "--files-from", "list").status == 66)
    #expect(try workplace.run("validate", "--files-from", "list", "--allow-empty").status == 0)
    #expect(try workplace.run("validate", "--allow-empty").status == 0)
    let log = try workplace.run("validate", "-r", "empty", "--format", "sarif", "--allow-empty")
    #expect(log.status == 0 && log.text.contains(#""results":["#))
    let all = try workplace.run("validate", "-r", ".")
    #expect(all.text.contains("2 files, 1 invalid") && all.text.contains("other files passed over"))
    #expect(all.text.contains("\n  error   JPEG-TRUNCATED"))
    #expect(!(try workplace.run("validate", "-r", ".", "--quiet").text.contains("passed over")))
  }

  @Test(
    "The photo's own picture is decoded where that is asked for, and else the report says that it was not")
  func ownPicture() throws {
    var photo = try Pictures.portrait().bytes
    let image = try #require(photo.firstRange(of: [0xFF, 0xDA])).upperBound + 200
    photo.replaceSubrange(image..<(image + 100), with: [UInt8](repeating: 0, count: 100))
    _ = try workplace.folder.write(photo, to: "damaged.jpg")
    let unseen = try workplace.run("validate", "damaged.jpg")
    #expect(unseen.status == 0)
    #expect(unseen.text.hasSuffix("\nthe photo's own picture was not decoded; --decode-photo does that\n"))
    #expect(try !workplace.run("validate", "damaged.jpg", "--quiet").text.contains("own picture"))
    #expect(
      try workplace.run("validate", "damaged.jpg", "good.jpg").text.contains(
        "\nthe own pictures of 2 photos were not decoded; --decode-photo does that\n"))
    let seen = try workplace.run("validate", "damaged.jpg", "--decode-photo")
    #expect(seen.status == 1 && seen.text.contains("  error FILE-PHOTO-DECODE image 1 at byte "))
    #expect(!seen.text.contains("not decoded"))
    let good = try workplace.run("validate", "good.jpg", "--decode-photo", "--json")
    #expect(good.status == 0 && !good.text.contains("FILE-PHOTO"))
    #expect(good.text.hasSuffix(",\"photoDecoded\":true}\n"))
    #expect(try workplace.run("validate", "good.jpg", "--decode-photo", "--headers-only").status == 64)
  }

  @Test("A policy covers PNG in folders too, and what is passed over is in JSON, SARIF and JUnit")
  func everyContainer() throws {
    try workplace.folder.makeFolder("photos")
    _ = try workplace.folder.write(try Pictures.portrait().bytes, to: "photos/good.jpg")
    _ = try workplace.folder.write(try Pictures.rampPNG(), to: "photos/plain.png")
    let all = ["validate", "-r", "photos"]
    let usual = try workplace.run(all + ["--json"])
    #expect(usual.status == 0)
    #expect(usual.text.hasSuffix("\n{\"path\":\"photos/plain.png\",\"passedOver\":true,\"findings\":[]}\n"))
    #expect(
      try workplace.run(all + ["--format", "junit"]).text.contains("file=\"photos/plain.png\"><skipped "))
    let log = try workplace.run(all + ["--format", "sarif"]).text
    #expect(log.contains("\"uri\":\"photos/plain.png\"") && log.contains("\"passedOver\":1"))
    let asked = try workplace.run(all + ["--require", "disparity"])
    #expect(
      asked.status == 1 && asked.text.contains("photos/plain.png (png): invalid\n  error POLICY-REQUIRE"))
    #expect(!asked.text.contains("passed over"))
    #expect(try workplace.run(all + ["--ignore", "JPEG-TRAILER"]).text.contains("1 other file passed over"))
    try write(
      #"{"require": ["disparity"], "folders": {"photos/**/*.png": {"require": null}}}"#, to: "gate.json")
    #expect(try workplace.run(all + ["--policy", "gate.json"]).status == 0)
  }

  @Test("A name that is not that of the content is a warning, unless the policy says more")
  func names() throws {
    _ = try workplace.folder.write(try Pictures.portrait().bytes, to: "photo.heic")
    let warned = try workplace.run("validate", "photo.heic")
    #expect(
      warned.status == 0
        && warned.text.contains(
          "  warning FILE-EXTENSION: the file is jpeg, and its extension .heic is that of heif")
    )
    #expect(try workplace.run("validate", "photo.heic", "--strict").status == 1)
    try write(#"{"rules": {"FILE-EXTENSION": "error"}}"#, to: "gate.json")
    #expect(try workplace.run("validate", "photo.heic", "--policy", "gate.json").status == 1)
  }

  @Test("Each form of the report is one document")
  func forms() throws {
    let junit = try workplace.run("validate", "good.jpg", "bad.jpg", "--format", "junit")
    #expect(
      junit.status == 1 && junit.text.hasPrefix("<?xml") && junit.text.contains("<failure type=\"JPEG-"))
    let html = try workplace.run("validate", "-r", ".", "--format", "html")
    #expect(
      html.status == 1 && html.text.contains("1 other file passed over") && html.text.hasSuffix("</html>\n"))
    #expect(try workplace.run("validate", "good.jpg", "--format", "junit", "--json").status == 64)
  }

  @Test("--quiet leaves good photos and notes out of SARIF and JUnit")
  func quietForms() throws {
    let portrait = try Pictures.portrait(trailer: Array("left over".utf8)).bytes
    _ = try workplace.folder.write(portrait, to: "noted.jpg")
    let files = ["good.jpg", "noted.jpg", "bad.jpg"]
    func text(_ options: String...) throws -> String {
      let outcome = try workplace.run(["validate"] + files + options)
      #expect(outcome.status == 1)
      return outcome.text
    }
    let (all, junit) = try (text("--format", "junit"), text("--format", "junit", "--quiet"))
    #expect(all.contains("tests=\"3\" failures=\"1\" errors=\"0\"") && all.contains("JPEG-TRAILER"))
    #expect(junit.contains("tests=\"1\" failures=\"1\" errors=\"0\""))
    #expect(junit.components(separatedBy: "<testcase ").count == 2 && !junit.contains("JPEG-TRAILER"))
    let (log, sarif) = try (text("--format", "sarif"), text("--format", "sarif", "--quiet"))
    #expect(log.contains(#""level":"note","message""#) && !sarif.contains(#""level":"note","message""#))
    #expect(sarif.contains(#""ruleId":"JPEG-TRUNCATED""#) && !sarif.contains(#""uri":"good.jpg""#))
    #expect(!sarif.contains("helpUri"))
    let linked = try text("--format", "sarif", "--rule-pages", "https://example.org/docs/rules")
    #expect(linked.contains(#""helpUri":"https://example.org/docs/rules/jpeg.html#jpeg-truncated""#))
  }

  @Test("Known findings do not count, and those that are gone are reported")
  func baseline() throws {
    #expect(try workplace.run("validate", "bad.jpg", "--update-baseline").status == 64)
    #expect(try workplace.run("validate", "bad.jpg", "--baseline", "known.json").status == 66)
    #expect(
      try workplace.run("validate", "bad.jpg", "--baseline", "known.json", "--update-baseline").status == 0)
    let known = try workplace.run("validate", "bad.jpg", "--baseline", "known.json")
    #expect(known.status == 0 && known.text.contains("  known error JPEG-TRUNCATED") && known.error.isEmpty)
    let json = try workplace.run("validate", "bad.jpg", "--baseline", "known.json", "--json")
    #expect(json.text.contains(#""valid":true"#) && json.text.contains(#""known":true"#))
    #expect(
      try workplace.run("validate", "bad.jpg", "--baseline", "known.json", "--require", "skin").status == 1)
    _ = try workplace.folder.write(try Pictures.portrait().bytes, to: "bad.jpg")
    let gone = try workplace.run("validate", "bad.jpg", "--baseline", "known.json", "--update-baseline")
    #expect(gone.status == 0 && gone.error.contains("note: gone: bad.jpg: JPEG-TRUNCATED"))
    #expect(try workplace.run("validate", "bad.jpg", "--baseline", "known.json").error.isEmpty)
  }

  @Test("What can be mended is, in place, and --dry-run says it before")
  func fix() throws {
    let stale = MultiPictureBytes.withStaleIndex(try Pictures.portrait().bytes)
    let path = try workplace.folder.write(stale, to: "stale.jpg")
    #expect(try workplace.run("validate", "stale.jpg").status == 1)
    let trial = try workplace.run("validate", "stale.jpg", "--fix", "--dry-run")
    #expect(
      trial.status == 1 && trial.text.contains("; would be mended: MP entry 2 names the image at bytes "))
    #expect(try Files.read(path) == stale)
    let mended = try workplace.run("validate", "stale.jpg", "--fix", "--backup")
    #expect(
      mended.status == 0 && mended.text.contains("  mended JPEG-MPF-STALE"), "\(mended.text)\(mended.error)")
    #expect(try Files.read(path + "~") == stale && Files.read(path) != stale)
    #expect(try workplace.run("validate", "stale.jpg").status == 0)
    #expect(try workplace.run("validate", "stale.jpg", "--dry-run").status == 64)
    #expect(try workplace.run("validate", "-", "--fix").status == 64)
    #expect(!mended.error.contains("C2PA") && !mended.text.contains("c2pa"))
  }

  @Test("A photo whose mending would bring another finding stays as it is, and as invalid")
  func rejectedFix() throws {
    var portrait = try Pictures.portrait()
    let last = portrait.secondaries.count - 1
    portrait.secondaries[last] = Array(portrait.secondaries[last].dropLast(2))
    let stale = MultiPictureBytes.withStaleIndex(portrait.bytes)
    let path = try workplace.folder.write(stale, to: "cut.jpg")
    let refused = try workplace.run("validate", "cut.jpg", "--fix")
    #expect(refused.status == 1 && refused.text.contains("cut.jpg (jpeg): invalid"))
    #expect(refused.error.contains("nothing is mended, since the mended file would have: "))
    #expect(try Files.read(path) == stale)
  }

  @Test("Mending a photo warns that its C2PA manifest no longer holds")
  func manifest() throws {
    var portrait = try Pictures.portrait()
    portrait.before.append(C2PABytes.jpegSegments)
    let path = try workplace.folder.write(
      MultiPictureBytes.withStaleIndex(portrait.bytes), to: "signed.jpg")
    #expect(try !workplace.run("validate", "signed.jpg", "--json").text.contains("invalidated"))
    let mended = try workplace.run("validate", "signed.jpg", "--fix", "--json")
    #expect(mended.status == 0 && mended.text.contains(#""c2pa":"invalidated""#), "\(mended.text)")
    #expect(mended.error.contains("signed.jpg: warning: the signature of the C2PA manifest no longer holds"))
    #expect(try ImageSource(path).c2paManifest != nil)
  }

  @Test("All mistakes of a policy are reported, each on a line with its place", arguments: [false, true])
  func allMistakes(_ asJSON: Bool) throws {
    let policy = #"""
      {"require": ["dispariti", "disparity", 5], "forbidMetadata": ["gps"], "minSize": "x", "calibration": 1,
       "range": {"neerest": 1, "nearest": 5, "farthest": 1}, "folders": {"../a": {}, "b/**": {"maxHoles": 2, "x": 1}}, "x": 1}
      """#
    try write(policy, to: "policy.json")
    let outcome = try workplace.run(
      ["validate", "good.jpg", "--policy", "policy.json"] + (asJSON ? ["--json"] : []))
    let places = [
      "require[0]", "require[2]", "forbidMetadata[0]", "minSize", "range.neerest", "range", "calibration",
      #"folders["../a"]"#, #"folders["b/**"].maxHoles"#, #"folders["b/**"].x"#, "x",
    ]
    #expect(outcome.status == 64)
    let lines = outcome.error.split(separator: "\n")
    #expect(lines.count == places.count, "\(outcome.error)")
    for (line, place) in zip(lines, places) {
      #expect(line.hasPrefix("auxdepth: policy.json: \(place): "), "\(line)")
    }
    if asJSON { #expect(try JSONObject.lines(outcome.text).map { $0.string("place") } == places) }
  }
}
