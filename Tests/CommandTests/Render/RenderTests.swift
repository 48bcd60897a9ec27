import AuxCodecs
import AuxContainers
import AuxImage
import AuxKernels
import AuxReader
import TestSupport
import Testing

/// Pictures made of a photo and its map.
struct RenderTests {
  private let work: Workplace

  init() throws {
    work = try Workplace()
    try work.folder.write(PFM.bytes(Inputs.metres, width: 64), to: "map.pfm")
    try work.folder.write(Inputs.png(Pictures.ramp()), to: "photo.png")
    try work.folder.write(Inputs.png(Pictures.ramp()), to: "matte.png")
    try work.succeed(
      "attach", "photo.png", "-o", "photo.jpg", "--depth", "map.pfm", "--portrait", "matte.png")
  }

  @Test(arguments: ["grayscale", "mask", "spotlight", "highlight", "blur", "rosy"])
  func everyEffectInEveryFormat(effect: String) throws {
    for output in ["a.png", "a.jpg", "a.heic"] {
      let text = try work.succeed("render", effect, "photo.jpg", "-o", output, "--force", "--use-matte")
      #expect(text == "\(output): \(effect) 64x48\n")
    }
    let report = try work.json("info", "--json", "a.heic")
    #expect(report.string("container") == "heif" && report.objects("auxiliary").isEmpty)
  }

  @Test(
    "Options that the effect does not use are refused",
    arguments: [
      ["blur", "--layout", "left-right"], ["stereo", "--radius", "15"], ["stereo", "--focus=0.5"],
      ["mask", "--kernel", "disc"], ["blur", "--convergence", "0.5"],
      ["rosy", "--range", "1"], ["blur", "--loop-seconds", "4"], ["normals", "--use-matte"],
      ["blur", "--matte-type", "portrait"],
    ])
  func unusedOptions(_ arguments: [String]) throws {
    let effect = arguments[0]
    let seen = try work.run(["render", effect, "photo.jpg", "-o", "a.png"] + arguments.dropFirst())
    #expect(seen.status == 64 && seen.error.contains("--"), "\(seen.error)")
    #expect(try work.run("render", effect, "photo.jpg", "-o", "a.png").status == 0)
  }

  @Test("A matte type that is asked for and absent is an error")
  func absentMatteType() throws {
    for options in [["--use-matte"], ["--autofocus"], ["--matte-mode", "only"]] {
      let seen = try work.run(
        ["render", "blur", "photo.jpg", "-o", "a.png", "--matte-type", "hair"] + options)
      #expect(seen.status == 65 && seen.error.contains("semanticSegmentationHairMatte"), "\(seen.error)")
    }
    try work.succeed("render", "blur", "photo.jpg", "-o", "a.png", "--use-matte", "--matte-type", "portrait")
  }

  @Test func bothPicturesOfAPairOrNeither() throws {
    try work.folder.write([1], to: "p-right.png")
    let outcome = try work.run("render", "stereo", "photo.jpg", "-o", "p.png", "--layout", "pair")
    #expect(outcome.status == 73 && outcome.error.contains("p-right.png"))
    #expect(try work.folder.names.filter { $0.hasPrefix("p-") || $0.hasPrefix(".") } == ["p-right.png"])
    #expect(try work.folder.read("p-right.png") == [1])
  }

  @Test func rosyNeedsNoMapAndSaysWhatItDrops() throws {
    let samples = (0..<64 * 48).map { pixel -> UInt16 in UInt16(pixel % 251 * 257) }
    let plane = PixelPlane(width: 64, height: 48, known: .uint16(samples))
    try work.folder.write(Inputs.png(plane), to: "deep.png")
    let outcome = try work.run("render", "rosy", "deep.png", "-o", "r.png")
    #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome.error)")
    let rosy = samples.flatMap { code -> [UInt16] in [code, 0, code] }
    #expect(try PNGCodec.decode(work.folder.read("r.png")).samples == .uint16(rosy))
    let shallow = try work.run("render", "rosy", "deep.png", "-o", "r8.png", "--bits", "8")
    #expect(shallow.status == 0 && shallow.error.contains("16 bits"), "\(shallow.error)")
    guard case .uint8(let red) = try PNGCodec.decode(work.folder.read("r8.png")).samples else {
      throw CancellationError()
    }
    #expect(Array(red[..<9]) == [0, 0, 0, 1, 0, 1, 2, 0, 2])
  }

