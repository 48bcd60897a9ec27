import TestSupport
import Testing

/// Sentences that people new to the program read first.
@Suite struct WordingTests {
  private let work: Workplace

  init() throws {
    work = try Workplace()
    try work.folder.write(Pictures.portrait().bytes, to: "in.jpg")
  }

  @Test("A folder without -r is an error that names -r", arguments: ["info", "validate"])
  func folders(command: String) throws {
    let outcome = try work.run(command, ".")
    #expect(outcome.status != 0)
    #expect(outcome.error.contains("-r looks into folders"), "\(outcome.error)")
    #expect(try work.run(command, "-r", ".").status == 0)
  }

  @Test("Commands that look into no folders do not name -r")
  func foldersOfOthers() throws {
    let outcome = try work.run("render", "blur", ".", "-o", "out.png")
    #expect(outcome.status != 0 && !outcome.error.contains("-r"), "\(outcome.error)")
  }

  @Test func jobsMayBeJoined() throws {
    #expect(try work.succeed("info", "-j2", "in.jpg") == work.succeed("info", "-j", "2", "in.jpg"))
    #expect(try work.run("info", "-j0", "in.jpg").status == 64)
  }

  @Test("Removing a manifest that is not there removes nothing, in words")
  func nothingRemoved() throws {
    #expect(
      try work.succeed("remove", "in.jpg", "--strip", "c2pa", "-o", "out.jpg") == "out.jpg: removed nothing\n"
    )
  }

  @Test("A headroom has four digits for people, and all of them in JSON")
  func headroom() throws {
    try work.folder.write(Pictures.rampPNG(), to: "map.png")
    try work.succeed(
      "attach", "in.jpg", "-o", "out.heic", "--gainmap", "map.png", "--replace", "--gainmap-form", "iso",
      "--gainmap-headroom", "3.4822022531844965")
    let text = try work.succeed("info", "out.heic")
    #expect(text.contains("headroom 3.482,"), "\(text)")
    #expect(try work.succeed("info", "--json", "out.heic").contains("3.48220"))
  }

  @Test("The output says if a map is written as another quantity than its type")
  func quantities() throws {
    let command = ["extract", "in.jpg", "--type", "disparity"]
    #expect(
      try work.run(command + ["--as", "fdep", "-o", "back.pfm"]).text
        == "back.pfm: disparity, as depth in metres\n")
    #expect(try work.run(command + ["--as", "fdis", "-o", "same.pfm"]).text == "same.pfm: disparity\n")
  }
}
