import AuxImage
import AuxKernels
import AuxMaps
import TestSupport
import Testing

/// Cameras in files beside maps, and what is made of disparity in pixels.
@Suite struct CameraFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let calibration = """
    cam0=[3997.684 0 1176.728; 0 3997.684 1011.728; 0 0 1]
    cam1=[3997.684 0 1307.839; 0 3997.684 1011.728; 0 0 1]
    doffs=131.111
    baseline=193.001
    width=2
    height=3
    ndisp=280
    isint=0

    """

  private func map(_ values: [Float], name: String = "disp0.pfm", calibration: String?) throws -> DepthMap {
    let plane = PixelPlane(width: 2, height: 3, known: .float(values))
    if let calibration { try folder.write(Array(calibration.utf8), to: "calib.txt") }
    let path = try folder.write(try MapFile.encode(plane, as: .pfm), to: name)
    return try DepthMap(path, convention: .middlebury)
  }

  @Test func disparityInPixelsBecomesMetres() throws {
    let pixels: [Float] = [40, 100.5, .infinity, 200, 0, 250]
    let small = Self.calibration.replacing("3997.684", with: "2")
    let map = try map(pixels, calibration: small.replacing("1176.728", with: "1.25"))
    let reading = try map.reading()
    #expect(reading.quantity == .disparity && reading.values.counts.holes == 1)
    #expect(reading.values.counts.background == 0)
    for (value, pixel) in zip(reading.values.values, pixels) where pixel.isFinite {
      let metres = 0.193001 * 2 / (Double(pixel) + 131.111)
      #expect(abs(1 / Double(value) - metres) < 1e-6 * metres)
    }
    guard case .calibration(let camera)? = map.camera else {
      Issue.record("no calibration")
      return
    }
    // The file counts from the center of the first pixel.
    #expect(camera.intrinsicMatrix == [2, 0, 0, 0, 2, 0, 1.75, 1012.228, 1])
    #expect(camera.intrinsicMatrixReferenceDimensions == .init(width: 2, height: 3))
  }

  @Test func theRightPictureHasItsOwnCamera() throws {
    let small = Self.calibration.replacing("3997.684", with: "2")
    guard
      case .calibration(let camera)? = try map([1, 2, 3, 4, 5, 6], name: "disp1.pfm", calibration: small)
        .camera
    else {
      Issue.record("no calibration")
      return
    }
    #expect(camera.intrinsicMatrix[6] == 1308.339)
  }

  @Test func withoutTheFileItIsAnError() throws {
    let map = try map([1, 2, 3, 4, 5, 6], calibration: nil)
    let error = #expect(throws: AuxError(.usage, "")) { try map.reading() }
    #expect(error?.reason.contains("calib.txt") == true)
  }

  @Test func samplesBeyondTheDisparitiesContradict() throws {
    let small = Self.calibration.replacing("3997.684", with: "2")
    let map = try map([1000, 2000, 3, 4, 5, 6], calibration: small)
    #expect(throws: AuxError(.usage, "")) { try map.reading() }
  }

  @Test(
    arguments: [
      ("doffs=131.111", "doffs=much", AuxError.Code.malformed), ("doffs=131.111", "", .malformed),
      ("baseline=193.001", "baseline=-1", .malformed), ("baseline=193.001", "baseline=inf", .malformed),
      ("baseline=193.001", "baseline=1e-300", .malformed),
      ("width=2", "width=4", .usage), ("cam0=[", "cam9=[", .malformed), ("0 0 1]", "0 0 1 1]", .malformed),
      ("0 0 1]", "0 1 1]", .malformed), ("[2 0", "[2 1", .malformed), ("[2 0", "[2000000 0", .malformed),
      ("[2 0", "[-2 0", .malformed), ("[2 0", "[nan 0", .malformed),
    ]) func aDamagedFileIsAnErrorThatNamesIt(part: String, other: String, code: AuxError.Code) throws
  {
    let small = Self.calibration.replacing("3997.684", with: "2")
    let damaged = small.replacing(part, with: other)
    #expect(damaged != small)
    let error = #expect(throws: AuxError(code, "")) { try map([1, 2, 3, 4, 5, 6], calibration: damaged) }
    #expect(error?.path?.hasSuffix("calib.txt") == true)
  }

  @Test func scanNetsMatrixIsFoundInBothPlaces() throws {
    let plane = PixelPlane(width: 4, height: 3, known: .uint16(.init(repeating: 1500, count: 12)))
    let png = try MapFile.encode(plane, as: .png)
    let matrix = "3.5 0.0 2.0 0.0\n0.0 3.6 1.5 0.0\n0.0 0.0 1.0 0.0\n0.0 0.0 0.0 1.0\n"
    try folder.makeFolder("depth")
    try folder.makeFolder("intrinsic")
    try folder.write(Array(matrix.utf8), to: "intrinsic/intrinsic_depth.txt")
    let map = try DepthMap(try folder.write(png, to: "depth/0.png"), convention: .scannet)
    guard case .calibration(let camera)? = map.camera else {
      Issue.record("no calibration")
      return
    }
    #expect(camera.intrinsicMatrix == [3.5, 0, 0, 0, 3.6, 0, 2.5, 2, 1])
    #expect(try map.reading().values.values == [Float](repeating: 1.5, count: 12))
    for text in ["", "1 2 3\n4 5 6", "\u{0}", "1 2\n3 4\n", matrix.replacing("3.5", with: "x")] {
      try folder.write(Array(text.utf8), to: "depth/intrinsic_depth.txt")
      #expect(throws: AuxError(.malformed, "")) {
        try DepthMap(folder.path("depth/0.png"), convention: .scannet)
      }
    }
  }

  /// Whatever is in the files, reading ends with a map or an error.
  @Test func changedBytesDoNoHarm() throws {
    let plane = PixelPlane(width: 2, height: 3, known: .float([1, 2, 3, 4, 5, 6]))
    let codes = PixelPlane(width: 2, height: 3, known: .uint16([1, 2, 3, 4, 5, 6]))
    let files: [(MapConvention, String, String, [UInt8])] = [
      (.arkit, "map.pincam", "2 3 3 3 1 1", try MapFile.encode(codes, as: .png)),
      (.middlebury, "calib.txt", Self.calibration, try MapFile.encode(plane, as: .pfm)),
      (
        .scannet, "intrinsic_depth.txt", "3 0 1 0\n0 3 1 0\n0 0 1 0\n0 0 0 1\n",
        try MapFile.encode(codes, as: .png)
      ),
      (
        .moge, "fov.json", #"{"fov_x": 90.0, "fov_y": 53.1}"#,
        try MapFile.encode(plane, as: .exr, channel: "Y")
      ),
    ]
    for seed in 0..<100 {
      var random = SeededRandom(seed: UInt64(seed))
      for (convention, name, text, map) in files {
        var bytes = Array(text.utf8)
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          let place = Int.random(in: bytes.indices, using: &random)
          bytes[place] = UInt8.random(in: .min ... .max, using: &random)
        }
        try folder.write(Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random))), to: name)
        let path = try folder.write(map, to: "map")
        do throws(AuxError) {
          _ = try DepthMap(path, convention: convention).reading()
        } catch { #expect(!error.reason.isEmpty, "seed \(seed)") }
      }
    }
  }

  @Test func fieldsOfViewAreInDegrees() throws {
    let plane = PixelPlane(width: 4, height: 2, known: .float([1, 2, 3, 4, 5, 6, 7, .infinity]))
    let exr = try MapFile.encode(plane, as: .exr, channel: "Y")
    try folder.write(Array(#"{"fov_x": 90.0, "fov_y": 53.13010235415598}"#.utf8), to: "fov.json")
    let map = try DepthMap(try folder.write(exr, to: "depth.exr"), convention: .moge2)
    guard case .calibration(let camera)? = map.camera else {
      Issue.record("no calibration")
      return
    }
    #expect(abs(camera.intrinsicMatrix[0] - 2) < 1e-12 && abs(camera.intrinsicMatrix[4] - 2) < 1e-9)
    #expect(try map.reading().values.counts.background == 1)
    for text in ["{}", "[]", #"{"fov_x": 0, "fov_y": 50}"#, #"{"fov_x": 180, "fov_y": 50}"#] {
      try folder.write(Array(text.utf8), to: "fov.json")
      #expect(throws: AuxError(.malformed, "")) { try DepthMap(folder.path("depth.exr"), convention: .moge2) }
    }
  }
}
