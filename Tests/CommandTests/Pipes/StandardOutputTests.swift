import Foundation
import TestSupport
import Testing

/// `-o -` writes what would be the file, whole, to standard output, and the report to standard error.
@Suite struct StandardOutputTests {
  private let work: Workplace

  init() throws {
    work = try Workplace()
    try work.folder.write(Pictures.portrait().bytes, to: "in.jpg")
    try work.folder.write(Inputs.photo(), to: "plain.jpg")
    try work.folder.write(PFM.bytes(Inputs.metres, width: 64), to: "d.pfm")
    try work.folder.write(Inputs.png(Pictures.ramp()), to: "photo.png")
  }

  private static let commands: [([String], String)] = [
    (["attach", "plain.jpg", "--depth", "d.pfm"], "jpg"),
    (["attach", "plain.jpg", "--depth", "d.pfm", "--container", "heif"], "heic"),
    (["attach", "photo.png", "--depth", "d.pfm", "--stretch", "--container", "heic"], "heic"),
    (["attach", "plain.jpg", "--depth", "d.pfm", "--container", "dng"], "dng"),
    (["copy", "in.jpg", "plain.jpg", "--no-compare"], "jpg"),
    (["remove", "in.jpg", "--all"], "jpg"),
    (["extract", "in.jpg", "--type", "disparity"], "png"),
    (["extract", "in.jpg", "--type", "disparity", "--format", "plist"], "plist"),
    (["extract", "in.jpg", "--type", "disparity", "--format", "exr"], "exr"),
    (["convert", "d.pfm"], "pfm"),
    (["convert", "d.pfm", "--format", "npy", "--from", "depth", "--as", "fdis"], "npy"),
    (["render", "grayscale", "in.jpg"], "jpg"),
    (["render", "grayscale", "in.jpg", "--container", "png"], "png"),
    (["render", "stereo", "in.jpg", "--layout", "spatial", "--fov", "60"], "heic"),
  ]

  @Test(arguments: commands)
  func theFileItself(command: (arguments: [String], suffix: String)) throws {
    let file = "file.\(command.suffix)"
    let direct = try work.run(command.arguments + ["-o", file])
    #expect(direct.status == 0 && !direct.output.isEmpty, "\(direct.error)")
    let piped = try work.run(command.arguments + ["-o", "-"])
    #expect(piped.status == 0, "\(piped.error)")
    #expect(try piped.output == work.folder.read(file))
    #expect(piped.error.contains(direct.text.replacingOccurrences(of: file, with: "standard output")))
    #expect(try work.folder.names.filter { $0 == "-" || $0.contains("tmp") }.isEmpty)
  }