  @Test func aMatteThatIsNotThereIsSaid() throws {
    try work.succeed("remove", "photo.jpg", "-o", "bare.jpg", "--type", "portraitEffectsMatte")
    let outcome = try work.run("render", "blur", "bare.jpg", "-o", "a.png", "--use-matte")
    #expect(outcome.status == 0 && outcome.error.contains("no portraitEffectsMatte"))
    #expect(try work.run("render", "blur", "photo.jpg", "-o", "b.png", "--use-matte").error.isEmpty)
  }

  @Test func theMapsStayOnRequest() throws {
    try work.succeed("render", "blur", "photo.jpg", "-o", "a.heic", "--keep-aux")
    let types = try work.json("info", "--json", "a.heic").objects("auxiliary").map { $0.string("type") }
    #expect(types == ["disparity", "portraitEffectsMatte"])
    #expect(try work.run("render", "blur", "photo.jpg", "-o", "b.png", "--keep-aux").status == 64)
  }

  @Test func stereoLayouts() throws {
    for (layout, size) in [
      ("left-right", "128x48"), ("right-left", "128x48"), ("top-bottom", "64x96"), ("anaglyph", "64x48"),
      ("bottom-top", "64x96"), ("half-width", "64x48"), ("half-height", "64x48"),
    ] {
      let text = try work.succeed(
        "render", "stereo", "photo.jpg", "-o", "s.png", "--layout", layout, "--force", "--max-shift", "0.05")
      #expect(text == "s.png: stereo \(size)\n")
    }
    try work.succeed("render", "stereo", "photo.jpg", "-o", "p.png", "--layout", "pair")
    #expect(try work.folder.names.filter { $0.hasPrefix("p-") } == ["p-left.png", "p-right.png"])
    let mpo = ["render", "stereo", "photo.jpg", "--layout", "mpo", "-o"]
    #expect(try work.run(mpo + ["s.mpo"]).text == "s.mpo: stereo 64x48\n")
    try work.succeed("validate", "--strict", "s.mpo")
    for refused in [["a.png"], ["a"], ["a.mpo", "--container", "heic"]] {
      let outcome = try work.run(mpo + refused)
      #expect(outcome.status == 64 && outcome.error.contains("multi-picture") == (refused.count > 1))
    }
  }

