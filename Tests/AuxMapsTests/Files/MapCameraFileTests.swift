import AuxCodecs
import AuxMaps
import Foundation
import TestSupport
import Testing

/// Cameras of OpenEXR's attributes, arrays and JSON.
struct MapCameraFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static func floats(_ values: [Float]) -> [UInt8] {
    values.flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> (8 * $0)) } }
  }

  /// A file of 200x100 pixels with attributes before its own; its headers alone are right.
  private func exr(_ attributes: [(name: String, type: String, value: [UInt8])]) throws -> String {
    let plane = PixelPlane(width: 200, height: 100, known: .float([Float](repeating: 1, count: 20_000)))
    var bytes = try MapFile.encode(plane, as: .exr)
    var inserted: [UInt8] = []
    for attribute in attributes {
      inserted += Array(attribute.name.utf8) + [0] + Array(attribute.type.utf8) + [0]
      inserted += [UInt8(attribute.value.count), 0, 0, 0] + attribute.value
    }
    bytes.insert(contentsOf: inserted, at: 8)
    return try folder.write(bytes, to: "camera.exr")
  }

  private func numbers(_ path: String) throws -> [Double] {
    var losses: [String] = []
    guard case .calibration(let camera) = try MapCamera(contentsOf: path, losses: &losses) else {
      Issue.record("no calibration")
      return []
    }
    #expect(camera.intrinsicMatrixReferenceDimensions == .init(width: 200, height: 100))
    return [0, 4, 6, 7].map { camera.intrinsicMatrix[$0] }
  }

  /// f = 150 pixels, principal point (104, 46), the camera turned by a right angle about y and moved.
  @Test(arguments: [false, true])
  func worldToNDC(isClip: Bool) throws {
    // Columns of the camera's space: x is the world's z, z the world's -x.
    let camera: [[Float]] = [[0, 0, -1], [0, 1, 0], [1, 0, 0], [3, -2, 5]]
    let (fx, fy, cx, cy): (Float, Float, Float, Float) =
      (isClip ? (1.5, 3, 0.04, 0.08) : (0.75, -1.5, 0.52, 0.46))
    let matrix = camera.enumerated().flatMap { row, point -> [Float] in
      [
        fx * point[0] + cx * point[2], fy * point[1] + cy * point[2], point[2] - (row == 3 ? 0.1 : 0),
        point[2],
      ]
    }
    let seen = try numbers(exr([("worldToNDC", "m44f", Self.floats(matrix))]))
    #expect(zip(seen, [150, 150, 104, 46]).allSatisfy { abs($0 - $1) < 1e-4 }, "\(seen)")
  }

  @Test func film() throws {
    let film = try numbers(
      exr([
        ("CameraFocalLength", "float", Self.floats([50])),
        ("CameraFilmApertureHorizontal", "float", Self.floats([40])),
        ("CameraFilmApertureVertical", "float", Self.floats([20])),
      ]))
    #expect(film == [250, 250, 100, 50])
  }

  @Test func noCameraIsSaid() throws {
    // A width of 1 is what programs write that know of no camera; a projection of parallel rays is none.
    let parallel: [Float] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
    for path in [
      try exr([]), try exr([("screenWindowWidth", "float", Self.floats([1]))]),
      try exr([("worldToNDC", "m44f", Self.floats(parallel))]),
      try exr([("worldToNDC", "string", Array("none".utf8))]),
    ] {
      try expect(.missingImage, path)
    }
    try expect(.malformed, folder.write(Array("GIF89a".utf8), to: "a.gif"))
    let samples = PixelPlane(width: 1, height: 1, known: .uint8([0]))
    try expect(.unsupported, folder.write(MapFile.encode(samples, as: .png), to: "a.png"))
    try expect(.limitExceeded, folder.write([UInt8](repeating: 0x20, count: 1 << 20 + 1), to: "a.txt"))
    try expect(.inputMissing, folder.path("absent.exr"))
  }

  private func expect(_ code: AuxError.Code, _ path: String) throws {
    var losses: [String] = []
    let error = #expect(throws: AuxError(code, "")) { try MapCamera(contentsOf: path, losses: &losses) }
    #expect(error?.path == path && losses.isEmpty)
  }

  /// A file of each format, read by the same call, with its distortion told where it has no place.
  @Test(arguments: CameraExport.Format.allCases)
  func writtenCamerasAreRead(format: CameraExport.Format) throws {
    let calibration = try CameraCalibrationData(
      intrinsicMatrix: [300, 0, 0, 0, 305, 0, 155, 123, 1],
      intrinsicMatrixReferenceDimensions: .init(width: 320, height: 240), pixelSize: 0.0096,
      lensDistortionCenter: .init(x: 158, y: 119),
      lensDistortionCoefficients: [0, -0.358, -1.356, 1.443, -0.582, 0.125, -0.0157, 0.0009])
    let written = try CameraExport(calibration, width: 320, height: 240).encoded(as: format)
    var losses: [String] = []
    let camera = try MapCamera(contentsOf: folder.write(written, to: "camera"), losses: &losses)
    guard case .calibration(let read) = camera else {
      Issue.record("no calibration")
      return
    }
    #expect(zip(read.intrinsicMatrix, calibration.intrinsicMatrix).allSatisfy { abs($0 - $1) < 1e-9 })
    #expect(losses.isEmpty == (format == .json))
  }
}
