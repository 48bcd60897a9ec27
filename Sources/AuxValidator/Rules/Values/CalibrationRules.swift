internal import AuxImage

/// The calibration of the camera in the XMP of depth data.
enum CalibrationRules {
  private static let source = "AVCameraCalibrationData fails: Specs/xmp.md, \"Calibration\""

  private static let counts = [
    ("IntrinsicMatrix", 9), ("ExtrinsicMatrix", 12), ("LensDistortionCoefficients", 8),
    ("InverseLensDistortionCoefficients", 8),
  ]
  private static let required = [
    "IntrinsicMatrix", "ExtrinsicMatrix", "PixelSize", "IntrinsicMatrixReferenceWidth",
    "IntrinsicMatrixReferenceHeight",
  ]

  static let all: [Rule] = formRules + valueRules

  private static let formRules: [Rule] = [
    .auxiliary(
      "AUX-CAL-COMPLETE", .error,
      "A calibration has both matrices, reference size and pixel size; readers drop it otherwise.",
      source
    ) { image, _, check in
      let missing = required.filter { image.packet?.property(.depthData, $0) == nil }
      // The size of a pixel alone is no calibration.
      guard required.count - missing.count > 1 else { return }
      check.expect(
        missing.isEmpty, "\(missing.joined(separator: ", ")) is missing: readers drop the calibration",
        at: image.packet?.offset, in: image.place)
    },
    .auxiliary("AUX-CAL-COUNT", .error, "Matrices have 9 and 12 numbers, distortion coefficients 8.", source)
    {
      image, _, check in
      for (name, count) in counts {
        guard let members = image.packet?.property(.depthData, name)?.members else { continue }
        check.expect(
          members.count == count, "\(name) has \(members.count) numbers of \(count)",
          at: image.packet?.offset,
          in: "\(image.place)/\(name)")
      }
    },
    .auxiliary("AUX-CAL-NUMBER", .error, "Every member of a calibration is a finite number.", source) {
      image, _, check in
      let scalars = ["PixelSize", "IntrinsicMatrixReferenceWidth", "IntrinsicMatrixReferenceHeight"]
      for name in counts.map(\.0) + scalars {
        guard let members = image.packet?.property(.depthData, name)?.members else { continue }
        let wrong = members.first { NumberText.number($0) == nil }
        check.expect(
          wrong == nil, "\(name) has the member \(wrong ?? "")", at: image.packet?.offset,
          in: "\(image.place)/\(name)")
      }
    },
  ]

  private static let valueRules: [Rule] = [
    calibration("AUX-CAL-FOCAL", .warning, "The focal lengths are above 0.") { calibration, _ in
      let (x, y) = (calibration.intrinsicMatrix[0], calibration.intrinsicMatrix[4])
      return x > 0 && y > 0 ? nil : "the focal lengths are \(x) and \(y)"
    },
    calibration(
      "AUX-CAL-FORM", .warning, "IntrinsicMatrix is (fx, 0, 0), (0, fy, 0), (ox, oy, 1) by columns."
    ) {
      calibration, _ in
      let matrix = calibration.intrinsicMatrix
      let isRight =
        [matrix[1], matrix[2], matrix[3], matrix[5]].allSatisfy { abs($0) < 1e-3 } && matrix[8] == 1
      return isRight ? nil : "IntrinsicMatrix is \(matrix); it may be by rows"
    },
    calibration("AUX-CAL-CENTER", .warning, "The principal point lies inside the reference image.") {
      calibration, _ in
      let size = calibration.intrinsicMatrixReferenceDimensions
      let (x, y) = (calibration.intrinsicMatrix[6], calibration.intrinsicMatrix[7])
      return (0...size.width).contains(x) && (0...size.height).contains(y)
        ? nil : "the principal point (\(x), \(y)) is outside \(size.width)x\(size.height)"
    },
    calibration(
      "AUX-CAL-ROTATION", .warning, "The rotation of ExtrinsicMatrix is orthonormal and no reflection."
    ) {
      calibration, _ in
      rotationFault(Array(calibration.extrinsicMatrix.prefix(9)))
    },
    calibration("AUX-CAL-PIXEL-SIZE", .warning, "PixelSize is between 0.0001 and 0.1 mm.") { calibration, _ in
      (0.0001...0.1).contains(calibration.pixelSize) ? nil : "PixelSize is \(calibration.pixelSize)"
    },
    calibration(
      "AUX-CAL-REFERENCE", .warning, "The reference size has the aspect ratio of the primary image."
    ) {
      calibration, file in
      let size = calibration.intrinsicMatrixReferenceDimensions
      guard let primary = file.primarySize else { return nil }
      return AspectRatio.isSame((size.width, size.height), primary, tolerance: 0.02)
        ? nil
        : "the reference size is \(size.width)x\(size.height), the primary \(primary.width)x\(primary.height)"
    },
  ]

  private static func calibration(
    _ id: String, _ severity: Severity, _ statement: String,
    _ fault: @escaping @Sendable (CameraCalibrationData, FileSubject) -> String?
  ) -> Rule {
    .auxiliary(id, severity, statement, source) { image, file, check in
      guard let calibration = image.metadata.calibration else { return }
      let reason = fault(calibration, file)
      check.expect(reason == nil, reason ?? "", at: image.packet?.offset, in: image.place)
    }
  }

  private static func rotationFault(_ matrix: [Double]) -> String? {
    let columns = [Array(matrix[0..<3]), Array(matrix[3..<6]), Array(matrix[6..<9])]
    func dot(_ a: [Double], _ b: [Double]) -> Double { zip(a, b).reduce(0) { $0 + $1.0 * $1.1 } }
    for (i, column) in columns.enumerated() {
      for (j, other) in columns.enumerated() where abs(dot(column, other) - (i == j ? 1 : 0)) > 0.01 {
        return "the rotation \(matrix) is not orthonormal"
      }
    }
    let cross = [
      columns[0][1] * columns[1][2] - columns[0][2] * columns[1][1],
      columns[0][2] * columns[1][0] - columns[0][0] * columns[1][2],
      columns[0][0] * columns[1][1] - columns[0][1] * columns[1][0],
    ]
    return dot(cross, columns[2]) > 0 ? nil : "the rotation \(matrix) is a reflection"
  }
}
