import AuxImage
import TestSupport
import Testing

/// `extract --format ply` and `--format glb`; Conformance/Cases/space looks at what is in the files.
@Suite struct ExtractSpaceTests {
  private let work: Workplace

  init() throws {
    work = try Workplace()
    try work.folder.write(Pictures.portrait().bytes, to: "in.jpg")
  }

  @Test func files() throws {
    let points = try work.run("extract", "in.jpg", "--format", "ply", "--fov", "60")
    #expect(points.status == 0)
    #expect(points.text == "./in.disparity.ply: disparity, 3072 points, camera by --fov\n")
    #expect(points.error.contains("the scale of the distances is unknown"))
    let ply = try work.folder.read("in.disparity.ply")
    #expect(ply.starts(with: Array("ply\nformat binary_little_endian 1.0\n".utf8)))
    let text = String(decoding: ply.prefix(600), as: UTF8.self)
    #expect(text.contains("\ncomment unit: the scale is unknown"))
    let mesh = try work.json("extract", "in.jpg", "-o", "mesh.glb", "--fov", "60", "--json")
    _ = mesh
    #expect(try work.folder.read("mesh.glb").starts(with: Array("glTF".utf8)))
    #expect(try work.run("extract", "in.jpg", "-o", "mesh.glb", "--fov", "60").status == 73)
    let second = try work.run(
      "extract", "in.jpg", "in.jpg", "--format", "ply", "--fov", "60", "--directory", "two")
    #expect(second.status == 0 && second.text.contains("two/in-2.disparity.ply"))
  }

  @Test func noCamera() throws {
    let outcome = try work.run("extract", "in.jpg", "--format", "glb")
    #expect(outcome.status == 64)
    #expect(
      outcome.error.contains(
        "neither a calibration nor Exif's FocalLengthIn35mmFilm gives the field of view; --fov gives it"))
  }

  @Test func noMap() throws {
    try work.folder.write(Pictures.photo(), to: "plain.jpg")
    let outcome = try work.run("extract", "plain.jpg", "--format", "ply")
    #expect(outcome.status == 65 && outcome.error.contains("the photo has no depth map"))
    #expect(outcome.error.contains("attach --depth or --disparity"))
    #expect(
      try work.run("extract", "in.jpg", "--format", "ply", "--fov", "60", "--mask", "portrait").status == 65)
  }

  @Test(arguments: [
    ["--stride", "2"], ["--format", "png", "--near", "1"], ["--format", "ply", "--stored"],
    ["--format", "ply", "--as", "fdep"], ["--format", "glb", "--eye", "left"],
    ["--format", "ply", "--tolerance", "0"],
    ["--format", "ply", "--near", "2", "--far", "1"], ["--format", "ply", "--stride", "0"],
    ["--format", "ply", "--max-points", "0"], ["--format", "ply", "--fov", "180"],
    ["--format", "glb", "--texture-side", "1"], ["--format", "ply", "--max-step", "1"],
    ["--format", "png", "--max-step", "2"], ["--format", "ply", "--unit", "mm"],
    ["--format", "glb", "--scale", "1000"], ["-o", "m.ply", "--resize", "50%"],
    ["-o", "m.ply", "--camera", "camera.json"],
  ])
  func refused(options: [String]) throws {
    let outcome = try work.run(["extract", "in.jpg"] + options)
    #expect(outcome.status == 64, "\(outcome.error)")
  }

  @Test("Points and triangles across steps of depth are left out, unless they are asked for")
  func steps() throws {
    // Two walls, and two samples in the air between them, whose disparities are linear as on a plane.
    let row: [Float] = (0..<64).map { 1 / (1 - 0.27 * Float(min(max($0 - 29, 0), 3))) }
    let meters = [[Float]](repeating: row, count: 48).flatMap { $0 }
    try work.folder.write(Pictures.photo(), to: "plain.jpg")
    try work.folder.write(PFM.bytes(meters, width: 64), to: "walls.pfm")
    try work.succeed(
      "attach", "plain.jpg", "--depth", "walls.pfm", "--intrinsics", "64", "--lossless", "-o", "walls.heic")
    func count(_ key: String, _ output: String, _ options: String...) throws -> Double? {
      let seen = try work.run(["extract", "walls.heic", "-o", output, "--force", "--json"] + options)
      return try JSONObject(seen.text).objects("extracted")[0].number(key)
    }
    #expect(try count("points", "p.ply") == 62 * 48)
    #expect(try count("points", "p.ply", "--max-step", "inf") == 64 * 48)
    #expect(try count("points", "p.ply", "--max-step", "6") == 64 * 48)
    // The depths of neighbours differ by up to 7 %.
    try work.folder.write(PFM.bytes(Inputs.metres, width: 64), to: "floor.pfm")
    try work.succeed(
      "attach", "plain.jpg", "--depth", "floor.pfm", "--intrinsics", "64", "--lossless", "-o", "walls.heic",
      "--force")
    #expect(try count("triangles", "m.glb", "--max-step", "1.03") != count("triangles", "m.glb"))
  }

  @Test func thinned() throws {
    let text = try work.succeed(
      "extract", "in.jpg", "--format", "ply", "--fov", "60", "--max-points", "100", "--json", "--quiet")
    #expect(text.contains("\"points\":100,") && text.contains("\"camera\":\"fieldOfView\""))
    #expect(text.contains("\"scale\":\"unknown\""))
    let far = try work.succeed(
      "extract", "in.jpg", "-o", "near.ply", "--fov", "60", "--far", "0.5", "--json", "--quiet")
    #expect(!far.contains("\"points\":3072,"))
  }
}
