import AuxCodecs
import AuxImage
import AuxKernels
import TestSupport
import Testing

/// Pictures made of a photo and a map of another file.
struct RenderMapTests {
  private let work: Workplace

  init() throws {
    work = try Workplace()
    try work.folder.write(PFM.bytes(Inputs.metres, width: 64), to: "map.pfm")
    try work.folder.write(Inputs.photo(), to: "photo.jpg")
    try work.folder.write(
      Pictures.png(rgb8: Pictures.gradient(width: 64, height: 48), width: 64, height: 48), to: "photo.png")
  }

  @Test func aMapOfAFileIsAsGoodAsThePhotosOwn() throws {
    try work.succeed("attach", "photo.jpg", "-o", "own.jpg", "--depth", "map.pfm")
    try work.succeed("render", "grayscale", "own.jpg", "-o", "own.png")
    try work.succeed("render", "grayscale", "photo.jpg", "--depth", "map.pfm", "-o", "file.png")
    let (own, file) = (try gray("own.png"), try gray("file.png"))
    // The photo's own has 256 steps.
    #expect(agree(own, file) { abs(Int($0) - Int($1)) <= 2 })
    try work.succeed("render", "grayscale", "photo.png", "--depth", "map.pfm", "-o", "png.png")
    #expect(try gray("png.png").count == 64 * 48)
  }

  @Test func plainCodesAreNearness() throws {
    try work.folder.write(Inputs.png(Pictures.ramp()), to: "codes.png")
    try work.succeed("render", "grayscale", "photo.jpg", "--disparity", "codes.png", "-o", "a.png")
    guard case .uint8(let codes) = Pictures.ramp().storage else { throw CancellationError() }
    #expect(agree(try gray("a.png"), codes) { abs(Int($0) - Int($1)) <= 4 })
  }

  @Test func aMapOfTheDisplayIsTurnedBack() throws {
    try work.folder.write(Inputs.photo(orientation: 6), to: "turned.jpg")
    let shown = PixelPlane(
      width: 48, height: 64, known: .uint8((0..<64 * 48).map { UInt8($0 / 48 * 4) }))
    try work.folder.write(Inputs.png(shown), to: "shown.png")
    let refused = try work.run(
      "render", "grayscale", "turned.jpg", "--disparity", "shown.png", "--stored", "-o", "a.png")
    #expect(refused.status == 64 && refused.error.contains("without --stored it would fit"))
    try work.succeed("render", "grayscale", "turned.jpg", "--disparity", "shown.png", "-o", "a.png")
    let codes = try gray("a.png")
    // Rows get nearer downwards as displayed, and a PNG is stored as displayed.
    #expect(codes[24] < 20 && codes[63 * 48 + 24] > 235)
  }

