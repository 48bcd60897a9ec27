public import AuxImage

/// The camera that a map is of.
public enum MapCamera: Hashable, Sendable {
  /// A calibration, which names the size that it refers to.
  case calibration(CameraCalibrationData)
  /// Focal lengths and principal point in pixels of the photo as it is stored.
  case intrinsics(fx: Double, fy: Double, cx: Double, cy: Double)

  /// Returns the calibration, for a photo of that size.
  ///
  /// Throws `AuxError` with code `usage` for focal lengths that are not positive, or numbers that are not finite.
  public func calibration(
    forPhotoOf size: (width: Int, height: Int)
  ) throws(AuxError) -> CameraCalibrationData {
    switch self {
    case .calibration(let calibration): return calibration
    case .intrinsics(let fx, let fy, let cx, let cy):
      return try CameraCalibrationData(
        fx: fx, fy: fy, cx: cx, cy: cy,
        referenceDimensions: .init(width: Double(size.width), height: Double(size.height)))
    }
  }
}

extension CameraCalibrationData {
  /// The size of a pixel in millimetres where nothing is known of the sensor; Apple's rotated files have it.
  static let nominalPixelSize = 0.001

  /// Creates the calibration of an ideal camera, whose numbers are in pixels of an image of that size.
  ///
  /// The principal point is measured from the top left corner, and is the centre of distortion too.
  /// Throws `AuxError` with code `usage` for focal lengths that are not positive, or numbers that are not finite.
  public init(
    fx: Double, fy: Double, cx: Double, cy: Double, referenceDimensions: Dimensions
  ) throws(AuxError) {
    guard fx > 0, fy > 0 else {
      throw AuxError(.usage, "focal lengths are positive numbers of pixels, not \(fx) and \(fy)")
    }
    try self.init(
      intrinsicMatrix: [fx, 0, 0, 0, fy, 0, cx, cy, 1],
      intrinsicMatrixReferenceDimensions: referenceDimensions, pixelSize: Self.nominalPixelSize,
      lensDistortionCenter: .init(x: cx, y: cy))
  }
}
