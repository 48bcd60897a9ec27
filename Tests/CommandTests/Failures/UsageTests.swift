import TestSupport
import Testing

/// Contradictory and impossible command lines: status 64, nothing written.
@Suite struct UsageTests {
  private static let lines: [[String]] = [
    ["nonsense"],
    ["info"],
    ["info", "--nonsense", "in.jpg"],
    ["attach", "in.jpg", "-o", "out.jpg"],
    ["attach", "in.jpg", "--portrait", "m.png"],
    ["attach", "in.jpg", "-o", "out.jpg", "--in-place", "--portrait", "m.png"],
    ["attach", "in.jpg", "-o", "out", "--portrait", "m.png"],
    ["attach", "in.jpg", "-o", "out.jpg", "--depth", "d.pfm", "--disparity", "d.pfm"],
    ["attach", "in.jpg", "-o", "out.jpg", "--depth", "d.pfm", "--as", "L008"],
    ["attach", "in.jpg", "-o", "out.jpg", "--depth", "d.pfm", "--as", "half"],
    ["attach", "in.jpg", "-o", "out.jpg", "--depth", "d.pfm", "--holes", "maybe"],
    ["attach", "in.jpg", "-o", "out.jpg", "--depth", "d.pfm", "--quality", "best"],
    ["attach", "in.jpg", "-o", "out.jpg", "--depth", "d.pfm", "--input-scale", "0"],
    ["attach", "in.jpg", "-o", "out.jpg", "--depth", "d.pfm", "--input-scale", "nan"],
    ["attach", "in.jpg", "-o", "out.jpg", "--depth", "d.pfm", "--min", "1", "--max", "2"],
    ["attach", "in.jpg", "-o", "out.jpg", "--depth", "m.png"],
    ["attach", "in.jpg", "-o", "out.jpg", "--depth", "m.png", "--near", "1"],
    ["attach", "in.jpg", "-o", "out.jpg", "--depth", "m.png", "--far", "1"],
    ["attach", "in.jpg", "-o", "out.jpg", "--depth", "m.png", "--near", "2", "--far", "1"],
    ["attach", "in.jpg", "-o", "out.jpg", "--depth", "m.png", "--near", "1", "--far", "1"],
    ["attach", "in.jpg", "-o", "out.jpg", "--depth", "m.png", "--near=-1", "--far", "1"],
    ["attach", "in.jpg", "-o", "out.jpg", "--depth", "m.png", "--near", "-1", "--far", "1"],
    ["attach", "in.jpg", "-o", "out.jpg", "--depth", "m.png", "--near", "0", "--far", "1"],
    ["attach", "in.jpg", "-o", "out.jpg", "--depth", "m.png", "--near", "nan", "--far", "1"],
    ["attach", "in.jpg", "-o", "out.jpg", "--depth", "m.png", "--near", "1", "--far", "nan"],
    ["attach", "in.jpg", "-o", "out.jpg", "--depth", "m.png", "--near", "1", "--far", "inf"],
    [
      "attach", "in.jpg", "-o", "out.jpg", "--depth", "m.png", "--near", "1", "--far", "2", "--input-scale",
      "2",
    ],
    ["attach", "in.jpg", "-o", "out.jpg", "--disparity", "m.png"],
    ["attach", "in.jpg", "-o", "out.jpg", "--disparity", "m.png", "--min", "2", "--max", "1"],
    ["attach", "in.jpg", "-o", "out.jpg", "--disparity", "m.png", "--min", "nan", "--max", "1"],
    ["attach", "in.jpg", "-o", "out.jpg", "--disparity", "m.png", "--near", "1", "--far", "2"],
    ["attach", "in.jpg", "-o", "out.jpg", "--portrait", "m.png", "--near", "1", "--far", "2"],
    ["attach", "in.jpg", "-o", "out.jpg", "--portrait", "m.png", "--aux-quality", "0"],
    ["attach", "in.jpg", "-o", "out.jpg", "--portrait", "m.png", "--aux-quality", "101"],
    ["attach", "in.jpg", "-o", "out.jpg", "--portrait", "m.png", "--primary-quality", "0"],
    ["attach", "in.jpg", "-o", "out.jpg", "--portrait", "m.png", "--gainmap-headroom", "2"],
    ["attach", "in.jpg", "-o", "out.jpg", "--gainmap", "m.png", "--gainmap-headroom", "0.5"],
    ["attach", "in.jpg", "-o", "out.jpg", "--depth", "d.pfm", "--intrinsics", "1,2,3"],
    ["attach", "in.jpg", "-o", "out.jpg", "--depth", "d.pfm", "--intrinsics", "1,2,3,x"],
    ["attach", "in.jpg", "-o", "out.jpg", "--depth", "d.pfm", "--intrinsics", "0,2,3,4"],
    [
      "attach", "in.jpg", "-o", "out.jpg", "--depth", "d.pfm", "--intrinsics", "1,2,3,4", "--calibration",
      "c.json",
    ],
    ["extract", "in.jpg", "-o", "a.png", "--directory", "."],
    ["extract", "in.jpg", "in.jpg", "-o", "a.png"],
    ["extract", "in.jpg", "--type", "nonsense"],
    ["extract", "in.jpg", "--format", "gif"],
    ["remove", "in.jpg", "-o", "out.jpg"],
    ["remove", "in.jpg", "-o", "out.jpg", "--all", "--type", "sky"],
    ["remove", "in.jpg", "--all"],
    ["remove", "in.jpg", "in.jpg", "-o", "out.jpg", "--all"],
  ]

