extension CameraCalibrationData {
  /// The members of this type as a JSON object: matrices by columns, sizes and points as two numbers.
  ///
  /// AuxMaps reads it back by `init(json:)`.
  public var json: JSONValue {
    func numbers(_ values: [Double]) -> JSONValue { .array(values.map(JSONValue.number)) }
    let size = intrinsicMatrixReferenceDimensions
    return [
      "intrinsicMatrix": numbers(intrinsicMatrix),
      "intrinsicMatrixReferenceDimensions": numbers([size.width, size.height]),
      "extrinsicMatrix": numbers(extrinsicMatrix),
      "pixelSize": .number(pixelSize),
      "lensDistortionCenter": lensDistortionCenter.map { numbers([$0.x, $0.y]) },
      "lensDistortionCoefficients": lensDistortionCoefficients.map(numbers),
      "inverseLensDistortionCoefficients": inverseLensDistortionCoefficients.map(numbers),
    ]
  }
}
