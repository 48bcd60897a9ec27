import TestSupport
import Testing

/// Errors that name what to do, of calls that a user is likely to make.
@Suite("Errors name a way on") struct WayOnTests {
  private let work: Workplace

  init() throws {
    work = try Workplace()
    try work.folder.write(Inputs.photo(), to: "plain.jpg")
    try work.folder.write(PFM.bytes(Inputs.metres, width: 64), to: "z.pfm")
    try work.folder.write(Pictures.rampPNG(), to: "ramp.png")
    try work.succeed(
      "attach", "plain.jpg", "--depth", "z.pfm", "--portrait", "ramp.png", "-o", "photo.heic")
  }

  @Test(
    "A command line, its status and what the message says",
    arguments: [
      (["extract", "photo.heic", "--type", "portrait", "-o", "p.ply"], 64, "not of portraitEffectsMatte"),
      (["convert", "z.pfm", "-o", "z.jpg"], 64, "must end in .png, .pfm, .npy, .tiff, .exr, .raw or .ply"),
      (
        ["convert", "photo.heic", "-o", "z.exr"], 65, "is a photo (heif), and no map file; extract takes maps"
      ),
      (["attach", "plain.jpg", "--depth", "plain.jpg", "-o", "o.jpg"], 65, "the map has colour"),
      (
        ["attach", "plain.jpg", "--depth", "ramp.png", "--near", "12", "--far", "1", "-o", "o.jpg"], 64,
        "--white-near"
      ),
      (["info", "-j", "-1", "plain.jpg"], 64, "--jobs needs a number above 0"),
      (
        ["attach", "photo.heic", "--disparity", "ramp.png", "--replace", "-o", "o.jpg"], 64, "--min and --max"
      ),
      (["attach", "plain.jpg", "--depth", "z.pfm", "--input-unit", "km", "-o", "o.jpg"], 64, "'mm'"),
    ] as [([String], Int32, String)])
  func messages(arguments: [String], status: Int32, text: String) throws {
    let outcome = try work.run(arguments)
    #expect(outcome.status == status && outcome.error.contains(text), "\(outcome.status) \(outcome.error)")
  }

  @Test("The range of the photo's own map is named where a map file lost it")
  func lostRange() throws {
    let own = try #require(work.json("info", "photo.heic", "--json").objects("auxiliary").first)
    let outcome = try work.run("attach", "photo.heic", "--disparity", "ramp.png", "--replace", "-o", "o.heic")
    for end in ["floatMin", "floatMax"] {
      #expect(outcome.error.contains("\(try #require(own.number(end)))"), "\(outcome.error)")
    }
  }

  @Test("Photos without maps are no failure of a batch, whatever notes they have")
  func plainPhotos() throws {
    try work.folder.makeFolder("set")
    try work.folder.write(Inputs.photo() + [UInt8](repeating: 7, count: 64), to: "set/a.jpg")
    try work.folder.write(Inputs.photo(), to: "set/b.jpg")
    let outcome = try work.run("extract", "-r", "set", "--directory", "maps")
    #expect(outcome.status == 0, "\(outcome.error)")
  }

  @Test("A rendered picture's size is that as displayed")
  func displayedSize() throws {
    try work.folder.write(Inputs.photo(orientation: 6), to: "turned.jpg")
    for output in ["a.jpg", "a.png"] {
      let report = try work.json(
        "render", "mask", "turned.jpg", "--depth", "z.pfm", "--stored", "-o", output, "--json")
      #expect(report.number("width") == 48 && report.number("height") == 64)
    }
  }
}