  @Test(arguments: lines)
  func usageErrors(line: [String]) throws {
    let work = try Workplace()
    let photo = try Inputs.photo()
    try work.folder.write(photo, to: "in.jpg")
    try work.folder.write(Inputs.png(Pictures.ramp()), to: "m.png")
    try work.folder.write(PFM.bytes(Inputs.metres, width: 64), to: "d.pfm")
    let outcome = try work.run(line)
    #expect(outcome.status == 64, "\(outcome.error)")
    #expect(outcome.output.isEmpty)
    #expect(!outcome.error.isEmpty)
    #expect(try work.folder.names == ["d.pfm", "in.jpg", "m.png"])
    #expect(try work.folder.read("in.jpg") == photo)
  }

  @Test(
    "A message about a negative number names it",
    arguments: [
      ["edit", "in.jpg", "--crop", "-1,0,8,8", "-o", "out.jpg"],
      ["edit", "in.jpg", "--rotate", "-90", "-o", "out.jpg"],
      ["edit", "in.jpg", "--resize", "-50%", "-o", "out.jpg"],
      ["attach", "in.jpg", "--depth", "d.pfm", "--near", "-1", "--far", "3", "-o", "out.jpg"],
      ["attach", "in.jpg", "--depth", "d.pfm", "--resize", "64x64x", "-o", "out.jpg"],
    ])
  func negativeNumbers(line: [String]) throws {
    let work = try Workplace()
    try work.folder.write(Inputs.photo(), to: "in.jpg")
    try work.folder.write(PFM.bytes(Inputs.metres, width: 64), to: "d.pfm")
    let outcome = try work.run(line)
    let value = try #require(
      line.first { $0.hasPrefix("-") && $0.dropFirst().first?.isNumber == true || $0.hasSuffix("x") })
    #expect(outcome.status == 64 && outcome.error.contains(value), "\(outcome.error)")
    #expect(!outcome.error.contains("Missing value"))
  }

  @Test("The flag -0 stays a flag")
  func nullFlag() throws {
    let work = try Workplace()
    try work.folder.write(Inputs.photo(), to: "in.jpg")
    try work.folder.write(Array("in.jpg\0".utf8), to: "list")
    #expect(try work.run("validate", "--files-from", "list", "--quiet", "-0").status == 0)
  }

  @Test func helpAndVersion() throws {
    let work = try Workplace()
    for command in [[], ["info"], ["attach"], ["extract"], ["remove"]] {
      let outcome = try work.run(command + ["--help"])
      #expect(outcome.status == 0 && outcome.text.contains("USAGE: auxdepth") && outcome.error.isEmpty)
    }
    let version = try work.run("--version")
    let number = version.text.split(separator: "\n").first?.split(separator: " ").last ?? ""
    #expect(version.status == 0 && number.split(separator: ".").count == 3)
  }

  /// The typed word is repeated, without anything that a terminal obeys.
  @Test(
    arguments: [
      ["info", "-\u{1B}[31mphoto.jpg"],
      ["info", "in.jpg", "--\u{1B}[31m"],
      ["\u{1B}[31m"],
      ["attach", "in.jpg", "--depth", "d.pfm", "--near", "\u{1B}[31m"],
      ["attach", "in.jpg", "--depth", "d.pfm", "--jobs=\u{1B}]0;title\u{07}"],
      ["render", "\u{1B}[2J", "in.jpg"],
      ["convert", "d.pfm", "--as", "\u{9B}31m", "-o", "x.npy"],
      ["help", "\u{1B}[31m"],
    ])
  func whatWasTypedIsEscaped(_ line: [String]) throws {
    let work = try Workplace()
    let outcome = try work.run(line)
    #expect(outcome.status == 64, "\(outcome.error)")
    for text in [outcome.text, outcome.error] {
      let commands = text.unicodeScalars.filter { $0.properties.generalCategory == .control && $0 != "\n" }
      #expect(commands.isEmpty, "\(line): \(text.debugDescription)")
    }
    #expect(outcome.error.contains("\\x"), "\(outcome.error)")
  }
}
