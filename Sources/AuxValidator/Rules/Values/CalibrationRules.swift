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

  static let all: [Validator.Rule] = formRules + valueRules

  private static let formRules: [Validator.Rule] = [
    .auxiliary(
      "AUX-CAL-COMPLETE", .error,
      "A calibration has both matrices, reference size and pixel size; readers drop it otherwise.",
      source,
      explanation: .init(
        why: """
          AVCameraCalibrationData needs all of these numbers. With one missing, readers drop all of \
          them.
          """,
        cause: "The writer knew the intrinsics alone, or a metadata editor removed a property.",
        remedy: "Attach the map again with its calibration; intrinsics alone get the rest by default.",
        example: "AUX-CAL-COMPLETE image 5 at byte 6201: PixelSize is missing: readers drop the calibration",
        mattersToReaders: true)
    ) { image, _, check in
      let missing = required.filter { image.packet?.property(.depthData, $0) == nil }
      // The size of a pixel alone is no calibration.
      guard required.count - missing.count > 1 else { return }
      check.expect(
        missing.isEmpty, "\(missing.joined(separator: ", ")) is missing: readers drop the calibration",
        at: image.packet?.offset, in: image.place)
    },
    .auxiliary(
      "AUX-CAL-COUNT", .error, "Matrices have 9 and 12 numbers, distortion coefficients 8.", source,
      explanation: .init(
        why: "Readers drop the calibration if its matrix has a number too few or too many.",
        cause: "A matrix of 4x4 numbers was written, or a number was lost.",
        remedy: "Attach the map again with its calibration.",
        example: "AUX-CAL-COUNT image 5/IntrinsicMatrix at byte 6201: IntrinsicMatrix has 8 numbers of 9")
    ) {
      image, _, check in
      for (name, count) in counts {
        guard let members = image.packet?.property(.depthData, name)?.members else { continue }
        check.expect(
          members.count == count, "\(name) has \(members.count) numbers of \(count)",
          at: image.packet?.offset,
          in: "\(image.place)/\(name)")
      }
    },
    .auxiliary(
      "AUX-CAL-NUMBER", .error,
      "Every member of a calibration is a number of -1e12 to 1e12, and a side of its reference one of 0.001 to 1e9.",
      source,
      explanation: .init(
        why:
          "One member that is no number makes readers drop the calibration. With larger numbers its products overflow.",
        cause: """
          A decimal comma was written in place of a point, or a value was not known when the file was \
          made.
          """,
        remedy: "Attach the map again with its calibration.",
        example: "AUX-CAL-NUMBER image 5/IntrinsicMatrix at byte 6201: IntrinsicMatrix has the member n0")
    ) {
      image, _, check in
      let sides = ["IntrinsicMatrixReferenceWidth", "IntrinsicMatrixReferenceHeight"]
      for name in counts.map(\.0) + ["PixelSize"] + sides {
        guard let members = image.packet?.property(.depthData, name)?.members else { continue }
        let numbers = sides.contains(name) ? CameraCalibrationData.sides : CameraCalibrationData.numbers
        let wrong = members.first { NumberText.number($0).map(numbers.contains) != true }
        check.expect(
          wrong == nil, "\(name) has the member \(wrong ?? "")", at: image.packet?.offset,
          in: "\(image.place)/\(name)")
      }
    },
  ]

  private static let valueRules: [Validator.Rule] = [
    calibration(
      "AUX-CAL-FOCAL", .warning, "The focal lengths are above 0.",
      explanation: .init(
        why: """
          A camera with such a focal length sees nothing, or a mirrored picture. Points in space come \
          out wrong.
          """,
        cause: "The matrix is that of a renderer whose axis looks the other way, or was not filled in.",
        remedy: "Attach the map again with the focal lengths in pixels.",
        example: "AUX-CAL-FOCAL image 5 at byte 6201: the focal lengths are -0.0 and 60.0")
    ) { calibration, _ in
      let (x, y) = (calibration.intrinsicMatrix[0], calibration.intrinsicMatrix[4])
      return x > 0 && y > 0 ? nil : "the focal lengths are \(x) and \(y)"
    },
    calibration(
      "AUX-CAL-FORM", .warning, "IntrinsicMatrix is (fx, 0, 0), (0, fy, 0), (ox, oy, 1) by columns.",
      explanation: .init(
        why: """
          Apple stores matrices by columns. By rows, the principal point is 0 and the last column skews \
          the picture.
          """,
        cause: "The matrix was written as NumPy or OpenCV print it, by rows.",
        remedy: "Attach the map again with its intrinsics.",
        example: """
          AUX-CAL-FORM image 5 at byte 6201: IntrinsicMatrix is [60.0, 0.5, 0.0, 0.0, 60.0, 0.0, 32.0, \
          24.0, 1.0]; it may be by rows
          """)
    ) {
      calibration, _ in
      let matrix = calibration.intrinsicMatrix
      let isRight =
        [matrix[1], matrix[2], matrix[3], matrix[5]].allSatisfy { abs($0) < 1e-3 } && matrix[8] == 1
      return isRight ? nil : "IntrinsicMatrix is \(matrix); it may be by rows"
    },
    calibration(
      "AUX-CAL-ROTATION", .warning, "The rotation of ExtrinsicMatrix is orthonormal and no reflection.",
      explanation: .init(
        why: "What is not a rotation stretches or mirrors space, and points from two cameras do not meet.",
        cause: "The matrix was written by rows with the translation among its numbers, or scaled.",
        remedy: "Attach the map again with its calibration.",
        example: """
          AUX-CAL-ROTATION image 5 at byte 6201: the rotation [2.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, \
          1.0] is not orthonormal
          """)
    ) {
      calibration, _ in
      rotationFault(Array(calibration.extrinsicMatrix.prefix(9)))
    },
    calibration(
      "AUX-CAL-PIXEL-SIZE", .warning, "PixelSize is between 0.0001 and 0.1 mm.",
      explanation: .init(
        why: "The size of a pixel turns focal lengths into millimetres. No sensor has pixels of that size.",
        cause: "The number was written in micrometres or in metres; it has to be in millimetres.",
        remedy: "Attach the map again with its calibration.",
        example: "AUX-CAL-PIXEL-SIZE image 5 at byte 6201: PixelSize is 9.0")
    ) { calibration, _ in
      (0.0001...0.1).contains(calibration.pixelSize) ? nil : "PixelSize is \(calibration.pixelSize)"
    },
    calibration(
      "AUX-CAL-REFERENCE", .warning, "The reference size has the aspect ratio of the primary image.",
      explanation: .init(
        why: """
          The intrinsics are given for a picture of this size. Where its shape is not that of the photo, \
          they cannot be scaled to it.
          """,
        cause: "The photo was cropped or turned and the calibration was kept.",
        remedy: """
          Take the map over from the original with `auxdepth copy`, which finds the crop and moves the \
          calibration along.
          """,
        example: """
          AUX-CAL-REFERENCE image 5 at byte 6201: the reference size is 90.0x48.0, the primary \
          64.0x48.0
          """,
        mattersToReaders: true)
    ) {
      calibration, file in
      let size = calibration.intrinsicMatrixReferenceDimensions
      guard let primary = file.primarySize else { return nil }
      return AspectRatio.isSame((size.width, size.height), primary, tolerance: 0.02)
        || AspectRatio.covers((size.width, size.height), primary)
        ? nil
        : "the reference size is \(size.width)x\(size.height), the primary \(primary.width)x\(primary.height)"
    },
  ]

  private static func calibration(
    _ id: String, _ severity: Validator.Severity, _ statement: String,
    explanation: Validator.Rule.Explanation,
    _ fault: @escaping @Sendable (CameraCalibrationData, FileSubject) -> String?
  ) -> Validator.Rule {
    .auxiliary(id, severity, statement, source, explanation: explanation) { image, file, check in
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
