import AuxCodecs
import AuxKernels
import TestSupport
import Testing

/// Maps that renderers, sensors and models write, and that are easily misread.
@Suite struct MapInputTests {
  private let work: Workplace
  private static let (width, height) = (64, 48)

  init() throws {
    work = try Workplace()
    try work.folder.write(Inputs.photo(), to: "in.jpg")
  }

  private static func plane(_ value: (Int, Int) -> Float) -> [Float] {
    (0..<(width * height)).map { value($0 % width, $0 / width) }
  }

  /// The share of a disc that covers a sample, filtered as renderers filter.
  private static func coverage(_ x: Int, _ y: Int) -> Float {
    let (dx, dy) = (Float(x) - 31.5, Float(y) - 23.5)
    return min(max(16.5 - (dx * dx + dy * dy).squareRoot(), 0), 2) / 2
  }

  @Test(arguments: [Float(0), 1e10])
  func antialiasedRimsSeedNothing(background: Float) throws {
    let depth = Self.plane { x, y in
      let share = Self.coverage(x, y)
      return share * (2 + Float(x) / 64) + (1 - share) * background
    }
    try work.folder.write(PFM.bytes(depth, width: 64), to: "z.pfm")
    let read = try work.run("convert", "z.pfm", "--from", "depth", "-o", "out.pfm", "--holes", "fill")
    #expect(read.status == 0 && read.error.contains("warning: antialiased depth"))
    let values = try PFM.values(work.folder.read("out.pfm"))
    #expect(try #require(values.min()) >= 2 && #require(values.max()) <= 3)
    // Without a filter, nothing is changed.
    let plain = Self.plane { x, y in Self.coverage(x, y) > 0.5 ? 2 + Float(x) / 64 : background }
    try work.folder.write(PFM.bytes(plain, width: 64), to: "plain.pfm")
    let sharp = try work.run(
      "convert", "plain.pfm", "--from", "depth", "-o", "out.pfm", "--force", "--holes", "fill")
    #expect(sharp.status == 0 && !sharp.error.contains("antialiased"))
    let kept = try PFM.values(work.folder.read("out.pfm"))
    #expect(zip(plain, kept).allSatisfy { $0 == background || $0 == $1 })
  }

  /// A floor that reaches to the horizon is no mix, however far its last row is.
  @Test func horizonsAreNotAntialiased() throws {
    let floor = Self.plane { _, y in y < 20 ? 1e10 : 40 / (Float(y - 20) + 0.1) }
    try work.folder.write(PFM.bytes(floor, width: 64), to: "z.pfm")
    let read = try work.run("convert", "z.pfm", "--from", "depth", "--far", "inf", "-o", "out.pfm")
    #expect(read.status == 0 && read.error.isEmpty)
    #expect(try PFM.values(work.folder.read("out.pfm"))[20 * 64] == 400)
  }

