import Foundation
import TestSupport
import Testing

@Suite struct ViewTests {
  private let work: Workplace

  init() throws { work = try Workplace() }

  private func page(_ name: String) throws -> JSONObject {
    try Self.page(work.folder.read(name))
  }

  private static func page(_ bytes: [UInt8]) throws -> JSONObject {
    let html = String(decoding: bytes, as: UTF8.self)
    func contents(_ start: String) -> [String] {
      html.components(separatedBy: start).dropFirst().map { $0.components(separatedBy: "</script>")[0] }
    }
    let page = try #require(contents("id=\"auxdepth-data\">").first)
    let files = contents("<script type=\"application/json\" data-file>").joined(separator: ",")
    return try JSONObject("\(page.dropLast()),\"files\":[\(files)]}")
  }

  @Test func `A page is written, reported, and not replaced unasked`() throws {
    try work.folder.write(Pictures.portrait().bytes, to: "a.jpg")
    let text = try work.succeed("view", "a.jpg", "-o", "page.html")
    let size = try work.folder.read("page.html").count
    #expect(text == "page.html: 1 photo, \(size) bytes\n")
    #expect(try page("page.html").objects("files").count == 1)
    let again = try work.run("view", "a.jpg", "-o", "page.html")
    #expect(again.status == 73)
    #expect(again.error == "auxdepth: page.html: exists already; --force replaces it\n")
    let json = try work.json("view", "a.jpg", "-o", "page.html", "--force", "--title", "T", "--json")
    #expect(
      json.string("path") == "page.html"
        && json.number("byteCount") == Double(size - 4 + #""title":"T","#.utf8.count))
    #expect(json.objects("photos").map { $0.string("path") } == ["a.jpg"])
    #expect(json.objects("photos").first?.boolean("valid") == true)
  }

  @Test func `The page goes to standard output, and a photo comes from standard input`() throws {
    try work.folder.write(Pictures.portrait().bytes, to: "a.jpg")
    let outcome = try work.run(after: "exec < a.jpg;", ["view", "-", "-o", "-"])
    #expect(outcome.status == 0 && outcome.error.contains("\nstandard output: 1 photo, "))
    let file = try #require(try Self.page(Array(outcome.text.utf8)).objects("files").first)
    #expect(file.string("name") == "standard input" && file.objects("maps").count == 2)
    #expect(file.boolean("valid") == true)
  }

  @Test func `A file that cannot be read costs only itself`() throws {
    let portrait = try Pictures.portrait().bytes
    try work.folder.makeFolder("photos")
    try work.folder.write(portrait, to: "photos/a.jpg")
    try work.folder.write(Array(portrait.prefix(50)), to: "photos/b.jpg")
    let outcome = try work.run("view", "photos", "-r", "-o", "page.html")
    #expect(outcome.status == 1)
    #expect(
      outcome.error.contains("\nauxdepth: photos/b.jpg: ") && outcome.text.hasPrefix("page.html: 2 photos, "))
    let files = try page("page.html").objects("files")
    #expect(files.map { $0.string("name") } == ["a.jpg", "b.jpg"])
    #expect(files[0].string("failure") == nil && files[1].string("failure") != nil)
    // One file gives the status of its error.
    #expect(try work.run("view", "photos/b.jpg", "-o", "b.html").status == 65)
    #expect(try page("b.html").objects("files").count == 1)
    let missing = try work.run("view", "none.jpg", "-o", "none.html")
    #expect(missing.status == 66 && missing.error.hasPrefix("auxdepth: none.jpg: "))
    try work.folder.makeFolder("empty")
    #expect(try work.run("view", "-r", "empty", "-o", "none.html").status == 66)
    #expect(try !work.folder.names.contains("none.html"))
  }

