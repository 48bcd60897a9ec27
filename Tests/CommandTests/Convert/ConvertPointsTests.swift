import TestSupport
import Testing

/// `convert -o cloud.ply`: a map and its camera become points.
@Suite struct ConvertPointsTests {
  private let work: Workplace

  init() throws {
    work = try Workplace()
    try work.folder.write(PFM.bytes(Inputs.metres, width: 64), to: "z.pfm")
    try work.folder.write(
      NumpyBytes.npy([50, 0, 30, 0, 60, 20, 0, 0, 1], shape: [3, 3]), to: "K.npy")
  }

  /// The points of a PLY file of floats x y z nx ny nz.
  private func points(_ file: String) throws -> [(x: Float, y: Float, z: Float)] {
    let bytes = try work.folder.read(file)
    let end = try #require(bytes.firstRange(of: Array("end_header\n".utf8))).upperBound
    let floats = stride(from: end, to: bytes.count, by: 4).map { at in
      Float(bitPattern: (0..<4).reduce(0) { $0 | UInt32(bytes[at + $1]) << (8 * UInt32($1)) })
    }
    return stride(from: 0, to: floats.count, by: 6).map { (floats[$0], floats[$0 + 1], floats[$0 + 2]) }
  }

  @Test(arguments: [["--camera", "K.npy"], ["--intrinsics", "50,60,30,20"]])
  func pointsAreWhereTheCameraSeesThem(camera: [String]) throws {
    let done = try work.run(["convert", "z.pfm", "-o", "cloud.ply", "--json"] + camera)
    #expect(done.status == 0, "\(done.error)")
    let report = try JSONObject(done.text)
    #expect(report.string("format") == "ply" && report.number("points") == 64 * 48)
    #expect(report.string("camera") == "calibration" && report.string("file") == "z.pfm")
    let cloud = try points("cloud.ply")
    #expect(cloud.count == 64 * 48)
    for (index, point) in cloud.enumerated() {
      let (x, y, z) = (Float(index % 64), Float(index / 64), Inputs.metres[index])
      #expect(abs(point.z - z) < 1e-6 && abs(point.x - (x + 0.5 - 30) / 50 * z) < 1e-5)
      #expect(abs(point.y - (y + 0.5 - 20) / 60 * z) < 1e-5)
    }
  }

  @Test func holesAndBackgroundAreNoPoints() throws {
    var depth = Inputs.metres
    for index in 0..<64 { depth[index] = .infinity }
    for index in 1000..<1010 { depth[index] = .nan }
    try work.folder.write(PFM.bytes(depth, width: 64), to: "holes.pfm")
    let report = try work.json("convert", "holes.pfm", "--camera", "K.npy", "-o", "cloud.ply", "--json")
    #expect(report.number("points") == Double(64 * 48 - 64 - 10))
    #expect(try points("cloud.ply").allSatisfy { $0.z <= 4.5 })
    let disparity = try work.json(
      "convert", "z.pfm", "--from", "disparity", "--camera", "K.npy", "-o", "d.ply", "--json")
    #expect(disparity.string("type") == "disparity" && disparity.number("points") == 64 * 48)
    #expect(try abs(#require(points("d.ply").first).z - 2) < 1e-5)
  }

  @Test func optionsOfPoints() throws {
    let few = try work.json(
      "convert", "z.pfm", "--camera", "K.npy", "-o", "few.ply", "--max-points", "100", "--json")
    #expect(few.number("points") == 100)
    let wide = try work.json(
      "convert", "z.pfm", "--camera", "K.npy", "-o", "w.ply", "--stride", "4", "--json")
    #expect(wide.number("points") == Double(16 * 12))
    let small = try work.json(
      "convert", "z.pfm", "--camera", "K.npy", "-o", "s.ply", "--resize", "32x24", "--json")
    #expect(small.number("points") == Double(32 * 24))
    let standard = try work.run("convert", "z.pfm", "--camera", "K.npy", "--format", "ply", "-o", "-")
    #expect(standard.status == 0 && standard.text.hasPrefix("ply\n"))
    #expect(
      try work.succeed("convert", "z.pfm", "--camera", "K.npy", "-o", "t.ply") == "t.ply: ply 3072 points\n")
  }

  @Test func theCameraTurnsRaysIntoDepth() throws {
    try work.folder.write(PFM.bytes([Float](repeating: 3, count: 64 * 64), width: 64), to: "sphere.pfm")
    try work.folder.write(NumpyBytes.npy([31.5, 0, 32, 0, 31.5, 32, 0, 0, 1], shape: [3, 3]), to: "S.npy")
    try work.succeed("convert", "sphere.pfm", "--radial", "--camera", "S.npy", "-o", "plane.pfm")
    #expect(try abs(PFM.values(work.folder.read("plane.pfm"))[0] - 3 / Float(3).squareRoot()) < 1e-5)
    try work.succeed("convert", "sphere.pfm", "--radial", "--camera", "S.npy", "-o", "s.ply")
    #expect(
      try points("s.ply").allSatisfy {
        abs(($0.x * $0.x + $0.y * $0.y + $0.z * $0.z).squareRoot() - 3) < 1e-4
      })
  }

  @Test func withoutACamera() throws {
    let refused = try work.run("convert", "z.pfm", "-o", "cloud.ply")
    #expect(refused.status == 64 && refused.error.contains("--camera or --intrinsics gives it"))
    let outside = try work.run("convert", "z.pfm", "--intrinsics", "500,500,320,240", "-o", "cloud.ply")
    #expect(outside.status == 64 && outside.error.contains("outside the map of 64x48"))
    for options in [
      ["--max-points", "9", "-o", "a.npy"], ["--as", "fdis", "-o", "a.ply"], ["--unit", "mm", "-o", "a.ply"],
      ["--intrinsics", "50", "-o", "a.ply"], ["-o", "a.glb"], ["--format", "glb", "-o", "a.ply"],
      ["--stride", "0", "-o", "a.ply"],
    ] {
      #expect(try work.run(["convert", "z.pfm", "--camera", "K.npy"] + options).status == 64, "\(options)")
    }
    #expect(!Files.exists(work.folder.path("cloud.ply")) && !Files.exists(work.folder.path("a.ply")))
    #expect(try work.run("convert", "z.pfm", "--camera", "none.txt", "-o", "a.ply").status == 66)
  }
}
