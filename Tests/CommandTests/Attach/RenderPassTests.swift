import AuxCodecs
import AuxImage
import Foundation
import TestSupport
import Testing

/// Passes of renders in OpenEXR files as Blender writes them: layers, parts, views, Mist, and the picture itself.
@Suite struct RenderPassTests {
  private let work: Workplace
  private static let (width, height) = (64, 48)
  private static let count = width * height

  init() throws {
    work = try Workplace()
    try work.folder.write(Inputs.photo(), to: "in.jpg")
  }

  /// A plane that goes from a value at the left to twice that at the right.
  private static func ramp(_ value: Float) -> [Float] {
    (0..<count).map { value * (1 + Float($0 % width) / Float(width - 1)) }
  }

  private static func file(_ channels: [String: [Float]]) -> EXRBytes {
    EXRBytes(width: width, height: height, channels.map { ($0, $1) })
  }

  private static func colors(_ layer: String, _ value: Float, alpha: Float = 1) -> [String: [Float]] {
    var channels = ["R", "G", "B"].reduce(into: [String: [Float]]()) {
      $0[layer + $1] = [Float](repeating: value, count: count)
    }
    channels[layer + "A"] = [Float](repeating: alpha, count: count)
    return channels
  }

  /// The nearest value of the map that was attached, in meters.
  private func nearest(_ file: String = "out.jpg") throws -> Double {
    let image = try #require(try work.json("info", file, "--json").objects("auxiliary").first)
    return 1 / (try #require(image.number("floatMax")))
  }

  @Test func depthOfSeveralPartsOrViewsIsAsked() throws {
    let (back, front) = (Self.ramp(4), Self.ramp(2))
    let files = [
      "parts.exr": EXRBytes.bytes(parts: [
        ("Back.Combined", Self.file(Self.colors("Back.Combined.", 0.5))),
        ("Back.Depth", Self.file(["Back.Depth.Z": back])),
        ("Front.Depth", Self.file(["Front.Depth.Z": front])),
      ]),
      "layers.exr": Self.file(["Back.Depth.Z": back, "Front.Depth.Z": front]).bytes,
      "views.exr": Self.file(
        ["L.Depth.left.Z": back, "L.Depth.right.Z": front].merging(
          (0..<30).flatMap { Self.colors("L.Combined\($0).left.", 0.5) }
        ) { $1 }
      ).bytes,
      "view-parts.exr": EXRBytes.bytes(parts: [
        ("L.Depth-left", Self.file(["L.Depth.Z": back])), ("L.Depth-right", Self.file(["L.Depth.Z": front])),
      ]),
    ]
    let names = [
      "parts.exr": "Front.Depth.Z", "layers.exr": "Front.Depth.Z", "views.exr": "L.Depth.right.Z",
      "view-parts.exr": "L.Depth-right/L.Depth.Z",
    ]
    for (file, bytes) in files {
      try work.folder.write(bytes, to: file)
      let name = try #require(names[file])
      let refused = try work.run("attach", "in.jpg", "-o", "out.jpg", "--force", "--depth", file)
      #expect(refused.status == 64 && refused.error.contains("choose one of") && refused.error.contains(name))
      let report = try work.json(
        "attach", "in.jpg", "-o", "out.jpg", "--force", "--depth", file, "--depth-channel", name, "--json")
      let channel = try #require(report.objects("attached").first?.object("channel"))
      #expect(channel.string("name") == name.split(separator: "/").last.map(String.init))
      #expect(
        channel.string("part")
          == (file == "parts.exr" ? "Front.Depth" : file == "view-parts.exr" ? "L.Depth-right" : nil))
      #expect(abs(try nearest() - 2) < 0.01)
      let verbose = try work.run(
        "attach", "in.jpg", "-o", "out.jpg", "--force", "--depth", file, "--depth-channel", name, "--verbose")
      #expect(verbose.error.contains("channel \(name.split(separator: "/").last ?? "")"))
      #expect(try work.run("convert", file, "-o", "out.npy", "--force").status == 64)
      let converted = try work.json("convert", file, "--channel", name, "-o", "out.npy", "--force", "--json")
      #expect(converted.object("channel")?.string("name") == channel.string("name"))
    }
  }

