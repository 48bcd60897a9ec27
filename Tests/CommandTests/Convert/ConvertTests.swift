import AuxKernels
import AuxMaps
import Foundation
import TestSupport
import Testing

/// `convert`, and the options by which `attach` takes other map files.
struct ConvertTests {
  private let work: Workplace

  init() throws {
    work = try Workplace()
    try work.folder.write(PFM.bytes(Inputs.metres, width: 64), to: "map.pfm")
    try work.folder.write(Inputs.png(Pictures.ramp()), to: "photo.png")
  }

  @Test(arguments: ["npy", "tiff", "exr", "pfm"])
  func floatsGoRoundEveryKind(kind: String) throws {
    try work.succeed("convert", "map.pfm", "-o", "a.\(kind)", "--force")
    try work.succeed("convert", "a.\(kind)", "-o", "back.pfm")
    #expect(try PFM.values(work.folder.read("back.pfm")) == PFM.values(work.folder.read("map.pfm")))
  }

  @Test func rawNeedsALayout() throws {
    try work.succeed("convert", "map.pfm", "-o", "a.raw")
    let refused = try work.run("convert", "a.raw", "-o", "back.pfm")
    #expect(refused.status == 65 && refused.error.contains("known kind"))
    try work.succeed("convert", "a.raw", "-o", "back.pfm", "--size", "64x48", "--pixel-format", "fdep")
    #expect(try PFM.values(work.folder.read("back.pfm")) == PFM.values(work.folder.read("map.pfm")))
    let wrong = try work.run(
      "convert", "a.raw", "-o", "b.pfm", "--size", "64x47", "--pixel-format", "fdep")
    #expect(wrong.status == 65 && !Files.exists(work.folder.path("b.pfm")))
  }

  @Test func depthBecomesDisparity() throws {
    try work.succeed("convert", "map.pfm", "-o", "d.pfm", "--from", "depth", "--as", "fdis")
    let (metres, disparities) = (
      try PFM.values(work.folder.read("map.pfm")), try PFM.values(work.folder.read("d.pfm"))
    )
    #expect(agree(metres, disparities) { abs(1 / $0 - $1) <= 1e-6 })
  }

  @Test func sizesChange() throws {
    let report = try work.json(
      "convert", "map.pfm", "-o", "small.pfm", "--from", "depth", "--resize", "half", "--json")
    #expect(report.number("width") == 32 && report.number("height") == 24)
    let metres = try PFM.values(work.folder.read("map.pfm"))
    let small = try PFM.values(work.folder.read("small.pfm"))
    #expect(small.min()! >= metres.min()! && small.max()! <= metres.max()!)
  }

