import AuxMaps
import TestSupport
import Testing

/// Cameras of files and of numbers.
struct CalibrationTests {
  @Test func aFileGivesACalibration() throws {
    let text = """
      {"intrinsicMatrix":[3032.5,0,0,0,3033.25,0,1988,1512,1],"intrinsicMatrixReferenceDimensions":[4032,3024],
       "pixelSize":0.0019,"lensDistortionCenter":[1990.5,1500],"lensDistortionCoefficients":[0,1,2,3,4,5,6,7]}
      """
    let folder = try TemporaryFolder()
    let path = try folder.write(Array(text.utf8), to: "camera.json")
    let calibration = try CameraCalibrationData(jsonFile: path)
    #expect(calibration.intrinsicMatrix == [3032.5, 0, 0, 0, 3033.25, 0, 1988, 1512, 1])
    #expect(calibration.intrinsicMatrixReferenceDimensions == .init(width: 4032, height: 3024))
    #expect(calibration.extrinsicMatrix == CameraCalibrationData.identityExtrinsics)
    #expect(calibration.pixelSize == 0.0019 && calibration.lensDistortionCenter == .init(x: 1990.5, y: 1500))
    #expect(calibration.lensDistortionCoefficients == [0, 1, 2, 3, 4, 5, 6, 7])
    #expect(calibration.inverseLensDistortionCoefficients == nil)
  }

  @Test(arguments: [
    ("", "malformed"), ("[]", "malformed"), ("{}", "malformed"),
    (#"{"intrinsicMatrix":[1,2,3,4,5,6,7,8,9],"intrinsicMatrixReferenceDimensions":[4]}"#, "malformed"),
    (
      #"{"intrinsicMatrix":[1,2,3,4,5,6,7,8,9],"intrinsicMatrixReferenceDimensions":[4,3],"#
        + #""lensDistortionCenter":[1]}"#, "malformed"
    ),
    (#"{"intrinsicMatrix":[1],"intrinsicMatrixReferenceDimensions":[4,3]}"#, "usage"),
    (#"{"intrinsicMatrix":"no","intrinsicMatrixReferenceDimensions":[4,3]}"#, "malformed"),
  ])
  func whatIsNoCalibrationIsRefused(text: String, code: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Array(text.utf8), to: "bad.json")
    let error = #expect(throws: AuxError.self) { try CameraCalibrationData(jsonFile: path) }
    #expect(error?.code.description == code && error?.path == path)
  }

  @Test func intrinsicsAreOfThePhotoOrOfTheirOwnSize() throws {
    let camera = MapCamera.intrinsics(fx: 10, fy: 20, cx: 3, cy: 4)
    let calibration = try camera.calibration(forPhotoOf: (30, 40))
    #expect(calibration.intrinsicMatrix == [10, 0, 0, 0, 20, 0, 3, 4, 1])
    #expect(calibration.intrinsicMatrixReferenceDimensions == .init(width: 30, height: 40))
    #expect(calibration.lensDistortionCenter == .init(x: 3, y: 4))
    #expect(try MapCamera.calibration(calibration).calibration(forPhotoOf: (1, 1)) == calibration)
    for (fx, cx) in [(0.0, 1.0), (-1, 1), (.nan, 1), (.infinity, 1), (1, .nan)] {
      #expect(throws: AuxError(.usage, "")) {
        try MapCamera.intrinsics(fx: fx, fy: 1, cx: cx, cy: 1).calibration(forPhotoOf: (30, 40))
      }
    }
  }
}