  @Test("A focus in meters is a nearness of the map's range")
  func focusInMeters() throws {
    func focus(_ distance: String, _ options: String...) throws -> (Program.Outcome, JSONObject) {
      let outcome = try work.run(
        [
          "render", "blur", "photo.jpg", "--depth", "map.pfm", "-o", "f.png", "--force", "--json", "--focus",
          distance,
        ]
          + options)
      return (outcome, try #require(try JSONObject(outcome.text).object("focus")))
    }
    let (outcome, known) = try focus("1m")
    #expect(try abs(#require(known.number("distance")) - 1) < 1e-5 && outcome.error.isEmpty)
    for (distance, nearness, text) in [("0.2m", 1.0, "nearest"), ("80m", 0, "farthest")] {
      let (outcome, clamped) = try focus(distance)
      #expect(clamped.number("nearness") == nearness)
      #expect(
        outcome.text.contains("the map has 0.5 m to 4.5 m, and not")
          && outcome.text.contains("the \(text) is in focus"))
    }
    try work.succeed("attach", "photo.jpg", "-o", "own.jpg", "--depth", "map.pfm", "--accuracy", "relative")
    let own = try work.run("render", "mask", "own.jpg", "-o", "own.png", "--focus", "1m")
    #expect(own.status == 0 && own.error.contains("accuracy relative"), "\(own.error)")
    try work.folder.write(Inputs.png(Pictures.ramp()), to: "codes.png")
    let codes = try work.run(
      "render", "mask", "photo.jpg", "--disparity", "codes.png", "-o", "c.png", "--focus", "1m")
    #expect(codes.status == 64 && codes.error.contains("needs distances"), "\(codes.error)")
    for options in [
      ["--focus", "0m"], ["--focus", "-1m"], ["--focus", "1m", "--autofocus"],
      ["--focus", "1m", "--focus-at", "1,1"],
    ] {
      #expect(
        try work.run(["render", "mask", "own.jpg", "-o", "c.png"] + options).status == 64, "\(options)")
    }
  }

  @Test("A focal length makes the opening of an f-number that of the lens itself")
  func focalLength() throws {
    func lens(_ options: String...) throws -> JSONObject {
      let outcome = try work.run(
        [
          "render", "blur", "photo.jpg", "--depth", "map.pfm", "-o", "l.png", "--force", "--json", "--fov",
          "60",
        ]
          + options)
      return try #require(try JSONObject(outcome.text).object("lens"), "\(outcome.error)")
    }
    let real = try lens("--f-number", "2", "--focal", "50")
    #expect(real.number("aperture") == 25 && real.number("fNumber") == 2)
    try work.succeed(
      "render", "blur", "photo.jpg", "--depth", "map.pfm", "-o", "a.png", "--fov", "60", "--aperture", "25")
    #expect(try work.folder.read("a.png") == work.folder.read("l.png"))
    // As of a camera for 35 mm film with that field of view, which is 0.866 widths and 0.693 diagonals.
    let film = try #require(lens("--f-number", "2").number("aperture"))
    let expected: Double = 43.2666 * 0.6928 / 2
    #expect(abs(film - expected) < 0.01)
    let refused = [
      ["--focal", "50"], ["--focal", "50", "--aperture", "5"], ["--focal", "50", "--f-number", "2"],
      ["--focal", "0", "--f-number", "2", "--fov", "60"],
    ]
    for options in refused {
      let outcome = try work.run(
        ["render", "blur", "photo.jpg", "--depth", "map.pfm", "-o", "r.png"] + options)
      #expect(outcome.status == 64, "\(options) \(outcome.error)")
    }
  }

  @Test func badMaps() throws {
    try work.folder.write(PFM.bytes([1.5, 2, 3, 4], width: 4), to: "wide.pfm")
    let wide = try work.run("render", "mask", "photo.jpg", "--depth", "wide.pfm", "-o", "a.png")
    #expect(wide.status == 64 && wide.error.contains("4x1") && wide.error.contains("64x48"))
    try work.succeed("render", "mask", "photo.jpg", "--depth", "wide.pfm", "--stretch", "-o", "s.png")
    try work.folder.write(Inputs.png(Pictures.ramp()), to: "codes.png")
    let unclear = try work.run("render", "mask", "photo.jpg", "--depth", "codes.png", "-o", "a.png")
    #expect(unclear.status == 64 && unclear.error.contains("--near"))
    #expect(try work.run("render", "mask", "photo.jpg", "--depth", "none.pfm", "-o", "a.png").status == 66)
    #expect(
      try work.run(
        "render", "mask", "photo.jpg", "--depth", "map.pfm", "--disparity", "map.pfm", "-o", "a.png"
      ).status == 64)
    #expect(
      try work.run("render", "mask", "photo.jpg", "--near", "1", "--far", "2", "-o", "a.png").status == 64)
    let none = try work.run("render", "mask", "photo.png", "-o", "a.png")
    #expect(none.status == 65 && none.error.contains("no auxiliary images"))
    try work.folder.write(PFM.bytes([Float](repeating: .nan, count: 64 * 48), width: 64), to: "holes.pfm")
    let holes = try work.run("render", "mask", "photo.jpg", "--depth", "holes.pfm", "-o", "a.png")
    #expect(holes.status == 64 && holes.error.contains("holes.pfm: the map is nothing but holes"))
    #expect(!Files.exists(work.folder.path("a.png")))
  }

  private func gray(_ name: String) throws -> [UInt8] {
    let image = try PNGCodec.decode(work.folder.read(name))
    guard case .uint8(let codes) = image.samples, image.channels == 1 else { throw CancellationError() }
    return codes
  }
}

/// `render stereo --layout spatial`.
struct SpatialPhotoTests {
  private let work: Workplace

  init() throws {
    work = try Workplace()
    try work.folder.write(PFM.bytes(Inputs.metres, width: 64), to: "map.pfm")
    try work.folder.write(Inputs.photo(), to: "photo.jpg")
  }

  private func spatial(_ options: String...) throws -> Program.Outcome {
    try work.run(
      [
        "render", "stereo", "photo.jpg", "-o", "s.heic", "--layout", "spatial", "--depth", "map.pfm",
        "--force",
      ]
        + options)
  }

  @Test func theFileIsAValidPair() throws {
    let outcome = try spatial("--fov", "60", "--baseline", "20")
    #expect(outcome.text == "s.heic: stereo, two of 64x48, baseline 20.0 mm, field of view 60.0 degrees\n")
    let report = try work.json("info", "--json", "s.heic")
    #expect(report.string("container") == "heif" && report.objects("auxiliary").isEmpty)
    #expect(report.object("primary")?.number("width") == 64)
    try work.succeed("validate", "--strict", "s.heic")
  }