  /// The error of a comparison names the file that it is about, and the option of that file.
  @Test func compareNamesTheOptionOfTheFile() throws {
    try work.folder.write(
      Self.file(["A.Depth.Z": Self.ramp(4), "B.Depth.Z": Self.ramp(2)]).bytes, to: "two.exr")
    try work.folder.write(Self.file(["Z": Self.ramp(4)]).bytes, to: "one.exr")
    try work.succeed("compare", "one.exr", "one.exr")
    let truth = try work.run("compare", "two.exr", "one.exr")
    #expect(truth.status == 64 && truth.error.hasPrefix("auxdepth: two.exr: "))
    #expect(truth.error.contains("--truth-channel names it") && !truth.error.contains("one.exr"))
    let prediction = try work.run("compare", "one.exr", "two.exr")
    #expect(
      prediction.error.hasPrefix("auxdepth: two.exr: ") && prediction.error.contains("; --channel names it"))
    let report = try work.json("compare", "one.exr", "two.exr", "--channel", "A.Depth.Z", "--json")
    #expect(report.object("predictionChannel")?.string("name") == "A.Depth.Z" && report.number("absRel") == 0)
  }

  @Test func equalColorsAreGrayAndOthersAreRefused() throws {
    let depth = Self.ramp(2)
    var other = depth
    other[70] += 0.5
    let alpha = [Float](repeating: 1, count: Self.count)
    for channels in [
      ["R": depth, "G": depth, "B": depth], ["R": depth, "G": depth, "B": depth, "A": alpha],
    ] {
      try work.folder.write(Self.file(channels).bytes, to: "gray.exr")
      try work.succeed("attach", "in.jpg", "-o", "out.jpg", "--force", "--depth", "gray.exr")
      #expect(abs(try nearest() - 2) < 0.01)
    }
    for layer in ["", "WorldDepth."] {
      try work.folder.write(
        Self.file([layer + "R": depth, layer + "G": depth, layer + "B": other]).bytes, to: "color.exr")
      let refused = try work.run("attach", "in.jpg", "-o", "out.jpg", "--force", "--depth", "color.exr")
      #expect(refused.status == 64 && refused.error.contains("color") && refused.error.contains("6, 1"))
      try work.succeed(
        "attach", "in.jpg", "-o", "out.jpg", "--force", "--depth", "color.exr", "--depth-channel",
        layer + "R",
        "--input-unit", "m")
    }
    let matte = depth.map { $0 / 4 }
    try work.folder.write(
      Self.file(["M.mask.R": matte, "M.mask.G": matte, "M.mask.B": depth]).bytes, to: "mask.exr")
    let refused = try work.run("attach", "in.jpg", "-o", "out.jpg", "--force", "--portrait", "mask.exr")
    #expect(refused.status == 64 && refused.error.contains("color"))
  }

  /// Mist of a plane at right angles to the view, 5 meters away, and its distances along the rays.
  private static func mist(_ falloff: (Double) -> Double, sky: Bool = false) -> [Float] {
    (0..<count).map { index in
      if sky, index < width { return 1 }
      let (x, y) = (Double(index % width) + 0.5 - 32, Double(index / width) + 0.5 - 24)
      let ray = 5 * (1 + (x * x + y * y) / (60 * 60)).squareRoot()
      return Float(falloff((ray - 2) / 10))
    }
  }

  @Test func mistIsReadAlongTheRaysByItsFalloff() throws {
    let falloffs: [(String, (Double) -> Double)] = [
      ("linear", { $0 }), ("quadratic", { $0 * $0 }), ("inverse", { $0.squareRoot() }),
    ]
    for (name, falloff) in falloffs {
      try work.folder.write(Self.file(["L.Mist.Z": Self.mist(falloff, sky: true)]).bytes, to: "mist.exr")
      let options = ["--channel", "L.Mist.Z", "--mist", name, "--near", "2", "--far", "12"]
      let known = try work.run(
        ["convert", "mist.exr", "-o", "out.pfm", "--force", "--intrinsics", "60"] + options)
      #expect(known.status == 0)
      let values = try PFM.values(work.folder.read("out.pfm"))
      #expect(values[Self.width...].allSatisfy { abs($0 - 5) < 2e-5 }, "\(name)")
      // Full mist is background, and as far as the mist reaches.
      #expect(values[..<Self.width].allSatisfy { $0 == 12 })
      let unknown = try work.run(["convert", "mist.exr", "-o", "out.pfm", "--force"] + options)
      #expect(unknown.status == 0 && unknown.error.contains("no camera is known"))
      #expect(try PFM.values(work.folder.read("out.pfm"))[Self.width] > 5.2)
    }
  }

  @Test func mistWithoutItsEndsIsRefused() throws {
    try work.folder.write(Self.file(["L.Mist.Z": Self.mist { $0 }]).bytes, to: "mist.exr")
    try work.folder.write(PFM.bytes(Self.mist { $0 }, width: 64), to: "mist.pfm")
    let attach = ["attach", "in.jpg", "-o", "out.jpg", "--force", "--intrinsics", "60", "--depth"]
    for options in [
      ["mist.exr"], ["mist.exr", "--convention", "blender"], ["mist.pfm", "--convention", "blender"],
      ["mist.pfm", "--convention", "blender", "--near", "2"], ["mist.pfm", "--mist", "linear"],
    ] {
      let refused = try work.run(attach + options)
      #expect(refused.status == 64 && refused.error.contains("--near and --far are the start"), "\(options)")
    }
    for options in [
      ["mist.exr", "--near", "2", "--far", "12"],
      ["mist.pfm", "--convention", "blender", "--near", "2", "--far", "12"],
      ["mist.pfm", "--mist", "linear", "--near", "2", "--far", "12"],
    ] {
      #expect(try work.run(attach + options).status == 0)
      #expect(abs(try nearest() - 5) < 0.01, "\(options)")
      #expect(try work.succeed("info", "out.jpg").contains("accuracy absolute"))
    }
    // Distances within a meter are known by their unit.
    #expect(try work.run(attach + ["mist.pfm", "--convention", "blender", "--input-unit", "m"]).status == 0)
    #expect(try nearest() < 1)
    let other = try work.run(
      attach + ["mist.pfm", "--mist", "linear", "--convention", "metric", "--near", "2", "--far", "9"])
    #expect(other.status == 64 && other.error.contains("blender"))
  }

  @Test func thePhotoIsTheCompositeOrNamed() throws {
    try work.folder.write(
      Self.file(Self.colors("Back.Combined.", 0.1).merging(Self.colors("Composite.Combined.", 1)) { $1 })
        .bytes,
      to: "composite.exr")
    try work.succeed("edit", "composite.exr", "-o", "out.png", "--force")
    #expect(try work.pixel("out.png") == [255, 255, 255])
    try work.succeed("edit", "composite.exr", "-o", "out.png", "--force", "--photo-channel", "Back.Combined")
    #expect(try work.pixel("out.png")[0] < 100)
    try work.folder.write(
      EXRBytes.bytes(parts: [
        ("Back.Combined", Self.file(Self.colors("Back.Combined.", 0.1))),
        ("Front.Combined", Self.file(Self.colors("Front.Combined.", 1))),
      ]), to: "layers.exr")
    let refused = try work.run("edit", "layers.exr", "-o", "out.png", "--force")
    #expect(refused.status == 64 && refused.error.contains("Back.Combined, Front.Combined; --photo-channel"))
    try work.succeed(
      "attach", "layers.exr", "-o", "out.jpg", "--photo-channel", "Front.Combined", "--container", "jpeg")
  }

  @Test func transparentPixelsAreFlattened() throws {
    try work.folder.write(Self.file(Self.colors("", 0.25, alpha: 0.5)).bytes, to: "film.exr")
    let flat = try work.run("edit", "film.exr", "-o", "out.png", "--force")
    #expect(
      flat.status == 0
        && flat.error.contains("3072 of 3072 pixels have alpha below 1 and are flattened over black"))
    // The light is multiplied by alpha: 0.25 over black, 0.25 + 0.5 over white.
    #expect(try work.pixel("out.png")[0] == 137)
    try work.succeed("edit", "film.exr", "-o", "out.png", "--force", "--flatten", "white")
    #expect(try work.pixel("out.png")[0] == 225)
    var film = PNGBuilder(width: 64, height: 2, bitDepth: 8, colorType: 6)
    let pixel: [UInt8] = [200, 100, 0, 51]
    let line: [UInt8] = [0] + [[UInt8]](repeating: pixel, count: 64).joined()
    try work.folder.write(film.finish(line + line), to: "film.png")
    for (color, pixel) in [("black", [40, 20, 0]), ("#ff8000", [244, 122, 0]), ("white", [244, 224, 204])] {
      try work.succeed("edit", "film.png", "-o", "out.png", "--force", "--flatten", color)
      #expect(try work.pixel("out.png").map(Int.init) == pixel)
    }
    let kept = try work.run("edit", "film.png", "-o", "out.heic", "--flatten", "none")
    #expect(kept.status == 0)
    let alpha = try #require(try work.json("info", "out.heic", "--json").objects("auxiliary").first)
    #expect(alpha.string("identifier")?.contains("auxiliary:alpha") == true)
    let refused = try work.run("edit", "film.png", "-o", "out.jpg", "--flatten", "none")
    #expect(refused.status == 64 && refused.error.contains("--flatten black"))
    #expect(try work.run("edit", "film.png", "-o", "out.jpg", "--flatten", "red").status == 64)
  }

  @Test func theSensorFitsTheLongerSide() throws {
    try work.folder.write(Self.file(["Z": Self.ramp(2)]).bytes, to: "z.exr")
    let cameras: [(String, Double, [Double])] = [
      ("focal=35,sensor=36", 62.222222, [32, 24]),
      ("focal=35,sensor=36,shift_x=0.1,shift_y=0.05", 62.222222, [25.6, 27.2]),
      ("focal=35,sensor=36x24", 70, [32, 24]),
    ]
    for (camera, focal, center) in cameras {
      let attached = try work.run(
        "attach", "in.jpg", "-o", "out.jpg", "--force", "--depth", "z.exr", "--camera", camera)
      #expect(attached.status == 0)
      #expect(attached.error.contains("70 pixels") == camera.hasSuffix("x24"))
      #expect(attached.error.contains("sensor=36 gives 62.2222") == camera.hasSuffix("x24"))
      let image = try #require(try work.json("info", "out.jpg", "--json").objects("auxiliary").first)
      let matrix = try #require(image.object("calibration")?.numbers("intrinsicMatrix"))
      for (found, expected) in zip([matrix[0], matrix[6], matrix[7]], [focal] + center) {
        #expect(abs(found - expected) < 1e-5)
      }
    }
    #expect(
      try work.run(
        "attach", "in.jpg", "-o", "o.jpg", "--depth", "z.exr", "--camera", "focal=35,sensor=36,x=1"
      ).status == 64)
  }

  @Test func negativeSamplesAreWarnedOf() throws {
    try work.folder.write(
      Self.file(["L.Normal.Z": (0..<Self.count).map { $0 % 2 == 0 ? -0.5 : 0.8 }]).bytes, to: "n.exr")
    let odd = try work.run(
      "attach", "in.jpg", "-o", "out.jpg", "--depth", "n.exr", "--depth-channel", "L.Normal.Z")
    #expect(odd.status == 0 && odd.error.contains("warning: 1536 of 3072 samples are negative"))
  }

  /// A map is written so that every program shows it: `Y`, and for programs that look for depth `Z`.
  @Test func writtenMapsHaveTwoChannels() throws {
    try work.folder.write(PFM.bytes(Self.ramp(2), width: 64), to: "z.pfm")
    try work.succeed("convert", "z.pfm", "-o", "z.exr")
    for channel in ["Y", "Z"] {
      try work.succeed("convert", "z.exr", "--channel", channel, "-o", "back.pfm", "--force")
      #expect(try PFM.values(work.folder.read("back.pfm")) == Self.ramp(2))
    }
    // These are as many bytes compressed as they are themselves.
    try work.folder.write(PFM.bytes([4, 2, 1], width: 3), to: "small.pfm")
    try work.succeed("convert", "small.pfm", "-o", "small.exr")
    try work.succeed("convert", "small.exr", "-o", "back.pfm", "--force")
    #expect(try PFM.values(work.folder.read("back.pfm")) == [4, 2, 1])
    try work.folder.write(PFM.bytes(Self.ramp(0.5), width: 64), to: "m.pfm")
    try work.succeed("convert", "m.pfm", "-o", "m.exr")
    try work.succeed("attach", "in.jpg", "-o", "out.jpg", "--portrait", "m.exr")
    try work.succeed("extract", "out.jpg", "--type", "portrait", "-o", "p.exr")
    #expect(try work.run("convert", "p.exr", "--channel", "Z", "-o", "p.pfm").error.contains("it has A;"))
  }

  /// Both cameras of a pair have the focal length that options give.
  @Test func aPairTakesTheCameraOfTheOptions() throws {
    try work.folder.write(Inputs.photo(), to: "right.jpg")
    for option in [["--intrinsics", "60"], ["--camera", "focal=33.75,sensor=36"]] {
      #expect(
        try work.run(
          ["attach", "in.jpg", "--right", "right.jpg", "--baseline", "60", "-o", "pair.heic", "--force"]
            + option
        )
        .status == 0)
      let pair = try #require(try work.json("info", "pair.heic", "--json").object("stereo"))
      #expect(abs((pair.number("fieldOfView") ?? 0) - 2 * atan(32.0 / 60) * 180 / .pi) < 0.01)
    }
  }

  @Test func numbersOfReportsHaveTheDigitsOfFloats() throws {
    try work.folder.write(PFM.bytes(Self.ramp(0.991211), width: 64), to: "z.pfm")
    try work.succeed(
      "attach", "in.jpg", "-o", "out.dng", "--container", "dng", "--depth", "z.pfm", "--as", "fdep")
    let info = try work.succeed("info", "out.dng")
    #expect(info.contains("0.991211...1.982422 m"))
  }
}

extension Workplace {
  /// Returns the first pixel of a PNG file, as codes of 8 bits.
  fileprivate func pixel(_ name: String) throws -> [UInt8] {
    switch try PNGCodec.decode(folder.read(name)).samples {
    case .uint8(let codes): return Array(codes.prefix(3))
    case .uint16(let codes): return codes.prefix(3).map { UInt8((Int($0) + 128) / 257) }
    }
  }
}
