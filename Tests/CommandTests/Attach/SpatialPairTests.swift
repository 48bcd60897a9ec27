import Foundation
import TestSupport
import Testing

/// `attach --right` and `extract --eye`.
@Suite struct SpatialPairTests {
  private let work: Workplace

  init() throws {
    work = try Workplace()
    try work.folder.write(Inputs.photo(), to: "left.jpg")
    try work.folder.write(Inputs.photo(), to: "right.jpg")
  }

  private func pair(_ options: String...) throws -> Program.Outcome {
    try work.run(["attach", "left.jpg", "--right", "right.jpg", "-o", "pair.heic"] + options)
  }

  @Test func aPairGoesInAndComesOutAgain() throws {
    try work.folder.write(PFM.bytes(Inputs.metres, width: 64), to: "map.pfm")
    let made = try pair(
      "--baseline", "63.807", "--fov", "80", "--adjustment", "-0.0293", "--depth", "map.pfm", "--json")
    #expect(made.status == 0, "\(made.error)")
    let report = try JSONObject(made.text)
    #expect(report.objects("attached").count == 1)
    let info = try work.json("info", "--json", "pair.heic")
    for stereo in [report.object("stereo"), info.object("stereo")] {
      #expect(stereo?.number("baseline") == 63.807 && stereo?.number("disparityAdjustment") == -0.0293)
      #expect(abs((stereo?.number("fieldOfView") ?? 0) - 80) < 1e-5)
    }
    #expect(info.objects("auxiliary").count == 1)
    try work.succeed("validate", "--strict", "pair.heic")

    let eyes = try work.json("extract", "--eye", "both", "pair.heic", "--directory", "eyes", "--json")
    #expect(
      eyes.objects("extracted").map { $0.string("path") } == ["eyes/pair.left.heic", "eyes/pair.right.heic"])
    try work.succeed("validate", "--strict", "eyes/pair.left.heic", "eyes/pair.right.heic")
    let again = try work.json(
      "attach", "eyes/pair.left.heic", "--right", "eyes/pair.right.heic", "-o", "again.heic", "--json")
    #expect(again.object("stereo")?.number("baseline") == 63.807)
    let same = try work.json("info", "--json", "again.heic")
    #expect(same.objects("auxiliary").count == 1)
    #expect(same.object("stereo")?.number("focalLength") == info.object("stereo")?.number("focalLength"))