  @Test func `A page for a frame, and photos at their own size, are options`() throws {
    try work.folder.write(Pictures.photo(width: 2600, height: 600), to: "a.jpg")
    try work.succeed("view", "a.jpg", "-o", "page.html", "--full", "--embed")
    let made = try page("page.html")
    #expect(made.boolean("embedded") == true)
    let tiles = made.objects("files").first?.object("photo")?.object("tiles")
    #expect(tiles?.number("columns") == 6 && tiles?.number("rows") == 2)
    try work.succeed("view", "a.jpg", "-o", "plain.html")
    let plain = try page("plain.html")
    #expect(
      plain.boolean("embedded") == nil
        && plain.objects("files").first?.object("photo")?.object("tiles") == nil)
  }

  @Test func `What contradicts itself is usage`() throws {
    try work.folder.write(Pictures.portrait().bytes, to: "a.jpg")
    for arguments in [
      ["a.jpg"], ["a.jpg", "-o", ""], ["a.jpg", "--compare", "-o", "page.html"],
      ["a.jpg", "a.jpg", "a.jpg", "--compare", "-o", "page.html"], ["a.jpg", "--open", "-o", "-"],
      ["-", "-", "-o", "page.html"], ["-o", "page.html"],
    ] {
      #expect(try work.run(["view"] + arguments).status == 64, "\(arguments)")
    }
    #expect(try work.folder.names == ["a.jpg"])
    try work.succeed("view", "a.jpg", "a.jpg", "--compare", "-o", "page.html")
    #expect(try page("page.html").numbers("compare") == [0, 1])
  }

  @Test func `The system shows the page, which has a folder of its own where nobody named one`() throws {
    try work.folder.write(Pictures.portrait().bytes, to: "a.jpg")
    for folder in ["bin", "tmp"] { try work.folder.makeFolder(folder) }
    // A program that prints its arguments replaces the system's.
    try work.folder.write(Array("#!/bin/sh\nprintf '%s' \"$1\" > shown\n".utf8), to: "bin/xdg-open")
    let shell = "chmod +x bin/xdg-open; export PATH=\"$PWD/bin:$PATH\" TMPDIR=\"$PWD/tmp\";"
    let named = try work.run(after: shell, ["view", "a.jpg", "--open", "-o=-page.html"])
    #expect(named.status == 0, "\(named.error)")
    #expect(String(decoding: try work.folder.read("shown"), as: UTF8.self) == "./-page.html")
    let outcome = try work.run(after: shell, ["view", "a.jpg", "--open"])
    #expect(outcome.status == 0, "\(outcome.error)")
    let shown = String(decoding: try work.folder.read("shown"), as: UTF8.self)
    #expect(shown.hasPrefix(work.folder.path("tmp/auxdepth-")) && shown.hasSuffix("/view.html"))
    #expect(outcome.text.hasPrefix("\(shown): 1 photo, "))
    #expect(try Self.page(Files.read(shown)).objects("files").count == 1)
    // Only the owner can read the page.
    let folder = String(shown.dropLast("/view.html".count))
    let mode = try FileManager.default.attributesOfItem(atPath: folder)[.posixPermissions] as? Int
    #expect(mode == 0o700)
    // A program that fails is reported; the page is there.
    try work.folder.write(Array("#!/bin/sh\nexit 3\n".utf8), to: "bin/xdg-open")
    let failed = try work.run(after: shell, ["view", "a.jpg", "--open", "-o", "kept.html"])
    #expect(failed.status == 74 && failed.error.contains("xdg-open does not show it: it ended with status 3"))
    #expect(try work.folder.names.contains("kept.html"))
    let absent = try work.run(after: "export PATH=/nowhere;", ["view", "a.jpg", "--open", "-o", "more.html"])
    #expect(absent.status == 74 && absent.error.contains("it is not installed"))
  }

  @Test(.enabled(if: Program.installed("bash") != nil))
  func `The page is the same in the sandbox and on one thread`() throws {
    try work.folder.write(Pictures.portrait().bytes, to: "a.jpg")
    try work.folder.write(Pictures.photo(), to: "b.jpg")
    try work.succeed("view", "a.jpg", "b.jpg", "-o", "1.html", "--jobs", "1")
    try work.succeed("view", "a.jpg", "b.jpg", "-o", "2.html", "--jobs", "4", "--sandbox")
    #expect(try work.folder.read("1.html") == work.folder.read("2.html"))
  }
}
