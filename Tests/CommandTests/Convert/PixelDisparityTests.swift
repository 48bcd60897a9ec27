import AuxCodecs
import AuxKernels
import TestSupport
import Testing

/// Disparity in pixels of a stereo pair.
@Suite struct PixelDisparityTests {
  private let work: Workplace
  /// Codes of 4 x 2 samples: 256 steps to the pixel, a hole, and the nearest.
  private static let codes: [UInt16] = [256, 512, 0, 2560, 25600, 12800, 300, 65535]
  private static let (focal, baseline) = (4.0, 0.54)

  init() throws {
    work = try Workplace()
    try work.folder.makeFolder("disp_occ_0")
    try work.folder.makeFolder("calib_cam_to_cam")
    try work.folder.write(
      PNGCodec.encode(PixelPlane(width: 4, height: 2, known: .uint16(Self.codes))),
      to: "disp_occ_0/000007_10.png")
  }

  private static func calibration(_ left: String, _ right: String, size: String = "") -> [UInt8] {
    Array(
      "calib_time: 09-Jan-2012 13:57:47\n\(size)\(left): 4 0 1.5 0.5 0 4 0.5 0.1 0 0 1 0\n\(right): 4 0 1.5 -1.66 0 4 0.5 0.1 0 0 1 0\n"
        .utf8)
  }

  private func metres(_ arguments: [String]) throws -> [Float] {
    let done = try work.run(["convert"] + arguments + ["-o", "z.pfm", "--force"])
    try #require(done.status == 0, "\(done.error)")
    return try PFM.values(work.folder.read("z.pfm"))
  }