  @Test("A pair has two views already: the message says how to take them out", arguments: ["stereo", "blur"])
  func pairsHaveNoMap(_ effect: String) throws {
    _ = try spatial("--fov", "60", "--baseline", "20")
    let outcome = try work.run("render", effect, "s.heic", "-o", "again.jpg")
    #expect(outcome.status == 65 && outcome.error.contains("extract --eye both"), "\(outcome.error)")
    try work.succeed("extract", "s.heic", "--eye", "both")
  }

  @Test func theCameraIsThatOfTheCalibrationOrTheOptions() throws {
    // 32 / 0.5 pixels: 53.13 degrees over 64 pixels.
    let known = try spatial("--intrinsics", "64,64,32,24")
    #expect(known.text.contains("field of view 53.1 degrees"))
    // 4 * 0.01 of the width over f = 1 width and the disparities 1/0.5 - 1/4.5 = 1.7778: 22.5 mm.
    #expect(known.text.contains("baseline 22.5 mm"))
    #expect(try spatial("--intrinsics", "64,64,32,24", "--fov", "90").text.contains("90.0 degrees"))
  }

  @Test("A baseline makes the views of every layout", arguments: ["left-right", "anaglyph", "pair"])
  func baselines(_ layout: String) throws {
    func run(_ output: String, _ options: String...) throws -> Program.Outcome {
      try work.run(
        ["render", "stereo", "photo.jpg", "-o", output, "--layout", layout, "--depth", "map.pfm"] + options)
    }
    #expect(try run("a.png", "--fov", "60", "--baseline", "20", "--convergence", "0.2").status == 0)
    // The focal length in widths, the baseline and a quarter of the range of disparities.
    let farthest = try #require(Inputs.metres.max())
    let (focal, range) = (0.5 * 3.0.squareRoot(), 2 - 1 / Double(farthest))
    let shift = focal * 0.02 * range / 4
    #expect(try run("b.png", "--max-shift", "\(shift)", "--convergence", "0.2").status == 0)
    for suffix in layout == "pair" ? ["-left", "-right"] : [""] {
      #expect(try work.folder.read("a\(suffix).png") == work.folder.read("b\(suffix).png"))
    }
    let unknown = try run("c.png", "--baseline", "20")
    #expect(unknown.status == 64 && unknown.error.contains("needs the field of view"), "\(unknown.error)")
    #expect(try run("c.png", "--fov", "60", "--baseline", "5000").error.contains("0.5 at most"))
    try work.succeed("attach", "photo.jpg", "-o", "own.jpg", "--depth", "map.pfm", "--accuracy", "relative")
    let relative = try work.run(
      "render", "stereo", "own.jpg", "-o", "c.png", "--layout", layout, "--fov", "60", "--baseline", "20")
    #expect(relative.status == 64 && relative.error.contains("accuracy relative"), "\(relative.error)")
    #expect(try work.run("render", "blur", "own.jpg", "-o", "c.png", "--baseline", "20").status == 64)
  }

  @Test func whatIsNotKnownIsAskedFor() throws {
    let unknown = try spatial()
    #expect(unknown.status == 64 && unknown.error.contains("--fov"))
    try work.folder.write(Inputs.png(Pictures.ramp()), to: "codes.png")
    let codes = try work.run(
      "render", "stereo", "photo.jpg", "-o", "c.heic", "--layout", "spatial", "--disparity", "codes.png",
      "--fov", "60")
    #expect(codes.status == 64 && codes.error.contains("--min"))
    #expect(try spatial("--fov", "60", "--baseline", "5000").status == 64)
    #expect(try spatial("--fov", "60", "--baseline", "20", "--max-shift", "0.01").status == 64)
    #expect(try spatial("--fov", "180").status == 64)
    for baseline in ["0", "-1", "nan", "1e9"] {
      let outcome = try spatial("--fov", "60", "--baseline", baseline)
      #expect(outcome.status == 64 && outcome.error.contains("millimetres"), "\(outcome.error)")
    }
    #expect(
      try work.run(
        "render", "stereo", "photo.jpg", "-o", "c.jpg", "--layout", "spatial", "--depth", "map.pfm", "--fov",
        "60"
      ).status == 64)
    #expect(
      try work.run("render", "stereo", "photo.jpg", "-o", "c.png", "--depth", "map.pfm", "--fov", "60").status
        == 64
    )
    #expect(!Files.exists(work.folder.path("c.heic")) && !Files.exists(work.folder.path("c.jpg")))
  }
}
