/// The calibration of the camera that took the image, as in `AVCameraCalibrationData`.
///
/// Source: Specs/xmp.md, "Calibration".
public struct CameraCalibrationData: Hashable, Sendable {
  /// A width and a height in pixels.
  public struct Dimensions: Hashable, Sendable {
    /// The width in pixels.
    public var width: Double
    /// The height in pixels.
    public var height: Double

    /// Creates dimensions.
    public init(width: Double, height: Double) {
      self.width = width
      self.height = height
    }
  }

  /// A point in pixels from the top left of the reference image.
  public struct Point: Hashable, Sendable {
    /// The distance from the left edge.
    public var x: Double
    /// The distance from the top edge.
    public var y: Double

    /// Creates a point.
    public init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }
  }

  /// The 3x3 matrix in pixels, by columns: (fx, 0, 0), (0, fy, 0), (ox, oy, 1).
  public package(set) var intrinsicMatrix: [Double]
  /// The size of the image that ``intrinsicMatrix`` refers to, in pixels.
  public package(set) var intrinsicMatrixReferenceDimensions: Dimensions
  /// The 3x4 matrix by columns: three of rotation, one of translation in millimetres.
  public package(set) var extrinsicMatrix: [Double]
  /// The size of one pixel at the reference dimensions, in millimetres.
  public package(set) var pixelSize: Double
  /// The centre of the lens distortion, where the file has one.
  public package(set) var lensDistortionCenter: Point?
  /// The eight coefficients of the lens distortion, where the file has them.
  public package(set) var lensDistortionCoefficients: [Double]?
  /// The eight coefficients of the inverse lens distortion, where the file has them.
  public package(set) var inverseLensDistortionCoefficients: [Double]?

  /// The extrinsic matrix of the reference camera.
  public static let identityExtrinsics: [Double] = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]

  /// The numbers of a calibration: no product of them overflows.
  package static let numbers = -1e12...1e12
  /// The sides of an image that a calibration may refer to, in pixels.
  package static let sides = 1e-3...1e9

  /// Creates a calibration; the matrices must have 9 and 12 numbers, the coefficients 8 each.
  ///
  /// Throws `AuxError` with code `usage` where a count is wrong, a number is not finite or its magnitude is over 1e12, or a side
  /// of the reference dimensions is not of 0.001 to 1e9 pixels.
  public init(
    intrinsicMatrix: [Double], intrinsicMatrixReferenceDimensions: Dimensions,
    extrinsicMatrix: [Double] = identityExtrinsics, pixelSize: Double,
    lensDistortionCenter: Point? = nil, lensDistortionCoefficients: [Double]? = nil,
    inverseLensDistortionCoefficients: [Double]? = nil
  ) throws(AuxError) {
    func check(_ numbers: [Double]?, _ count: Int, _ name: String) throws(AuxError) {
      guard let numbers else { return }
      guard numbers.count == count else {
        throw AuxError(.usage, "\(name) needs \(count) numbers, \(numbers.count) given")
      }
      if let number = numbers.first(where: { !Self.numbers.contains($0) }) {
        throw AuxError(.usage, "\(name): \(number) is no number of -1e12 to 1e12")
      }
    }
    try check(intrinsicMatrix, 9, "intrinsicMatrix")
    try check(extrinsicMatrix, 12, "extrinsicMatrix")
    try check(lensDistortionCoefficients, 8, "lensDistortionCoefficients")
    try check(inverseLensDistortionCoefficients, 8, "inverseLensDistortionCoefficients")
    let size = intrinsicMatrixReferenceDimensions
    guard Self.sides.contains(size.width), Self.sides.contains(size.height) else {
      throw AuxError(
        .usage,
        "intrinsicMatrixReferenceDimensions: \(size.width)x\(size.height) is no size of 0.001 to 1e9 pixels")
    }
    try check([pixelSize], 1, "pixelSize")
    guard pixelSize >= 0 else {
      throw AuxError(.usage, "pixelSize: \(pixelSize) is no length in millimetres")
    }
    try check(lensDistortionCenter.map { [$0.x, $0.y] }, 2, "lensDistortionCenter")
    self.intrinsicMatrix = intrinsicMatrix
    self.intrinsicMatrixReferenceDimensions = size
    self.extrinsicMatrix = extrinsicMatrix
    self.pixelSize = pixelSize
    self.lensDistortionCenter = lensDistortionCenter
    self.lensDistortionCoefficients = lensDistortionCoefficients
    self.inverseLensDistortionCoefficients = inverseLensDistortionCoefficients
  }
}

extension CameraCalibrationData {
  /// The columns of ``intrinsicMatrix``: `[column][row]` is a number of it, as with simd's `matrix_float3x3`.
  public var intrinsicMatrixColumns: [SIMD3<Double>] { Self.columns(of: intrinsicMatrix) }

  /// The columns of ``extrinsicMatrix``, the translation last: `[column][row]` is a number of it, as with simd's `matrix_float4x3`.
  public var extrinsicMatrixColumns: [SIMD3<Double>] { Self.columns(of: extrinsicMatrix) }

  private static func columns(of matrix: [Double]) -> [SIMD3<Double>] {
    stride(from: 0, to: matrix.count, by: 3).map { SIMD3(matrix[$0..<$0 + 3]) }
  }
}

extension CameraCalibrationData {
  /// The members of this type as a JSON object: matrices by columns, sizes and points as two numbers.
  ///
  /// AuxMaps reads it back by `init(json:)`.
  package var json: JSONValue {
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
