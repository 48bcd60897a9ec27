extension CameraCalibrationData {
  /// Returns the calibration of the image with an orientation applied, as `AVDepthData` rotates its own.
  ///
  /// Intrinsics, reference dimensions and distortion centre are those of the new pixel grid. The camera's axes turn
  /// with the picture, so that focal lengths stay positive: the rotation of ``extrinsicMatrix``, which leads from the
  /// camera to the reference camera, is multiplied by the inverse turn. A mirrored picture shows the mirrored world:
  /// there the x axis of the reference camera changes its sign, so that the matrix remains a rotation. Pixel size and
  /// coefficients stay. Source: Specs/xmp.md, "Calibration".
  public func applyingExifOrientation(_ orientation: ImageOrientation) -> CameraCalibrationData {
    guard orientation != .up else { return self }
    let transform = OrientationTransform(orientation)
    var turned = self
    let size = intrinsicMatrixReferenceDimensions
    if orientation.swapsSides {
      turned.intrinsicMatrixReferenceDimensions = Dimensions(width: size.height, height: size.width)
    }
    let new = turned.intrinsicMatrixReferenceDimensions
    let offset = transform.offset(width: new.width, height: new.height)
    // K' = T K R⁻¹: T moves points of the image, R turns the camera's axes.
    for column in 0..<3 {
      let top = transform([intrinsicMatrix[3 * column], intrinsicMatrix[3 * column + 1]])
      let bottom = intrinsicMatrix[3 * column + 2]
      turned.intrinsicMatrix[3 * column] = top.x + bottom * offset.x
      turned.intrinsicMatrix[3 * column + 1] = top.y + bottom * offset.y
    }
    turned.intrinsicMatrix = Self.turningColumns(of: turned.intrinsicMatrix, by: transform)
    turned.extrinsicMatrix = Self.turningColumns(of: extrinsicMatrix, by: transform)
    if transform.isMirror {
      for column in 0..<4 { turned.extrinsicMatrix[3 * column] = 0 - turned.extrinsicMatrix[3 * column] }
    }
    if let center = lensDistortionCenter {
      let moved = transform([center.x, center.y]) + offset
      turned.lensDistortionCenter = Point(x: moved.x, y: moved.y)
    }
    return turned
  }

  /// Returns a matrix of three rows, stored by columns, times the inverse of a turn about the third axis.
  private static func turningColumns(of matrix: [Double], by transform: OrientationTransform) -> [Double] {
    var result = matrix
    for row in 0..<3 {
      // A row times the transpose of R is R times the row.
      let turned = transform([matrix[row], matrix[3 + row]])
      result[row] = turned.x
      result[3 + row] = turned.y
    }
    return result
  }
}

extension CameraCalibrationData {
  /// Returns the calibration of a part of the photo, `width` by `height` pixels large.
  ///
  /// Principal point and distortion centre are measured from the new corner, and the reference dimensions are
  /// those of the part, at the scale that they had; focal lengths, pixel size and coefficients stay.
  /// Source: Specs/conversions.md, "Copying between photos".
  package func cropped(to part: PixelRectangle, width: Int, height: Int) -> CameraCalibrationData {
    let across = intrinsicMatrixReferenceDimensions.width / Double(width)
    let down = intrinsicMatrixReferenceDimensions.height / Double(height)
    let (left, top) = (Double(part.x) * across, Double(part.y) * down)
    var cropped = self
    cropped.intrinsicMatrixReferenceDimensions = Dimensions(
      width: Double(part.width) * across, height: Double(part.height) * down)
    // K' = T K, with T the shift of the corner.
    for column in 0..<3 {
      let bottom = intrinsicMatrix[3 * column + 2]
      cropped.intrinsicMatrix[3 * column] -= left * bottom
      cropped.intrinsicMatrix[3 * column + 1] -= top * bottom
    }
    if let center = lensDistortionCenter {
      cropped.lensDistortionCenter = Point(x: center.x - left, y: center.y - top)
    }
    return cropped
  }
}
