import AuxImage
import AuxMaps
import TestSupport
import Testing

/// Camera files of maps.
struct CameraExportTests {
  private static func calibration(distorted: Bool = true) throws -> CameraCalibrationData {
    try CameraCalibrationData(
      intrinsicMatrix: [300, 0, 0, 0, 305, 0, 155, 123, 1],
      intrinsicMatrixReferenceDimensions: .init(width: 320, height: 240), pixelSize: 0.0096,
      lensDistortionCenter: .init(x: 158, y: 119),
      lensDistortionCoefficients: distorted
        ? [0, -0.358, -1.356, 1.443, -0.582, 0.125, -0.0157, 0.0009] : nil)
  }

  @Test func camerasAreScaled() throws {
    let camera = try CameraExport(Self.calibration(), width: 160, height: 60)
    let pinhole = camera.pinhole
    #expect([pinhole.fx, pinhole.fy, pinhole.cx, pinhole.cy] == [150, 76.25, 77.5, 30.75])
    #expect(camera.calibration.lensDistortionCenter == .init(x: 79, y: 29.75))
    // The radius in millimetres stays, and with it the table.
    let table = try #require(try Self.calibration().lensDistortionLookupTable)
    let same = try CameraExport(Self.calibration(), width: 160, height: 120)
    let scaled = try #require(same.calibration.lensDistortionLookupTable)
    #expect(zip(table, scaled).allSatisfy { abs($0 - $1) < 1e-6 })
  }

  @Test(arguments: CameraExport.Format.allCases, [false, true])
  func filesAreReadBack(format: CameraExport.Format, distorted: Bool) throws {
    let camera = try CameraExport(Self.calibration(distorted: distorted), width: 320, height: 240)
    var losses: [String] = []
    let stated = try StatedCamera(
      text: camera.encoded(as: format), origin: format.pixelOrigin, usual: .corner, &losses)
    let read = try stated.camera.calibration(forPhotoOf: (1, 1))
    #expect(stated.origin == nil)
    #expect(zip(read.intrinsicMatrix, camera.calibration.intrinsicMatrix).allSatisfy { abs($0 - $1) < 1e-9 })
    #expect(read.intrinsicMatrixReferenceDimensions == .init(width: 320, height: 240))
    #expect(losses.isEmpty == (format == .json || !distorted))
    if format == .json { #expect(read == camera.calibration) }
  }

  @Test func everyPrefixIsReadOrRefused() throws {
    for format in CameraExport.Format.allCases {
      let bytes = try CameraExport(Self.calibration(), width: 32, height: 24).encoded(as: format)
      for count in 0..<bytes.count {
        var losses: [String] = []
        do throws(AuxError) {
          _ = try StatedCamera(text: Array(bytes.prefix(count)), origin: nil, usual: .corner, &losses)
        } catch {
          #expect([.malformed, .usage, .unsupported].contains(error.code), "\(error)")
        }
      }
    }
  }

  @Test(
    arguments: [
      "", "1 2 3", "1 PINHOLE 3 4 5", "1 THIN_PRISM_FISHEYE 3 4 5 6 7 8", "# size 3 x\n1 2 3 4",
      "%YAML:1.0\n",
      "{}", "{\"fl_x\":1}", "1 PINHOLE 3 4 5 6 7 8\n2 PINHOLE 3 4 5 6 7 8",
      "%YAML:1.0\nimage_width: 3\nimage_height: 4\ncamera_matrix:\n data: [1,2,0,0,1,0,0,0,1]\n",
    ])
  func whatIsNoCameraIsRefused(text: String) {
    var losses: [String] = []
    #expect(throws: AuxError.self) {
      try StatedCamera(text: Array(text.utf8), origin: nil, usual: .corner, &losses)
    }
  }

  @Test func aSkewIsRefused() throws {
    var calibration = try Self.calibration()
    calibration.intrinsicMatrix[3] = 1
    #expect(throws: AuxError(.unsupported, "")) { try CameraExport(calibration, width: 3, height: 4) }
  }
}
