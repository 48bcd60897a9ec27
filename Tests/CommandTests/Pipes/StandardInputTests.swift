import TestSupport
import Testing

/// Every command takes `-` for one of its inputs, with the same result as for the file.
@Suite struct StandardInputTests {
  private let work: Workplace

  init() throws {
    work = try Workplace()
    try work.folder.write(Pictures.portrait().bytes, to: "in.jpg")
    try work.folder.write(Inputs.photo(), to: "plain.jpg")
    try work.folder.write(PFM.bytes(Inputs.metres, width: 64), to: "d.pfm")
    try work.folder.write(Inputs.png(Pictures.ramp()), to: "matte.png")
  }

  /// Runs the program on a file, and on the same one through a pipe; both must do the same.
  @discardableResult
  private func same(
    _ file: String, _ arguments: String..., output: String? = nil,
    location: SourceLocation = #_sourceLocation
  ) throws -> Program.Outcome {
    let direct = try work.run(arguments)
    #expect(direct.status == 0, "\(arguments): \(direct.error)", sourceLocation: location)
    let written = try output.map { try work.folder.read($0) }
    if let output { try work.folder.remove(output) }
    let piped = try work.run(after: "cat \(file) |", arguments.map { $0 == file ? "-" : $0 })
    #expect(piped.status == 0, "\(arguments): \(piped.error)", sourceLocation: location)
    if let output {
      #expect(try work.folder.read(output) == written, "\(arguments)", sourceLocation: location)
    }
    return piped
  }

  @Test func photosThatAreRead() throws {
    let info = try same("in.jpg", "info", "in.jpg", "--json")
    #expect(try JSONObject(info.text).string("path") == "-")
    #expect(try JSONObject(info.text).objects("auxiliary").count == 2)
    #expect(try same("in.jpg", "info", "in.jpg").text.hasPrefix("standard input: jpeg 64x48\n"))
    #expect(try same("in.jpg", "validate", "in.jpg").text.hasPrefix("standard input (jpeg): valid"))
    #expect(try same("in.jpg", "validate", "-r", "in.jpg", "--json").text.contains(#""valid":true"#))
    try same("in.jpg", "extract", "in.jpg", "--type", "disparity", "-o", "m.png", output: "m.png")
    try same("in.jpg", "render", "grayscale", "in.jpg", "-o", "g.png", output: "g.png")
  }

  @Test func photosThatAreChanged() throws {
    try same("plain.jpg", "attach", "plain.jpg", "--depth", "d.pfm", "-o", "a.jpg", output: "a.jpg")
    try same("plain.jpg", "attach", "plain.jpg", "--depth", "d.pfm", "-o", "a.heic", output: "a.heic")
    try same("in.jpg", "remove", "in.jpg", "--type", "gainmap", "-o", "r.jpg", output: "r.jpg")
    for file in ["in.jpg", "plain.jpg"] {
      try same(
        file, "copy", "in.jpg", "plain.jpg", "--no-compare", "-o", "\(file).jpg", output: "\(file).jpg")
    }
    try same(
      "in.jpg", "copy", "plain.jpg", "--from", "in.jpg", "--no-compare", "-o", "f.jpg", output: "f.jpg")
  }

  @Test func maps() throws {
    try same("d.pfm", "attach", "plain.jpg", "--depth", "d.pfm", "-o", "a.jpg", output: "a.jpg")
    try same("matte.png", "attach", "plain.jpg", "--portrait", "matte.png", "-o", "b.jpg", output: "b.jpg")
    try same("matte.png", "attach", "plain.jpg", "--gainmap", "matte.png", "-o", "c.jpg", output: "c.jpg")
    try same("d.pfm", "convert", "d.pfm", "-o", "d.exr", output: "d.exr")
    try same("d.pfm", "convert", "d.pfm", "-o", "i.npy", "--as", "fdis", "--from", "depth", output: "i.npy")
    try same("d.pfm", "render", "mask", "plain.jpg", "--depth", "d.pfm", "-o", "m.png", output: "m.png")
  }

