import TestSupport
import Testing

/// What commands print and write is the same for any number of jobs.
@Suite("Jobs") struct JobsTests {
  private static let photos = (1...9).map { "photos/\($0).jpg" }
  /// Good and bad ones, one that is not there, one twice and by two names, and one of the same name as another.
  private static let inputs =
    photos + ["bad.jpg", "absent.jpg", "photos/3.jpg", "link.jpg", "other/3.jpg", "plain.jpg", "cut.jpg"]

  /// Returns a folder with the inputs.
  private func workplace() throws -> Workplace {
    let work = try Workplace()
    for name in ["photos", "other", "maps"] { try work.folder.makeFolder(name) }
    let portrait = try Pictures.portrait().bytes
    for path in Self.photos + ["other/3.jpg"] { try work.folder.write(portrait, to: path) }
    try work.folder.write(Array("no picture".utf8), to: "bad.jpg")
    try work.folder.write(Inputs.photo(), to: "plain.jpg")
    try work.folder.write(Array(portrait.dropLast(portrait.count / 3)), to: "cut.jpg")
    try Files.link("photos/5.jpg", at: work.folder.path("link.jpg"))
    for number in [1, 2, 3, 5, 9] {
      let metres = Inputs.metres.map { $0 + Float(number) / 8 }
      try work.folder.write(PFM.bytes(metres, width: 64), to: "maps/\(number).pfm")
    }
    return work
  }

  /// The files and the output of a run.
  private struct Result: Equatable {
    var status: Int32
    var text: String
    var error: String
    var files: [String: [UInt8]]
  }

  private func run(_ arguments: [String], jobs: Int) throws -> Result {
    let work = try workplace()
    let outcome = try work.run(arguments + ["--jobs", "\(jobs)"])
    return Result(
      status: outcome.status, text: outcome.text, error: outcome.error, files: try work.folder.allFiles)
  }

  @Test(
    "The same output, files and status for 1, 2 and 7 jobs",
    arguments: [
      ["info"] + inputs, ["info", "--json"] + inputs, ["info", "-r", "."],
      ["validate", "--headers-only"] + inputs, ["validate", "--no-sandbox", "--json"] + inputs,
      ["validate", "--format", "sarif", "-r", "."],
      ["extract", "--directory", "out"] + inputs,
      ["extract", "--json", "--expect", "sky", "--format", "npy"] + inputs,
      ["extract", "--directory", "photos", "--type", "disparity", "-r", "photos", "other"],
      ["remove", "--all", "--in-place"] + inputs,
      ["remove", "--all", "--directory", "out", "--json"] + inputs,
      ["remove", "--type", "disparity", "--directory", "photos", "--force"] + inputs,
      ["attach", "--disparity", "maps", "--replace", "--in-place"] + inputs,
      ["attach", "--depth", "maps/{stem}.pfm", "--replace", "--directory", "out", "--json"] + inputs,
      ["attach", "--sky", "maps", "--container", "heif", "--directory", "out"] + inputs,
      ["copy", "--from", "photos", "--replace", "--directory", "out"] + inputs,
      [
        "copy", "--from", "photos/{name}", "--replace", "--no-compare", "--in-place", "--json", "other/3.jpg",
        "plain.jpg",
      ],
    ])
  func same(arguments: [String]) throws {
    let one = try run(arguments, jobs: 1)
    #expect(one.status == 1 || one.status == 0, "\(one.error)")
    for jobs in [2, 7] { #expect(try run(arguments, jobs: jobs) == one, "\(jobs) jobs") }
  }

  /// The second edit of a file finds the result of the first, even by another name.
  @Test("One photo twice is edited twice", arguments: [1, 2, 7])
  func twice(jobs: Int) throws {
    let work = try workplace()
    let outcome = try work.run(
      "remove", "--type", "disparity", "--in-place", "--jobs", "\(jobs)", "photos/5.jpg", "photos/6.jpg",
      "link.jpg",
      "photos/6.jpg")
    #expect(outcome.status == 0)
    #expect(
      outcome.text == """
        photos/5.jpg: removed disparity
        photos/6.jpg: removed disparity
        link.jpg: removed nothing
        photos/6.jpg: removed nothing

        """)
    let lines = outcome.error.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix("auxdepth: link.jpg: note: there is no disparity image; ") == true)
    #expect(lines.last?.hasPrefix("auxdepth: photos/6.jpg: note: there is no disparity image; ") == true)
  }

  /// A photo that failed before its output was named has no claim to the name.
  @Test("Names are given in the order of the photos", arguments: [1, 2, 7])
  func names(jobs: Int) throws {
    let work = try workplace()
    try work.folder.write(Array("no picture".utf8), to: "3.jpg")
    let outcome = try work.run(
      "remove", "--all", "--directory", "out", "--jobs", "\(jobs)", "3.jpg", "other/3.jpg", "photos/3.jpg")
    #expect(outcome.status == 1)
    #expect(
      outcome.text
        == "out/3.jpg: removed hdrGainMap, disparity\nout/3-2.jpg: removed hdrGainMap, disparity\n")
  }

  @Test("--jobs is above 0, in every command that takes several photos or works on threads")
  func bounds() throws {
    let work = try workplace()
    for command in ["info", "validate", "extract", "remove", "attach", "copy"] {
      #expect(try work.run("help", command).text.contains("-j, --jobs <jobs>"), "\(command)")
    }
    for arguments in [
      ["info", "plain.jpg"], ["render", "grayscale", "plain.jpg", "-o", "out.png"],
      ["stream", "--color", "c.y4m", "--depth", "d.y4m", "--filter", "none", "-o", "out.y4m"],
    ] {
      let outcome = try work.run(arguments + ["--jobs", "0"])
      #expect(
        outcome.status == 64 && outcome.error.contains("--jobs needs a number above 0"), "\(outcome.error)")
    }
  }
}
