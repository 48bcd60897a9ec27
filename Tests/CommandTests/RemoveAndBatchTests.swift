import TestSupport
import Testing

@Suite struct RemoveTests {
  private let work: Workplace

  init() throws {
    work = try Workplace()
    try work.folder.write(Pictures.portrait().bytes, to: "in.jpg")
  }

  @Test func oneType() throws {
    let before = try work.folder.read("in.jpg")
    #expect(
      try work.succeed("remove", "in.jpg", "-o", "out.jpg", "--type", "gainmap", "--json") == """
        {"path":"out.jpg","container":"jpeg","primaryUnchanged":true,"removed":["hdrGainMap"]}

        """)
    let left = try work.json("info", "--json", "out.jpg").objects("auxiliary")
    #expect(left.map { $0.string("type") } == ["disparity"])
    #expect(try work.folder.read("in.jpg") == before)
  }

  @Test func all() throws {
    try work.succeed("remove", "in.jpg", "--in-place", "--all")
    #expect(try work.succeed("info", "in.jpg") == "in.jpg: jpeg 64x48, no auxiliary images\n")
    let bytes = try work.folder.read("in.jpg")
    #expect(!String(decoding: bytes, as: UTF8.self).contains("AMPF"))
  }

  @Test func absentTypes() throws {
    let none = try work.run("remove", "in.jpg", "-o", "out.jpg", "--type", "mattes", "--type", "sky")
    #expect(none.status == 65)
    #expect(
      none.error.contains("there is no matte and no semanticSegmentationSkyMatte image; there is hdrGainMap"))
    let expected = try work.run(
      "remove", "in.jpg", "-o", "out.jpg", "--type", "gainmap", "--type", "sky", "--expect", "sky")
    #expect(expected.status == 1 && expected.error.contains("semanticSegmentationSkyMatte"))
    #expect(!Files.exists(work.folder.path("out.jpg")))
    // What is there goes, and what is not makes a note.
    let some = try work.run("remove", "in.jpg", "-o", "out.jpg", "--type", "gainmap", "--type", "sky")
    #expect(some.status == 0 && some.text == "out.jpg: removed hdrGainMap\n")
    #expect(some.error.hasPrefix("auxdepth: in.jpg: note: there is no semanticSegmentationSkyMatte image; "))
  }

  @Test("A photo of several that has nothing of what is removed is written as it is, with a note")
  func absentInBatch() throws {
    try work.folder.write(Pictures.photo(), to: "plain.jpg")
    let outcome = try work.run(
      "remove", "plain.jpg", "in.jpg", "--directory", "out", "--type", "depthmap", "--type", "gainmap",
      "--json")
    #expect(outcome.status == 0)
    #expect(outcome.error.split(separator: "\n").allSatisfy { $0.hasPrefix("auxdepth: plain.jpg: note: ") })
    #expect(
      try JSONObject.lines(outcome.text).map { $0.strings("removed") } == [[], ["hdrGainMap", "disparity"]])
    #expect(try work.folder.read("out/plain.jpg") == Pictures.photo())
    #expect(try work.json("info", "--json", "out/in.jpg").objects("auxiliary").isEmpty)
  }
}

@Suite struct BatchTests {
  private let work: Workplace

  init() throws {
    work = try Workplace()
    try work.folder.write(Pictures.portrait().bytes, to: "a.jpg")
    try work.folder.write(Array("no picture".utf8), to: "bad.jpg")
    try work.folder.write(Pictures.portrait().bytes, to: "z.jpg")
  }

  @Test func infoGoesOn() throws {
    let outcome = try work.run("info", "--json", "a.jpg", "bad.jpg", "absent.jpg", "z.jpg")
    #expect(outcome.status == 1)
    let objects = try JSONObject.lines(outcome.text)
    #expect(objects.map { $0.string("path") } == ["a.jpg", "bad.jpg", "absent.jpg", "z.jpg"])
    #expect(objects.map { $0.string("code") } == [nil, "unsupported", "inputMissing", nil])
    let lines = outcome.error.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix("auxdepth: bad.jpg: ") == true)
    #expect(lines.last?.hasPrefix("auxdepth: absent.jpg: ") == true)
  }

  @Test func extractGoesOn() throws {
    let outcome = try work.run("extract", "a.jpg", "bad.jpg", "z.jpg", "--type", "disparity")
    #expect(outcome.status == 1)
    #expect(try work.folder.names.filter { $0.hasSuffix(".png") } == ["a.disparity.png", "z.disparity.png"])
  }

  @Test func removeGoesOn() throws {
    let outcome = try work.run("remove", "a.jpg", "bad.jpg", "z.jpg", "--in-place", "--all")
    #expect(outcome.status == 1)
    for name in ["a.jpg", "z.jpg"] {
      #expect(try work.json("info", "--json", name).objects("auxiliary").isEmpty)
    }
    #expect(try work.folder.read("bad.jpg") == Array("no picture".utf8))
    #expect(try work.folder.names == ["a.jpg", "bad.jpg", "z.jpg"])
  }

  /// A single input has its own exit status.
  @Test func oneFile() throws {
    #expect(try work.run("info", "bad.jpg").status == 65)
    #expect(try work.run("info", "absent.jpg").status == 66)
    #expect(try work.run("info", ".").status == 66)
  }
}
