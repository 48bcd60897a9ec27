public import AuxImage

/// The camera of a map in pixels of the written map, ready for a file of its own.
///
/// ```swift
/// let camera = try CameraExport(calibration, width: 768, height: 576)
/// try OutputFile.write(camera.encoded(as: .colmap), to: "cameras.txt")
/// ```
///
/// Source: Specs/conversions.md, "Cameras that are written".
public struct CameraExport: Hashable, Sendable {
  /// The forms of a camera file.
  public enum Format: String, Hashable, Sendable, CaseIterable {
    /// The members of `CameraCalibrationData`, with the lookup tables and OpenCV's coefficients.
    case json
    /// `cameras.txt` of COLMAP.
    case colmap
    /// A line of numbers, as the pages of TUM's RGB-D sets have them.
    case tum
    /// `transforms.json` of nerfstudio, without frames.
    case nerfstudio
    /// The YAML of OpenCV's calibration.
    case opencv

    /// The point from which the principal point counts.
    public var pixelOrigin: PixelOrigin {
      switch self {
      case .json, .colmap, .nerfstudio: .corner
      case .tum, .opencv: .center
      }
    }

    /// Where the centre of the first pixel is: 0.5 or 0.
    public var firstPixelCentre: Double { pixelOrigin.firstPixelCentre }

    /// Creates the format that the extension of a file names: `opencv` for YAML, else `json`.
    public init(outputPath path: String) {
      self = ["yml", "yaml"].contains(PathText.fileExtension(of: path)) ? .opencv : .json
    }
  }

  /// The width of the map.
  public let width: Int
  /// The height of the map.
  public let height: Int
  /// The calibration in pixels of the map.
  public let calibration: CameraCalibrationData
  /// OpenCV's coefficients; nil for a camera without a known distortion.
  public let distortion: LensDistortionFit?
  /// Where the camera of the other eye of a pair is, in metres, in the axes of this one: right, down, forward; nil for a photo
  /// that is alone, and for cameras that do not look the same way from side by side.
  public let otherEye: [Double]?

  /// Creates the camera of a map of that size; `calibration` and `otherEye` are turned as the map is.
  ///
  /// Throws `AuxError` with code `unsupported` for a matrix with a skew, which no format but JSON holds.
  public init(
    _ calibration: CameraCalibrationData, width: Int, height: Int, otherEye: [Double]? = nil
  ) throws(AuxError) {
    guard width > 0, height > 0 else { throw AuxError(.usage, "a map of \(width)x\(height) has no pixels") }
    let matrix = calibration.intrinsicMatrix
    guard matrix[0] > 0, matrix[4] > 0, abs(matrix[3]) < matrix[0] * 1e-9, matrix[1] == 0 else {
      throw AuxError(.unsupported, "the intrinsic matrix is not that of a camera without skew")
    }
    let scaled = calibration.scaled(toWidth: width, height: height)
    (self.width, self.height, self.calibration) = (width, height, scaled)
    self.otherEye = otherEye
    distortion = LensDistortionFit(
      calibration, width: width, height: height, camera: PinholeIntrinsics(scaled.intrinsicMatrix))
  }

  /// Focal lengths and principal point, from the top left corner of the first pixel.
  public var pinhole: PinholeIntrinsics { PinholeIntrinsics(calibration.intrinsicMatrix) }
}

extension CameraCalibrationData {
  /// Returns the calibration in pixels of a picture of another size; coefficients stay, since the size of a pixel changes.
  package func scaled(toWidth width: Int, height: Int) -> CameraCalibrationData {
    let size = intrinsicMatrixReferenceDimensions
    let (across, down) = (Double(width) / size.width, Double(height) / size.height)
    var scaled = self
    scaled.intrinsicMatrixReferenceDimensions = .init(width: Double(width), height: Double(height))
    for column in 0..<3 {
      scaled.intrinsicMatrix[3 * column] *= across
      scaled.intrinsicMatrix[3 * column + 1] *= down
    }
    scaled.pixelSize /= across
    scaled.lensDistortionCenter = lensDistortionCenter.map { .init(x: $0.x * across, y: $0.y * down) }
    return scaled
  }
}