  @Test(arguments: commands.filter { $0.0[0] != "render" })
  func reportsAsJSON(command: (arguments: [String], suffix: String)) throws {
    let outcome = try work.run(command.arguments + ["-o", "-", "--json"])
    #expect(outcome.status == 0, "\(outcome.error)")
    let line = try #require(outcome.error.split(separator: "\n").last { $0.hasPrefix("{") })
    #expect(
      try JSONObject(String(line)).string("path") == (command.arguments[0] == "extract" ? "in.jpg" : "-"))
    #expect(outcome.output.first != UInt8(ascii: "{"))
  }

  @Test func quietIsQuiet() throws {
    for arguments in [
      ["attach", "plain.jpg", "--depth", "d.pfm", "--input-unit", "m"],
      ["extract", "in.jpg", "--type", "disparity"], ["remove", "in.jpg", "--all"],
    ] {
      let outcome = try work.run(arguments + ["-o", "-", "--quiet"])
      #expect(outcome.status == 0 && outcome.error.isEmpty && !outcome.output.isEmpty, "\(outcome.error)")
    }
  }

  @Test(arguments: [
    ["attach", "photo.png", "--depth", "d.pfm", "--stretch", "-o", "-"], ["extract", "in.jpg", "-o", "-"],
    ["remove", "in.jpg", "--all", "-o", "-", "--container", "heif"],
    ["remove", "in.jpg", "plain.jpg", "--all", "-o", "-"], ["remove", "-", "--all", "--in-place"],
    ["render", "stereo", "in.jpg", "--layout", "pair", "-o", "-"],
    ["render", "grayscale", "in.jpg", "-o", "-", "--bits", "16"],
    ["render", "blur", "in.jpg", "-o", "-", "--container", "dng"],
    ["convert", "d.pfm", "-o", "-", "--format", "npz"],
    ["attach", "plain.jpg", "--sky", "photo.png", "-o", "-", "--in-place"],
    ["attach", "plain.jpg", "--depth", "d.pfm", "--in-place", "--container", "heif"],
  ])
  func refusals(arguments: [String]) throws {
    let outcome = try work.run(arguments)
    #expect(outcome.status == 64 && outcome.output.isEmpty && !outcome.error.isEmpty, "\(outcome.error)")
  }

  /// Nothing comes before all is known to be right.
  @Test func nothingHalf() throws {
    let bytes = Array(try Inputs.photo().dropLast(400))
    try work.folder.write(bytes, to: "cut.jpg")
    let outcome = try work.run("attach", "plain.jpg", "--depth", "absent.exr", "-o", "-")
    #expect(outcome.status == 66 && outcome.output.isEmpty)
    let coded = try work.run("attach", "cut.jpg", "--depth", "d.pfm", "-o", "-", "--container", "heif")
    #expect(coded.status != 0 && coded.output.isEmpty)
  }

  /// A photo longer than what a pipe holds, for a reader that wants little of it.
  @Test func aReaderThatGoesAway() throws {
    let comments = (0..<10).flatMap { _ in JPEGBytes.segment(0xFE, [UInt8](repeating: 1, count: 60_000)) }
    try work.folder.write(JPEGBytes.soi + comments + (try Inputs.photo())[2...], to: "big.jpg")
    let command =
      #""$0" attach big.jpg --depth d.pfm -o - 2>err | head -c 10 > head; echo ${PIPESTATUS[0]}; exit;"#
    let signalled = try work.run(after: command, [])
    // Whoever runs the tests may have them ignore the signal.
    #expect(["141\n", "74\n"].contains(signalled.text))
    let ignored = try work.run(after: "trap '' PIPE; " + command, [])
    #expect(ignored.text == "74\n")
    #expect(
      String(decoding: try work.folder.read("err"), as: UTF8.self).contains("standard output: cannot write"))
    let report = #""$0" info in.jpg 2>err | true; echo ${PIPESTATUS[0]}; exit;"#
    #expect(["0\n", "74\n"].contains(try work.run(after: "trap '' PIPE; " + report, []).text))
  }

  /// A disk that is full is an error, whether photos or reports go there.
  @Test(.enabled(if: Files.exists("/dev/full"), "there is no /dev/full"))
  func aFullDisk() throws {
    for arguments in [
      ["attach", "plain.jpg", "--depth", "d.pfm", "-o", "-"], ["info", "in.jpg"], ["validate", "in.jpg"],
      ["extract", "in.jpg", "--directory", "maps", "--force"], ["convert", "d.pfm", "-o", "-"],
    ] {
      let outcome = try work.run(after: #""$0" "$@" > /dev/full; exit;"#, arguments)
      #expect(outcome.status == 74, "\(arguments): \(outcome.error)")
      #expect(outcome.error.contains("standard output: cannot write: No space left"), "\(outcome.error)")
    }
  }

  /// What people do not want to see does not go to their terminal.
  @Test(.enabled(if: Program.installed("script") != nil, "script is not installed"))
  func terminals() throws {
    let command = "script -qec \"'$0' attach plain.jpg --depth d.pfm -o -\" /dev/null; exit $?;"
    let outcome = try work.run(after: command, [])
    #expect(outcome.status == 64 && outcome.text.contains("standard output is a terminal"), "\(outcome.text)")
  }
}