  @Test func grayscaleHasOneChannelAndAsManyBitsAsAskedFor() throws {
    let map = ["--depth", "map.pfm"]
    #expect(try work.run(["render", "grayscale", "photo.jpg", "-o", "8.png"] + map).status == 0)
    #expect(
      try work.run(["render", "grayscale", "photo.jpg", "-o", "16.png", "--bits", "16"] + map).status == 0)
    let eight = try PNGCodec.decode(work.folder.read("8.png"))
    let sixteen = try PNGCodec.decode(work.folder.read("16.png"))
    #expect(eight.channels == 1 && sixteen.channels == 1)
    guard case .uint8(let few) = eight.samples, case .uint16(let many) = sixteen.samples else {
      throw CancellationError()
    }
    #expect(agree(few, many) { abs(Int($0) - (Int($1) + 128) / 257) <= 1 })
    // Each of the 111 distances has a code of its own, which 8 bits have not for all.
    #expect(Set(many).count > Set(few).count)
    #expect(
      try work.run(
        ["render", "grayscale", "photo.jpg", "-o", "n.png", "--range", "-1", "--offset", "1"] + map
      ).status == 0)
    guard case .uint8(let negative) = try PNGCodec.decode(work.folder.read("n.png")).samples else {
      throw CancellationError()
    }
    #expect(agree(few, negative) { abs(Int($0) + Int($1) - 255) <= 1 })
  }

  @Test func exifGoesAlongUprightWhereThePictureIs() throws {
    try work.folder.write(Inputs.photo(orientation: 6), to: "turned.jpg")
    for (output, orientation) in [
      ("t.jpg", 6), ("t.heic", 6), ("t.png", 1),
    ] {
      let text = try work.succeed(
        "render", "mask", "turned.jpg", "--depth", "map.pfm", "--stored", "-o", output)
      #expect(text == "\(output): mask 48x64\n")
      if output == "t.png" {
        let exif = try #require(try ImageSource(work.folder.path(output)).primaryMetadata().exif)
        #expect(try ExifBlock(exif).orientation() == .up)
      } else {
        #expect(
          try work.json("info", "--json", output).object("primary")?.number("orientation")
            == Double(orientation))
      }
    }
  }

  @Test func theSamePictureOnAnyNumberOfThreads() throws {
    for jobs in ["1", "3"] {
      try work.succeed("render", "blur", "photo.jpg", "-o", "\(jobs).png", "--jobs", jobs)
    }
    #expect(try work.folder.read("1.png") == work.folder.read("3.png"))
  }

  @Test func whatWasMadeAsJSON() throws {
    let report = try work.json("render", "blur", "photo.jpg", "-o", "a.png", "--json", "--focus-at", "3,4")
    #expect(report.string("path") == "a.png" && report.string("effect") == "blur")
    #expect(report.number("width") == 64 && report.number("radius") != nil)
    let focus = try #require(report.object("focus"))
    #expect(try #require(focus.number("distance")) > 0 && focus.string("accuracy") != nil)
    let automatic = try work.json("render", "mask", "photo.jpg", "-o", "b.png", "--json", "--autofocus")
    #expect(automatic.object("focus")?.number("nearness") != 0.75)
  }

  @Test func mattesAloneAndOverOtherPictures() throws {
    try work.succeed("remove", "photo.jpg", "-o", "matte.jpg", "--type", "disparity")
    try work.succeed("render", "matte", "matte.jpg", "-o", "m.png")
    try work.succeed(
      "render", "spotlight", "matte.jpg", "-o", "s.png", "--matte-mode", "only", "--mix", "0.5")
    try work.succeed("render", "composite", "matte.jpg", "-o", "c.png", "--background", "photo.png")
    #expect(try work.run("render", "composite", "matte.jpg", "-o", "d.png").status == 64)
    #expect(
      try work.run("render", "rosy", "matte.jpg", "-o", "d.png", "--background", "photo.png").status == 64)
    #expect(
      try work.run("render", "composite", "matte.jpg", "-o", "d.png", "--background", "no.png").status == 66)
    let without = try work.run("render", "matte", "matte.jpg", "-o", "d.png", "--matte-type", "hair")
    #expect(without.status == 65 && without.error.contains("portraitEffectsMatte"))
    #expect(try work.run("render", "mask", "photo.jpg", "-o", "d.png", "--focus-at", "64,0").status == 64)
    #expect(!Files.exists(work.folder.path("d.png")))
  }

  @Test func badRequests() throws {
    for arguments in [
      ["--focus-at", "1"], ["--focus-at", "-1,2"], ["--focus-at", "1,1", "--autofocus"], ["--mix", "1.1"],
      ["--matte-mode", "some"],
    ] {
      let outcome = try work.run(["render", "blur", "photo.jpg", "-o", "a.png"] + arguments)
      #expect(outcome.status == 64, "\(arguments)")
    }
    try work.succeed("remove", "photo.jpg", "-o", "matte.jpg", "--type", "disparity")
    let without = try work.run("render", "blur", "matte.jpg", "-o", "a.png")
    #expect(without.status == 65 && without.error.contains("portraitEffectsMatte"))
    #expect(try work.run("render", "blur", "photo.jpg", "-o", "a.gif").status == 64)
    #expect(try work.run("render", "sparkle", "photo.jpg", "-o", "a.png").status == 64)
    #expect(try work.run("render", "mask", "photo.jpg", "-o", "a.png", "--slope", "0").status == 64)
    #expect(try work.run("render", "blur", "photo.jpg", "-o", "a.png", "--radius", "nan").status == 64)
    #expect(try work.run("render", "blur", "absent.jpg", "-o", "a.png").status == 66)
    #expect(try work.run("render", "mask", "photo.jpg", "-o", "a.png", "--bits", "12").status == 64)
    #expect(try work.run("render", "blur", "photo.jpg", "-o", "a.png", "--bits", "10").status == 64)
    #expect(try work.run("render", "grayscale", "photo.jpg", "-o", "a.jpg", "--bits", "16").status == 64)
    let pair = ["render", "stereo", "photo.jpg", "-o", "a.mpo", "--layout", "mpo"]
    #expect(
      try work.run(pair + ["--bits", "16"]).status == 64 && work.run(pair + ["--bits", "8"]).status == 0)
    #expect(try work.run("render", "grayscale", "photo.jpg", "-o", "a.png", "--range", "0").status == 64)
    #expect(!Files.exists(work.folder.path("a.png")))
  }
}