  @Test func dictionariesAndCalibrations() throws {
    try work.succeed("extract", "in.jpg", "--type", "disparity", "-o", "d.plist")
    try same("d.plist", "attach", "plain.jpg", "--dictionary", "d.plist", "-o", "a.jpg", output: "a.jpg")
    let calibration =
      #"{"intrinsicMatrix":[60,0,0,0,60,0,32,24,1],"intrinsicMatrixReferenceDimensions":[64,48]}"#
    try work.folder.write(Array(calibration.utf8), to: "c.json")
    try same(
      "c.json", "attach", "plain.jpg", "--depth", "d.pfm", "--calibration", "c.json", "-o", "b.jpg",
      output: "b.jpg")
  }

  /// Files of standard input are named `stdin`.
  @Test func namesOfFiles() throws {
    let extracted = try work.run(after: "cat in.jpg |", ["extract", "-", "--directory", "maps", "--json"])
    #expect(extracted.status == 0, "\(extracted.error)")
    #expect(Files.exists(work.folder.path("maps/stdin.disparity.png")))
    let removed = try work.run(after: "cat in.jpg |", ["remove", "-", "--all", "--directory", "photos"])
    #expect(removed.status == 0, "\(removed.error)")
    #expect(Files.exists(work.folder.path("photos/stdin.jpg")))
  }

  @Test func badInput() throws {
    let cases: [(String, [String], Int32, String)] = [
      (":|", ["info", "-"], 65, "auxdepth: standard input: "),
      ("echo no photo at all |", ["info", "-"], 65, "standard input: at byte 0: is no JPEG"),
      ("yes |", ["info", "-"], 65, "standard input: at byte 0: is no JPEG"),
      ("head -c 900 in.jpg |", ["extract", "-"], 65, "standard input: "),
      ("exec < .;", ["info", "-"], 66, "standard input: is a directory"),
      (
        "echo no map |", ["attach", "plain.jpg", "--depth", "-", "-o", "o.jpg"], 65,
        "plain.jpg: standard input: "
      ),
      ("echo no map |", ["convert", "-", "-o", "o.npy"], 65, "auxdepth: standard input: "),
      (
        "echo [] |", ["attach", "plain.jpg", "--depth", "d.pfm", "--calibration", "-", "-o", "o.jpg"], 65,
        "standard input"
      ),
      ("cat plain.jpg |", ["copy", "-", "plain.jpg", "-o", "o.jpg"], 65, "plain.jpg: standard input: "),
      ("yes |", ["validate", "-"], 1, ""),
    ]
    for (shell, arguments, status, text) in cases {
      let outcome = try work.run(after: shell, arguments)
      #expect(outcome.status == status, "\(shell) \(arguments): \(outcome.error)")
      #expect(outcome.error.contains(text), "\(shell) \(arguments): \(outcome.error)")
    }
    #expect(try work.folder.names == ["d.pfm", "in.jpg", "matte.png", "plain.jpg"])
  }

  /// One `-` at most on the side of the inputs.
  @Test(arguments: [
    ["info", "-", "-"], ["extract", "-", "in.jpg", "-"], ["validate", "-", "--files-from", "-"],
    ["remove", "-", "-", "--all", "--directory", "out"], ["attach", "-", "--depth", "-", "-o", "o.jpg"],
    ["attach", "in.jpg", "--depth", "-", "--sky", "-", "-o", "o.jpg"],
    ["attach", "in.jpg", "--dictionary", "-", "--dictionary", "-", "-o", "o.jpg"],
    ["attach", "in.jpg", "--depth", "-", "--calibration", "-", "-o", "o.jpg"],
    ["copy", "-", "-", "-o", "o.jpg"], ["copy", "-", "--from", "-", "-o", "o.jpg"],
    ["render", "mask", "-", "--depth", "-", "-o", "o.png"],
  ])
  func onceOnly(arguments: [String]) throws {
    let outcome = try work.run(after: "cat in.jpg |", arguments)
    #expect(
      outcome.status == 64 && outcome.error.contains("standard input can be read once"), "\(outcome.error)")
    #expect(!Files.exists(work.folder.path("o.jpg")))
  }
}
