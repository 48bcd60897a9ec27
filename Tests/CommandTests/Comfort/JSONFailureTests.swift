import TestSupport
import Testing

/// With `--json`, each failure is an object on standard output as well.
@Suite struct JSONFailureTests {
  private let work: Workplace

  init() throws {
    work = try Workplace()
    try work.folder.write(Pictures.portrait().bytes, to: "in.jpg")
    try work.folder.write(Array("no photo".utf8), to: "bad.jpg")
    try work.folder.write(PFM.bytes(Inputs.metres, width: 64), to: "map.pfm")
  }

  /// Commands with one failing input, with its name and the code.
  private static let failures: [(arguments: [String], path: String, code: String, status: Int32)] = [
    (["info", "none.jpg"], "none.jpg", "inputMissing", 66),
    (["info", "bad.jpg"], "bad.jpg", "unsupported", 65),
    (["attach", "bad.jpg", "--depth", "map.pfm", "-o", "out.jpg"], "bad.jpg", "unsupported", 65),
    (["attach", "in.jpg", "--depth", "map.pfm", "-o", "out.jpg"], "in.jpg", "usage", 64),
    (["attach", "in.jpg", "--portrait", "none.png", "-o", "out.jpg"], "in.jpg", "inputMissing", 66),
    (["extract", "in.jpg", "--type", "skin"], "in.jpg", "missingImage", 65),
    (["extract", "in.jpg", "--expect", "skin", "-o", "out.png"], "in.jpg", "missingImage", 1),
    (["convert", "none.pfm", "-o", "out.png"], "none.pfm", "inputMissing", 66),
    (["copy", "in.jpg", "bad.jpg", "-o", "out.jpg"], "bad.jpg", "unsupported", 65),
    (["remove", "bad.jpg", "--all", "-o", "out.jpg"], "bad.jpg", "unsupported", 65),
    (["render", "blur", "bad.jpg", "-o", "out.jpg"], "bad.jpg", "unsupported", 65),
    (["remove", "in.jpg", "--all", "-o", "map.pfm/out.jpg"], "in.jpg", "cannotCreate", 73),
  ]

  @Test(arguments: failures.indices) func everyCommand(index: Int) throws {
    let (arguments, path, code, status) = Self.failures[index]
    let outcome = try work.run(arguments + ["--json"])
    #expect(outcome.status == status, "\(arguments): \(outcome.error)")
    let objects = try JSONObject.lines(outcome.text).filter { $0.string("code") != nil }
    #expect(objects.count == 1, "\(arguments): \(outcome.text)")
    let failure = try #require(objects.first)
    #expect(failure.string("path") == path && failure.string("code") == code, "\(outcome.text)")
    #expect(outcome.error.contains(try #require(failure.string("message"))), "\(outcome.error)")
  }

  /// One photo that fails costs the others nothing, and each is one line.
  @Test func amongOthers() throws {
    let objects = try JSONObject.lines(work.run("info", "--json", "in.jpg", "bad.jpg", "in.jpg").text)
    #expect(objects.map { $0.string("path") } == ["in.jpg", "bad.jpg", "in.jpg"])
    #expect(objects.map { $0.string("code") } == [nil, "unsupported", nil])
    #expect(objects[1].number("offset") == 0)
  }

  @Test func remediesAreThoseOfTheCommandLine() throws {
    let outcome = try work.run("remove", "in.jpg", "--all", "-o", "bad.jpg", "--json")
    #expect(try JSONObject(outcome.text).string("remedy") == "--force replaces it", "\(outcome.text)")
  }

  @Test(arguments: [
    ["info", "--json", "--nonsense", "in.jpg"], ["attach", "in.jpg", "--json"], ["info", "--json"],
    ["extract", "--format", "gif", "--json", "in.jpg"],
  ])
  func usage(_ arguments: [String]) throws {
    let outcome = try work.run(arguments)
    #expect(outcome.status == 64)
    #expect(try JSONObject(outcome.text).string("code") == "usage", "\(outcome.text)")
    #expect(try work.run(arguments.filter { $0 != "--json" }).text.isEmpty)
  }

  /// Where the result would be standard output, so that reports go to standard error, failures do.
  @Test func besideAResult() throws {
    let outcome = try work.run("attach", "bad.jpg", "--depth", "map.pfm", "-o", "-", "--json")
    #expect(
      outcome.status == 65 && outcome.output.isEmpty && outcome.error.contains(#""code":"unsupported""#))
  }
}