  /// Other programs take numbers for metres, and few files can tell them otherwise.
  @Test(arguments: ["npy", "tiff", "exr", "pfm"])
  func disparityBecomesMetresUnlessItIsAskedFor(kind: String) throws {
    let disparities = Inputs.metres.map { 1 / $0 }
    try work.folder.write(PFM.bytes(disparities, width: 64), to: "d.pfm")
    func numbers(_ options: String...) throws -> [Float] {
      let done = try work.run(
        ["convert", "d.pfm", "--from", "disparity", "-o", "a.\(kind)", "--force"] + options)
      #expect(done.status == 0, "\(done.error)")
      // As any numbers, whatever the file says of them.
      let plane = try MapFile.read(work.folder.path("a.\(kind)"))
      #expect(plane.sampleType == .float)
      return plane.floats
    }
    #expect(try agree(Inputs.metres, numbers()) { abs($0 - $1) < 1e-5 })
    #expect(try agree(disparities, numbers("--as", "fdis")) { $0 == $1 })
    #expect(try agree(disparities, numbers("--unit", "1/m")) { $0 == $1 })
    #expect(try agree(Inputs.metres, numbers("--unit", "mm")) { abs($0 * 1000 - $1) < 0.01 })
    for options in [["--unit", "1/m", "--as", "fdep"], ["--unit", "mm", "--as", "fdis"], ["--unit", "km"]] {
      try #expect(
        work.run(["convert", "d.pfm", "--from", "disparity", "-o", "b.\(kind)"] + options).status == 64)
    }
  }

  @Test func unitsAreOfTheOutput() throws {
    let report = try work.json("convert", "map.pfm", "-o", "mm.png", "--unit", "mm", "--json")
    #expect(report.number("perMetre") == 1000 && report.number("tooFar") == 0)
    try work.succeed("convert", "mm.png", "-o", "again.pfm")
    #expect(try agree(Inputs.metres, PFM.values(work.folder.read("again.pfm"))) { abs($0 - $1) <= 0.00051 })
    try work.folder.write(PFM.bytes([1.5, 2, 70, .infinity], width: 4), to: "far.pfm")
    let far = try work.run("convert", "far.pfm", "-o", "far.png", "--unit", "mm", "--far", "inf")
    #expect(far.status == 0 && far.error.contains("2 samples are farther than 65.535 m, the farthest 70.0 m"))
  }

  /// What a file says of its samples goes along, or they become what other programs take them for.
  @Test func recordsAreKept() throws {
    try work.succeed("attach", "photo.png", "--depth", "map.pfm", "-o", "photo.heic")
    try work.succeed("extract", "photo.heic", "-o", "codes.png")
    try work.succeed("extract", "photo.heic", "-o", "metres.pfm")
    let metres = try PFM.values(work.folder.read("metres.pfm"))
    for kind in ["tiff", "exr", "npy", "pfm"] {
      try work.succeed("convert", "codes.png", "-o", "a.\(kind)")
      try work.succeed("convert", "a.\(kind)", "-o", "b.pfm", "--from", "depth", "--force")
      #expect(try agree(metres, PFM.values(work.folder.read("b.pfm"))) { abs($0 / $1 - 1) < 0.001 })
    }
    try work.succeed("extract", "photo.heic", "--unit", "1/m", "-o", "d.exr")
    try work.succeed("convert", "d.exr", "--channel", "disparity", "-o", "d.pfm")
    #expect(try agree(metres, PFM.values(work.folder.read("d.pfm"))) { abs($0 / $1 - 1) < 0.001 })
  }

  @Test func raysBecomeDepth() throws {
    // One distance everywhere is a sphere; at the corner, one focal length to each side, z = r / sqrt(3).
    try work.folder.write(PFM.bytes([Float](repeating: 3, count: 64 * 64), width: 64), to: "sphere.pfm")
    try work.succeed(
      "convert", "sphere.pfm", "-o", "plane.pfm", "--from", "depth", "--radial", "--intrinsics",
      "31.5,31.5,32,32")
    let depth = try PFM.values(work.folder.read("plane.pfm"))
    #expect(abs(depth[0] - 3 / Float(3).squareRoot()) < 1e-5)
    #expect(abs(depth[32 * 64 + 32] - 3) < 1e-3)
  }

  /// Near and far are distances of the codes, whatever is written of them.
  @Test func nearAndFarDecide() throws {
    let codes: [UInt16] = [0, 6553, 65535]
    try work.folder.write(
      Inputs.png(PixelPlane(width: 3, height: 1, known: .uint16(codes))), to: "gray16.png")
    let metres = codes.map { 1 + 11 * Float($0) / 65535 }
    try work.succeed("convert", "gray16.png", "-o", "d.pfm", "--near", "1", "--far", "12", "--as", "fdis")
    #expect(try agree(metres, PFM.values(work.folder.read("d.pfm"))) { abs(1 / $0 - $1) < 1e-6 })
    try work.succeed("convert", "gray16.png", "-o", "z.pfm", "--near", "1", "--far", "12")
    #expect(try agree(metres, PFM.values(work.folder.read("z.pfm"))) { abs($0 - $1) < 1e-5 })
    try work.succeed("convert", "gray16.png", "-o", "m.pfm", "--min", "0", "--max", "2", "--as", "fdis")
    #expect(try abs(PFM.values(work.folder.read("m.pfm"))[2] - 2) < 1e-6)
    #expect(try work.run("convert", "gray16.png", "-o", "e.pfm", "--near", "1").status == 64)
    // One end of a float map.
    let report = try work.json("convert", "map.pfm", "-o", "far.pfm", "--far", "4", "--json")
    #expect(report.number("backgroundShare") == 0 && report.number("holesFilled") == 0)
    #expect(try agree(Inputs.metres, PFM.values(work.folder.read("far.pfm"))) { min($0, 4) == $1 })
    // Distances and disparities are not both the ends.
    let both = try work.run("convert", "map.pfm", "-o", "e.pfm", "--near", "1", "--min", "1", "--max", "2")
    #expect(both.status == 64 && !Files.exists(work.folder.path("e.pfm")))
  }

  @Test func conventionsAreListed() throws {
    let (help, list) = (try work.succeed("help", "conventions"), try work.succeed("conventions"))
    for convention in MapConvention.allCases {
      for text in [help, list] { #expect(text.contains("\(convention.rawValue): ")) }
      #expect(list.contains(convention.facts.summary) && list.contains("background: \(convention.facts.sky)"))
    }
    #expect(help.contains("1e10") && help.contains("radial"))
  }

  @Test func conventionsNeedTheirBounds() throws {
    let refused = try work.run(
      "attach", "photo.png", "-o", "out.jpg", "--depth", "map.pfm", "--convention", "midas")
    #expect(refused.status == 64 && refused.error.contains("--near"))
    try work.succeed(
      "attach", "photo.png", "-o", "out.jpg", "--depth", "map.pfm", "--convention", "midas", "--near", "1",
      "--far", "5")
    let image = try #require(try work.json("info", "--json", "out.jpg").objects("auxiliary").first)
    #expect(image.string("accuracy") == "relative")
    #expect(
      abs((image.number("floatMin") ?? 0) - 0.2) < 1e-3 && abs((image.number("floatMax") ?? 0) - 1) < 1e-3)
    try work.succeed(
      "attach", "photo.png", "-o", "metric.jpg", "--depth", "map.pfm", "--convention", "metric")
    let metric = try #require(try work.json("info", "--json", "metric.jpg").objects("auxiliary").first)
    #expect(metric.string("accuracy") == "absolute")
  }

  @Test func extractWritesEveryKind() throws {
    try work.succeed("attach", "photo.png", "-o", "photo.jpg", "--depth", "map.pfm")
    for kind in ["npy", "tiff", "exr"] {
      try work.succeed("extract", "photo.jpg", "--format", kind, "--as", "fdep")
      try work.succeed("convert", "photo.disparity.\(kind)", "-o", "\(kind).pfm")
    }
    let values = try PFM.values(work.folder.read("npy.pfm"))
    #expect(try PFM.values(work.folder.read("tiff.pfm")) == values)
    #expect(try PFM.values(work.folder.read("exr.pfm")) == values)
  }

  @Test func optionsOfAnotherKindAreRefused() throws {
    #expect(try work.run("convert", "map.pfm", "-o", "a.npy", "--channel", "Z").status == 64)
    #expect(try work.run("convert", "map.pfm", "-o", "a.npy", "--as", "L008").status == 64)
    #expect(try work.run("convert", "map.pfm", "-o", "a.npy", "--radial").status == 64)
    #expect(try work.run("convert", "map.pfm", "-o", "a.xyz").status == 64)
    #expect(try work.run("convert", "absent.pfm", "-o", "a.npy").status == 66)
    try work.succeed("convert", "map.pfm", "-o", "a.npy")
    #expect(try work.run("convert", "map.pfm", "-o", "a.npy").status == 73)
  }
}
