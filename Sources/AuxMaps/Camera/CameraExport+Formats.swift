package import AuxImage

extension CameraExport {
  /// Returns the bytes of a file; ``MapCamera/init(contentsOf:origin:limits:losses:)`` reads it back.
  public func encoded(as format: Format) -> [UInt8] {
    let text =
      switch format {
      case .json: json.text + "\n"
      case .colmap: colmapText
      case .tum: tumText
      case .nerfstudio: JSONValue.object(nerfstudioMembers + [.init("frames", .array([]))]).text + "\n"
      case .opencv: openCVText
      }
    return Array(text.utf8)
  }

  /// The camera as a JSON object: the members of `CameraCalibrationData.json`, `width`, `height`, both lookup tables, `opencv`
  /// with its matrix, `distCoeffs` and their `residual` in pixels, and of a pair `otherEye` in metres.
  package var json: JSONValue {
    func numbers(_ values: [Double]) -> JSONValue { .array(values.map(JSONValue.number)) }
    func table(_ values: [Float]?) -> JSONValue? { values.map { numbers($0.map(Double.init)) } }
    var members: [JSONValue.Member] = [
      .init("width", .integer(width)), .init("height", .integer(height)),
      .init("firstPixelCentre", .number(Format.json.firstPixelCentre)),
    ]
    if case .object(let own) = calibration.json { members += own }
    let camera = pinhole.measured(fromPixelCentre: Format.opencv.firstPixelCentre)
    let openCV: JSONValue = [
      "cameraMatrix": numbers([camera.fx, 0, camera.cx, 0, camera.fy, camera.cy, 0, 0, 1]),
      "distCoeffs": numbers(distortion?.coefficients ?? [0, 0, 0, 0, 0]),
      "residual": distortion.map {
        ["largest": .number($0.largestResidual), "rms": .number($0.meanResidual)]
      },
    ]
    let rest: JSONValue = [
      "lensDistortionLookupTable": table(calibration.lensDistortionLookupTable),
      "inverseLensDistortionLookupTable": table(calibration.inverseLensDistortionLookupTable),
      "opencv": openCV, "otherEye": otherEye.map(numbers),
    ]
    if case .object(let own) = rest { members += own }
    return .object(members)
  }

  /// The members of a camera in nerfstudio's `transforms.json`.
  package var nerfstudioMembers: [JSONValue.Member] {
    let camera = pinhole.measured(fromPixelCentre: Format.nerfstudio.firstPixelCentre)
    var members: [JSONValue.Member] = [
      .init("camera_model", .string("OPENCV")), .init("w", .integer(width)), .init("h", .integer(height)),
      .init("fl_x", .number(camera.fx)), .init("fl_y", .number(camera.fy)), .init("cx", .number(camera.cx)),
      .init("cy", .number(camera.cy)),
    ]
    let (radial, tangential) = (distortion?.radial ?? [0, 0, 0], distortion?.tangential ?? [0, 0])
    members += zip(["k1", "k2", "k3"], radial).map { .init($0, .number($1)) }
    members += zip(["p1", "p2"], tangential).map { .init($0, .number($1)) }
    return members
  }

  /// The camera as Open3D's PinholeCameraIntrinsic, whose first pixel has its centre at 0 and whose matrix is by columns.
  package var open3D: JSONValue {
    let camera = pinhole.measured(fromPixelCentre: 0)
    let matrix = [camera.fx, 0, 0, 0, camera.fy, 0, camera.cx, camera.cy, 1]
    return [
      "width": .integer(width), "height": .integer(height),
      "intrinsic_matrix": .array(matrix.map(JSONValue.number)),
    ]
  }

  private var colmapText: String {
    let camera = pinhole.measured(fromPixelCentre: Format.colmap.firstPixelCentre)
    var numbers = [camera.fx, camera.fy, camera.cx, camera.cy]
    // FULL_OPENCV has k3, and k4 to k6 for a denominator that is 1 here.
    if let distortion { numbers += distortion.coefficients + [0, 0, 0] }
    return """
      # Camera list with one line of data per camera:
      #   CAMERA_ID, MODEL, WIDTH, HEIGHT, PARAMS[]
      # Number of cameras: 1
      1 \(distortion == nil ? "PINHOLE" : "FULL_OPENCV") \(width) \(height) \(Self.text(numbers, " "))

      """
  }

  private var tumText: String {
    let camera = pinhole.measured(fromPixelCentre: Format.tum.firstPixelCentre)
    let coefficients = distortion?.coefficients ?? [0, 0, 0, 0, 0]
    return """
      # size \(width) \(height)
      # fx fy cx cy k1 k2 p1 p2 k3
      \(Self.text([camera.fx, camera.fy, camera.cx, camera.cy] + coefficients, " "))

      """
  }

  private var openCVText: String {
    let camera = pinhole.measured(fromPixelCentre: Format.opencv.firstPixelCentre)
    func matrix(_ name: String, _ rows: Int, _ columns: Int, _ values: [Double]) -> String {
      """
      \(name): !!opencv-matrix
         rows: \(rows)
         cols: \(columns)
         dt: d
         data: [ \(Self.text(values, ", ")) ]

      """
    }
    var text = "%YAML:1.0\n---\nimage_width: \(width)\nimage_height: \(height)\n"
    text += matrix("camera_matrix", 3, 3, [camera.fx, 0, camera.cx, 0, camera.fy, camera.cy, 0, 0, 1])
    text += matrix("distortion_coefficients", 5, 1, distortion?.coefficients ?? [0, 0, 0, 0, 0])
    if let distortion {
      text += "distortion_residual: \(distortion.largestResidual)\n"
    }
    if let otherEye {
      // Points of this camera become points of the other one: R X + T.
      text += matrix("R", 3, 3, [1, 0, 0, 0, 1, 0, 0, 0, 1])
      text += matrix("T", 3, 1, otherEye.map { 0 - $0 })
    }
    return text
  }

  private static func text(_ numbers: [Double], _ separator: String) -> String {
    numbers.map { "\($0)" }.joined(separator: separator)
  }
}