  private static func expect(
    _ metres: [Float], pixels: [Double], location: SourceLocation = #_sourceLocation
  ) {
    #expect(
      agree(metres, pixels) { $1.isNaN || abs(Double($0) - focal * baseline / $1) < 1e-5 * Double($0) },
      "\(metres)",
      sourceLocation: location)
  }

  private static let pixels = codes.map { $0 == 0 ? Double.nan : Double($0) / 256 }

  @Test(
    "The calibration of KITTI is found where the sets have it",
    arguments: [
      (
        "disp_occ_0/calib_cam_to_cam.txt",
        calibration("P_rect_02", "P_rect_03", size: "S_rect_02: 4.0e+00 2.0e+00\n")
      ),
      ("disp_occ_0/calib.txt", calibration("P2", "P3")),
      ("calib_cam_to_cam/000007.txt", calibration("P_rect_02", "P_rect_03")),
    ])
  func kitti(path: String, calibration: [UInt8]) throws {
    let map = "disp_occ_0/000007_10.png"
    let missing = try work.run("convert", map, "--convention", "kitti-stereo", "-o", "z.pfm")
    #expect(missing.status == 64 && missing.error.contains("--focal-pixels and --map-baseline give them"))
    try work.folder.write(calibration, to: path)
    Self.expect(try metres([map, "--convention", "kitti-stereo"]), pixels: Self.pixels)
    let report = try work.json(
      "convert", map, "--convention", "kitti-stereo", "-o", "z.pfm", "--force", "--json")
    #expect(report.number("holes") == 1 && report.number("backgroundSamples") == 0)
    // The camera is recorded, from the center of the first pixel.
    try work.folder.write(Inputs.photo(width: 64, height: 32), to: "in.jpg")
    try work.succeed("attach", "in.jpg", "-o", "out.jpg", "--disparity", map, "--convention", "kitti-stereo")
    let image = try #require(try work.json("info", "--json", "out.jpg").objects("auxiliary").first)
    #expect(image.object("calibration")?.numbers("intrinsicMatrix") == [4, 0, 0, 0, 4, 0, 2, 1, 1])
    #expect(image.string("accuracy") == "absolute")
    // What options state goes first.
    let stated = try metres([
      map, "--convention", "kitti-stereo", "--focal-pixels", "8", "--map-baseline", "0.54",
    ])
    Self.expect(stated.map { $0 / 2 }, pixels: Self.pixels)
  }

  @Test("A camera file with both cameras gives focal length and baseline")
  func cameraFile() throws {
    try work.folder.write(Self.calibration("P2", "P3"), to: "pair.txt")
    try work.folder.write(Inputs.photo(width: 64, height: 32), to: "in.jpg")
    let attach = [
      "attach", "in.jpg", "-o", "out.jpg", "--disparity", "disp_occ_0/000007_10.png", "--convention",
    ]
    // The numbers are of the map's size, which the photo has not.
    try work.folder.write(
      Self.calibration("P_rect_02", "P_rect_03", size: "S_rect_02: 4 2\n"), to: "pair.txt")
    #expect(try work.run(attach + ["kitti-stereo"]).status == 64)
    let done = try work.run(attach + ["kitti-stereo", "--camera", "pair.txt", "--as", "fdis"])
    #expect(done.status == 0, "\(done.error)")
    let image = try #require(try work.json("info", "--json", "out.jpg").objects("auxiliary").first)
    #expect(abs((image.number("floatMin") ?? 0) * Self.focal * Self.baseline - 1) < 1e-3)
  }

  @Test("Disparity in pixels needs no convention")
  func plain() throws {
    // `--baseline` is the same where no other option has the name.
    let pair = ["--focal-pixels", "4", "--baseline", "0.54"]
    try work.folder.write(PFM.bytes([1, 2, 10, 40, 0, 60, 70, 80], width: 4), to: "d.pfm")
    let floats = try work.json(
      "convert", "d.pfm", "-o", "z.pfm", "--focal-pixels", "4", "--map-baseline", "0.54", "--json")
    Self.expect(
      try PFM.values(work.folder.read("z.pfm")), pixels: [1, 2, 10, 40, .nan, 60, 70, 80])
    // 0 of a float is infinitely far, 0 of a code a hole.
    #expect(floats.number("backgroundSamples") == 1 && floats.number("holes") == 0)
    let map = "disp_occ_0/000007_10.png"
    let scaled = try work.run(
      ["convert", map, "-o", "z.pfm", "--force", "--json", "--input-scale", "0.00390625"] + pair)
    #expect(scaled.status == 0, "\(scaled.error)")
    #expect(try JSONObject(scaled.text).number("holes") == 1)
    Self.expect(try PFM.values(work.folder.read("z.pfm")), pixels: Self.pixels)
    Self.expect(try metres([map] + pair).map { $0 * 256 }, pixels: Self.pixels)
    let bytes = PixelPlane(width: 4, height: 2, known: .uint8([0, 1, 2, 3, 4, 5, 200, 255]))
    try work.folder.write(PNGCodec.encode(bytes), to: "bytes.png")
    Self.expect(try metres(["bytes.png"] + pair), pixels: [.nan, 1, 2, 3, 4, 5, 200, 255])
  }

  @Test("Middlebury's maps need no calib.txt if options give its numbers")
  func middlebury() throws {
    try work.folder.write(PFM.bytes([1, 2, 10, 40, .infinity, 60, 70, 80], width: 4), to: "disp0.pfm")
    let missing = try work.run("convert", "disp0.pfm", "--convention", "middlebury", "-o", "z.pfm")
    #expect(missing.status == 64 && missing.error.contains("calib.txt"))
    #expect(missing.error.contains("--focal-pixels and --map-baseline give them"))
    let options = [
      "disp0.pfm", "--convention", "middlebury", "--focal-pixels", "4", "--map-baseline", "0.54",
    ]
    Self.expect(try metres(options), pixels: [1, 2, 10, 40, .nan, 60, 70, 80])
  }

  @Test(
    "A focal length and a baseline are for disparity in pixels",
    arguments: [
      ["--focal-pixels", "4"], ["--map-baseline", "0.5"], ["--focal-pixels", "0", "--map-baseline", "0.5"],
      ["--focal-pixels", "4", "--map-baseline", "nan"],
      ["--focal-pixels", "4", "--map-baseline", "0.5", "--from", "depth"],
      ["--focal-pixels", "4", "--map-baseline", "0.5", "--input-unit", "m"],
      ["--focal-pixels", "4", "--map-baseline", "0.5", "--min", "1", "--max", "2"],
      ["--focal-pixels", "4", "--map-baseline", "0.5", "--normalised"],
      ["--focal-pixels", "4", "--map-baseline", "0.5", "--convention", "tum"],
      ["--focal-pixels", "4", "--map-baseline", "0.5", "--convention", "midas", "--near", "1", "--far", "2"],
    ])
  func refused(options: [String]) throws {
    let refused = try work.run(["convert", "disp_occ_0/000007_10.png", "-o", "z.pfm"] + options)
    #expect(refused.status == 64 && !Files.exists(work.folder.path("z.pfm")), "\(refused.error)")
  }
}