    for (file, container) in [("l.jpg", "jpeg"), ("l.png", "png"), ("l.heic", "heif")] {
      try work.succeed("extract", "--eye", "left", "pair.heic", "-o", file)
      let one = try work.json("info", "--json", file)
      #expect(one.string("container") == container && one.object("stereo") == nil)
      #expect(one.object("primary")?.number("width") == 64)
    }
    let jpegs = try work.succeed("extract", "--eye", "right", "pair.heic", "--format", "jpeg")
    #expect(jpegs == "./pair.right.jpg: right eye, jpeg 64x48, coded anew\n")
  }

  @Test(arguments: [("left-right", 128, 48), ("right-left", 128, 48), ("top-bottom", 64, 96)])
  func bothEyesAreOnePicture(layout: String, width: Double, height: Double) throws {
    #expect(try pair("--baseline", "60", "--fov", "70", "--adjustment", "0.02").status == 0)
    let report = try work.json(
      "extract", "pair.heic", "--eye", "both", "--layout", layout, "-o", "both.png", "--json")
    let picture = try #require(report.objects("extracted").first)
    #expect(picture.number("width") == width && picture.number("height") == height)
    #expect(picture.number("baseline") == 0.06 && picture.number("disparityAdjustment") == 0.02)
    let made = try work.json(
      "attach", "both.png", "--layout", layout, "--baseline", "60", "--fov", "70", "--adjustment", "0.02",
      "-o", "again.heic", "--json")
    #expect(made.object("stereo")?.number("baseline") == 60)
    #expect(try work.json("info", "--json", "again.heic").object("primary")?.number("width") == 64)
    try work.succeed("validate", "--strict", "again.heic")
    try work.succeed("extract", "pair.heic", "--eye", "both", "--layout", layout, "--directory", "o")
    #expect(Files.exists(work.folder.path("o/pair.\(layout).png")))
  }

  @Test func severalPairsAreFoundByTheirNames() throws {
    for name in ["a", "b"] {
      try work.folder.write(Inputs.photo(), to: "\(name).jpg")
      try work.folder.write(Inputs.photo(), to: "\(name)-r.jpg")
    }
    try work.succeed(
      "attach", "a.jpg", "b.jpg", "--right", "{stem}-r.jpg", "--baseline", "60", "--fov", "70", "--directory",
      "out")
    for name in ["a", "b"] {
      #expect(try work.json("info", "--json", "out/\(name).heic").object("stereo") != nil)
    }
    let one = try work.run("attach", "a.jpg", "b.jpg", "--right", "right.jpg", "--directory", "out")
    #expect(one.status == 64 && one.error.contains("2 left ones"))
  }

  @Test func whatIsMissingOrWrongIsSaid() throws {
    let known = ["--baseline", "60", "--fov", "70"]
    let cases: [([String], Int32, String)] = [
      (["attach", "left.jpg", "--right", "right.jpg", "-o", "o.heic"], 64, "--baseline gives it"),
      (
        ["attach", "left.jpg", "--right", "right.jpg", "-o", "o.heic", "--baseline", "60"], 64,
        "--fov gives it"
      ),
      (["attach", "left.jpg", "--right", "none.jpg", "-o", "o.heic"] + known, 66, "none.jpg: "),
      (["attach", "left.jpg", "--right", "right.jpg", "-o", "o.jpg"] + known, 64, "is HEIF"),
      (["attach", "left.jpg", "--right", "right.jpg", "--in-place"] + known, 64, "is HEIF"),
      (["attach", "left.jpg", "-o", "o.heic", "--fov", "70"], 64, "go with --right"),
      (["attach", "left.jpg", "-o", "o.jpg"], 64, "or --right"),
      (["attach", "left.jpg", "--right", "right.jpg", "-o", "o.heic", "--adjustment", "293"], 64, "-1 to 1"),
      (["attach", "left.jpg", "--right", "right.jpg", "-o", "o.heic", "--baseline", "0"], 64, "millimetres"),
      (["extract", "--eye", "left", "left.jpg", "-o", "o.heic"], 65, "no stereo pair"),
      (["extract", "--eye", "both", "left.jpg", "-o", "o.heic"], 64, "use --directory"),
      (["extract", "--eye", "left", "left.jpg", "--format", "pfm"], 64, "heic, jpeg or png"),
      (["extract", "left.jpg", "--format", "jpeg"], 64, "goes with --eye"),
      (["extract", "left.jpg", "--layout", "left-right"], 64, "--eye both"),
      (["extract", "left.jpg", "--eye", "both", "--layout", "pair"], 64, "two pictures"),
      (["attach", "left.jpg", "--layout", "left-right", "-o", "o.heic"], 64, "--baseline"),
      (["attach", "left.jpg", "--layout", "half-width", "-o", "o.heic"] + known, 64, "taken apart"),
      (
        ["attach", "left.jpg", "--layout", "left-right", "--right", "right.jpg", "-o", "o.heic"] + known, 64,
        "both"
      ),
      (["extract", "--eye", "left", "left.jpg", "--type", "disparity"], 64, "of photos"),
    ]
    for (arguments, status, text) in cases {
      let outcome = try work.run(arguments)
      #expect(outcome.status == status && outcome.error.contains(text), "\(arguments): \(outcome.error)")
    }
    #expect(!Files.exists(work.folder.path("o.heic")) && !Files.exists(work.folder.path("o.jpg")))
    #expect(try pair("--baseline", "60", "--fov", "70").status == 0)
    let twice = try work.run(
      "attach", "pair.heic", "--right", "right.jpg", "-o", "o.heic", "--baseline", "60", "--fov", "70")
    #expect(twice.status == 64 && twice.error.contains("extract --eye left takes one out"))
    let exists = try work.run("extract", "--eye", "left", "pair.heic", "-o", "left.jpg")
    #expect(exists.status == 73 && exists.error.contains("--force"))
  }
}