  @Test(arguments: ["fdep", "hdep"]) func surfacesThatLoseToASkyAreWarnedOf(format: String) throws {
    let scene = Self.plane { x, y in y < 12 ? 1e10 : 1.5 + Float(x) / 16 }
    try work.folder.write(PFM.bytes(scene, width: 64), to: "z.pfm")
    let far = try work.run(
      "attach", "in.jpg", "-o", "out.jpg", "--depth", "z.pfm", "--as", format, "--far", "1000")
    #expect(
      far.status == 0 && far.error.contains("most distances are off by") && far.error.contains("--as hdis"))
    let near = try work.run("attach", "in.jpg", "-o", "near.jpg", "--depth", "z.pfm", "--as", format)
    #expect(near.status == 0 && near.error.isEmpty)
  }

  @Test func distancesBeyondHalvesAreWarnedOf() throws {
    try work.folder.write(PFM.bytes(Self.plane { x, _ in 4e7 * Float(1 + x) }, width: 64), to: "z.pfm")
    for format in ["hdis", "hdep"] {
      let half = try work.run(
        "attach", "in.jpg", "-o", "out.jpg", "--force", "--depth", "z.pfm", "--as", format)
      #expect(
        half.error.contains("beyond the half floats of \(format)")
          && half.error.contains("--as fdis or --as fdep"))
    }
    let full = try work.run(
      "attach", "in.jpg", "-o", "out.jpg", "--force", "--depth", "z.pfm", "--as", "fdis", "--input-unit", "m")
    #expect(full.status == 0 && full.error.isEmpty)
  }

  /// A scale that is given is the whole factor, and not one in addition to that of the convention.
  @Test func aStatedScaleIsTheWholeFactor() throws {
    let codes = PixelPlane(width: 64, height: 48, known: .uint16((0..<(64 * 48)).map { UInt16(1000 + $0) }))
    try work.folder.write(PNGCodec.encode(codes), to: "mm.png")
    for scale in [[], ["--input-scale", "0.001"]] {
      try #expect(
        work.run(["convert", "mm.png", "--convention", "metric", "-o", "out.pfm", "--force"] + scale).status
          == 0)
      #expect(abs(try PFM.values(work.folder.read("out.pfm"))[0] - 1) < 1e-6)
    }
  }

  @Test func focalLengthsInMillimetersAreRefused() throws {
    try work.folder.write(PFM.bytes(Self.plane { x, _ in 1.5 + Float(x) }, width: 64), to: "z.pfm")
    for options in [["--intrinsics", "4"], ["--intrinsics", "4", "--radial"], ["--intrinsics", "60,3"]] {
      let refused = try work.run(["attach", "in.jpg", "-o", "out.jpg", "--depth", "z.pfm"] + options)
      #expect(refused.status == 64 && refused.error.contains("in millimeters?"))
    }
    try work.succeed("attach", "in.jpg", "-o", "out.jpg", "--depth", "z.pfm", "--intrinsics", "20")
  }

  /// Networks round the sides of maps to multiples of 14, and a camera may come with them.
  @Test func sidesOfWholePatchesFitThePhoto() throws {
    try work.folder.write(Inputs.photo(width: 640, height: 360), to: "wide.jpg")
    func attach(_ width: Int, _ height: Int) throws -> Int32 {
      try work.folder.write(
        PFM.bytes((0..<(width * height)).map { 1 + Float($0 % width) / 100 }, width: width), to: "z.pfm")
      let intrinsics = "\(width),\(width),\(width / 2),\(height / 2),\(width),\(height)"
      return try work.run(
        "attach", "wide.jpg", "-o", "out.jpg", "--force", "--depth", "z.pfm", "--intrinsics", intrinsics
      ).status
    }
    #expect(try attach(504, 280) == 0)
    try work.succeed("validate", "out.jpg")
    #expect(try attach(504, 252) == 64)
    #expect(try attach(500, 270) == 64)
  }

  @Test func reportsNameTheSourceOfAMap() throws {
    let depth = EXRBytes(width: 64, height: 48, [("L.Depth.V", Self.plane { x, _ in 100 + Float(x) })])
    try work.folder.write(depth.bytes, to: "z.exr")
    let options = [
      "attach", "in.jpg", "-o", "out.jpg", "--force", "--depth", "z.exr", "--convention", "blender",
      "--input-unit",
      "cm",
    ]
    let image = try #require(JSONObject(try work.run(options + ["--json"]).text).objects("attached").first)
    #expect(image.string("file") == "z.exr" && image.object("channel")?.string("name") == "L.Depth.V")
    #expect(image.string("convention") == "blender" && image.string("unit") == "cm")
    let attached = try work.run(options + ["--verbose"])
    #expect(attached.text.contains("64x48, channel L.Depth.V, convention blender, in cm, "))
    #expect(attached.error.contains("channel L.Depth.V, convention blender, in cm"))
    let converted = try work.json("convert", "z.exr", "--input-unit", "cm", "-o", "z.npy", "--json")
    #expect(converted.string("file") == "z.exr" && converted.string("unit") == "cm")
  }

  /// Floats that look like anything but meters are no depth before somebody says so.
  @Test func floatsThatAreUnlikeMetersAreRefused() throws {
    let scene = Self.plane { x, y in 2 + Float(x) / 63 + Float(47 - y) / 1000 }
    let unreal = "FinalImageMovieRenderQueue_WorldDepth.R"
    let cases: [(file: String, bytes: [UInt8], reason: String)] = [
      ("unreal.exr", EXRBytes(width: 64, height: 48, [(unreal, scene.map { $0 * 100 })]).bytes, "Unreal"),
      ("layer.exr", EXRBytes(width: 64, height: 48, [("L.disparity", scene)]).bytes, "named disparity"),
      ("whole.pfm", PFM.bytes(scene.map { ($0 * 1000).rounded() }, width: 64), "whole numbers"),
      (
        "parts.npy",
        NPYCodec.encode(
          PixelPlane(width: 64, height: 48, known: .float(Self.plane { x, _ in Float(x) / 63 }))),
        "0.0...1.0"
      ),
    ]
    for (file, bytes, reason) in cases {
      try work.folder.write(bytes, to: file)
      let attach = ["attach", "in.jpg", "-o", "out.jpg", "--force", "--depth", file]
      for command in [attach, ["convert", file, "--from", "depth", "-o", "out.npy"]] {
        let refused = try work.run(command)
        #expect(refused.status == 64 && refused.error.contains(reason), "\(refused.error)")
        #expect(refused.error.contains("--input-unit m takes them as meters"))
      }
      try #expect(work.run(attach + ["--input-unit", "m"]).status == 0)
      try #expect(
        work.run("attach", "in.jpg", "-o", "out.jpg", "--force", "--disparity", file).status == 0)
      try #expect(work.run("compare", file, file).status == 64)
      let aligned = try work.run(
        "compare", file, file, "--truth-unit", "m", "--align", "scale", "--max-abs-rel", "0.001")
      #expect(aligned.status == 0, "\(aligned.error)")
    }
    // Kept as they are, but for samples whose channel alone says what they are.
    try #expect(work.run("convert", "parts.npy", "-o", "kept.exr").status == 0)
    try #expect(work.run("convert", "unreal.exr", "-o", "kept.npy").status == 64)
    try work.succeed("convert", "unreal.exr", "--convention", "unreal", "-o", "unreal.pfm")
    let values = try PFM.values(work.folder.read("unreal.pfm"))
    #expect(zip(values, scene).allSatisfy { abs($0 - $1) < 1e-5 })
    // The planes of a test scene say nothing.
    try work.folder.write(PFM.bytes(Self.plane { x, _ in x < 32 ? 1 : 4 }, width: 64), to: "planes.pfm")
    try work.succeed("attach", "in.jpg", "-o", "planes.jpg", "--depth", "planes.pfm")
  }

  @Test func floatsThatMayBeNoMetersAreWarnedOf() throws {
    let cases: [(map: [Float], reason: String)] = [
      (Self.plane { x, _ in 200 + Float(x) / 3 }, "3072 of 3072 samples are farther than 100 m"),
      (Self.plane { _, y in Float(y) / 1.27 }, "as in a model's relative output"),
    ]
    for (map, reason) in cases {
      try work.folder.write(PFM.bytes(map, width: 64), to: "z.pfm")
      let attach = ["attach", "in.jpg", "-o", "out.jpg", "--force", "--depth", "z.pfm"]
      let warned = try work.run(attach)
      #expect(warned.status == 0 && warned.error.contains("warning: ") && warned.error.contains(reason))
      try #expect(!work.run(attach + ["--input-unit", "m"]).error.contains(reason))
    }
  }

  @Test func mattesThatOvershootAreClamped() throws {
    let matte = Self.plane { x, _ in Float(x) / 63 * 1.004 - 0.002 }
    try work.folder.write(PFM.bytes(matte, width: 64), to: "m.pfm")
    let clamped = try work.run("attach", "in.jpg", "-o", "out.jpg", "--portrait", "m.pfm")
    #expect(clamped.status == 0 && clamped.error.contains("96 samples are just outside of 0...1"))
    try work.folder.write(PFM.bytes(matte.map { 1.1 * $0 }, width: 64), to: "m.pfm")
    #expect(try work.run("attach", "in.jpg", "-o", "out.jpg", "--portrait", "m.pfm", "--force").status == 64)
  }

  @Test func masksMayBeWebP() throws {
    let isInside = (0..<(64 * 48)).map { $0 % 64 < 32 }
    let pixels = isInside.flatMap { [UInt8](repeating: $0 ? 255 : 0, count: 3) }
    try work.folder.write(
      WebPCodec.encode(rgb: pixels, width: 64, height: 48, quality: 90, method: 4), to: "mask.webp")
    let attached = try work.run("attach", "in.jpg", "-o", "out.jpg", "--portrait", "mask.webp")
    #expect(attached.status == 0 && attached.error.contains("coding with loss"))
    try work.succeed("extract", "out.jpg", "--type", "portrait", "-o", "back.pfm")
    let back = try PFM.values(work.folder.read("back.pfm"))
    #expect(zip(back, isInside).allSatisfy { abs($0 - ($1 ? 1 : 0)) < 0.05 })
    let photo = WebPBytes.lossless(
      width: 5, isHigh: [Bool](repeating: true, count: 15), red: 200, green: (7, 90), blue: 3, alpha: 255)
    try work.folder.write(WebPBytes.file([WebPBytes.chunk("VP8L", photo)]), to: "color.webp")
    let color = try work.run("attach", "in.jpg", "-o", "color.jpg", "--portrait", "color.webp", "--stretch")
    #expect(color.status == 65 && color.error.contains("colour"))
  }
}
