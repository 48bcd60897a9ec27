import AuxMaps
import TestSupport
import Testing

/// Cameras of files and of numbers.
struct CalibrationTests {
  @Test func numbersOfPixelsGiveACamera() throws {
    #expect(try MapCamera(pixels: [5]) == .focalLengths(fx: 5, fy: 5))
    #expect(try MapCamera(pixels: [5, 6]) == .focalLengths(fx: 5, fy: 6))
    #expect(try MapCamera(pixels: [5, 6, 2, 1]) == .intrinsics(fx: 5, fy: 6, cx: 2, cy: 1))
    let whole = try MapCamera(pixels: [5, 6, 2, 1, 4, 2])
    #expect(try whole.calibration(forPhotoOf: (8, 4)).intrinsicMatrixReferenceDimensions.width == 4)
    for wrong in [[], [0], [5, -1], [1, 2, 3], [.nan], [1, 2, 3, 4, 5, 6, 7]] as [[Double]] {
      #expect(throws: AuxError(.usage, "")) { try MapCamera(pixels: wrong) }
    }
  }

  @Test func arraysHaveIntrinsicsInTheirOwnPixels() throws {
    var options = DepthMap.Options(convention: .metric)
    options.camera = .intrinsics(fx: 5, fy: 6, cx: 2, cy: 1)
    let plane = PixelPlane(width: 4, height: 2, known: .float([Float](repeating: 1, count: 8)))
    let map = try DepthMap(plane, options: options).withIntrinsicsOfMap()
    guard case .calibration(let calibration)? = map.camera else { throw AuxError(.usage, "no calibration") }
    #expect(calibration.intrinsicMatrix == [5, 0, 0, 0, 6, 0, 2, 1, 1])
    #expect(calibration.intrinsicMatrixReferenceDimensions == .init(width: 4, height: 2))
    options.camera = .intrinsics(fx: 50, fy: 60, cx: 20, cy: 10)
    let other = DepthMap(plane, options: options)
    #expect(throws: AuxError(.usage, "")) { try other.withIntrinsicsOfMap() }
  }

  @Test func depthDataAreAMapWithTheirCameraAndHoles() throws {
    let plane = PixelPlane(width: 2, height: 1, known: .float([0.5, .nan]))
    var metadata = AuxiliaryMetadata()
    metadata.calibration = try MapCamera(pixels: [5, 5, 1, 0.5, 2, 1]).calibration(forPhotoOf: (2, 1))
    let depth = try DepthData(depthDataType: .fdis, depthDataMap: plane, metadata: metadata)
    let map = DepthMap(depth)
    #expect(map.options.quantity == .disparity && map.camera != nil)
    let reading = try map.reading()
    let metres = try reading.depthData(as: .fdep, keepsHoles: true).values
    #expect(metres[0] == 2 && metres[1].isNaN)
    #expect(try reading.depthData(as: .fdep).values == [2, 2])
  }

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
