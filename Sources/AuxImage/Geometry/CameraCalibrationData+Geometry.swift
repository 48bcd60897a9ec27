internal import AuxKernels

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
    // A quarter turn would bring a skew below the diagonal.
    turned.makeTriangular()
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

extension CameraCalibrationData {
  /// How far a point of the photo may be off, in its pixels, because pixels are taken to be square.
  private static let greatestShear = 0.25

  /// Returns the calibration of a photo, `width` by `height` pixels large, that is turned about the optical axis and moved in its
  /// plane; nil where no camera sees the result.
  ///
  /// A picture turned about any point is that of a camera turned about its optical axis, and moved. With M the map of
  /// points, M K = K' R: R is the rotation, which the extrinsic matrix undoes. Where fx and fy differ once the reference dimensions
  /// have the photo's aspect ratio, no K' of the documented form does that: the nearest one is taken where it moves no point
  /// by more than a quarter of a pixel, as for a photo whose scaled sides were rounded. Depth is measured along the optical axis,
  /// which stays. Source: AVFoundation, `AVCameraCalibrationData.intrinsicMatrix` and `extrinsicMatrix`; Specs/xmp.md, "Calibration".
  func warped(by warp: PhotoWarp, width: Int, height: Int) -> CameraCalibrationData? {
    let k = intrinsicMatrix
    guard warp.toSource.isAffine, k[2] == 0, k[5] == 0, k[8] == 1 else { return nil }
    let across = intrinsicMatrixReferenceDimensions.width / Double(width)
    let down = intrinsicMatrixReferenceDimensions.height / Double(height)
    // The new reference pixels are as wide as the old ones, and square: a turn is one of square pixels only.
    let scale = across * warp.magnification
    let move = PlaneTransform(scaling: 1 / across, 1 / down).followed(by: warp.fromSource)
      .followed(by: PlaneTransform(scaling: scale, scale))
    let camera = PlaneTransform(x: [k[0], k[3], k[6]], y: [k[1], k[4], k[7]]).followed(by: move)
    let rows: (SIMD2<Double>, SIMD2<Double>) = ([camera.x.x, camera.x.y], [camera.y.x, camera.y.y])
    let focal = ((rows.0 * rows.0).sum().squareRoot(), (rows.1 * rows.1).sum().squareRoot())
    guard min(focal.0, focal.1) > 0 else { return nil }
    // Cosine and sine of the turn as either row has it; a turn half way between is nearest to both.
    let (one, two) = (SIMD2(rows.0.x, -rows.0.y) / focal.0, SIMD2(rows.1.y, rows.1.x) / focal.1)
    let sum = one + two
    let length = (sum * sum).sum().squareRoot()
    guard length > 1 else { return nil }
    let (cosine, sine) = (sum.x / length, sum.y / length)
    let size = Dimensions(width: Double(warp.width) * scale, height: Double(warp.height) * scale)
    let farthest = max(
      abs(camera.x.z), abs(size.width - camera.x.z), abs(camera.y.z), abs(size.height - camera.y.z))
    let shear = abs(one.x * two.y - one.y * two.x) / 2
    guard shear * farthest / scale <= Self.greatestShear else { return nil }
    var warped = self
    warped.intrinsicMatrix = [focal.0, 0, 0, 0, focal.1, 0, camera.x.z, camera.y.z, 1]
    warped.intrinsicMatrixReferenceDimensions = size
    warped.turnExtrinsics(cosine: cosine, sine: sine)
    if let center = lensDistortionCenter {
      let moved = move([center.x, center.y])
      warped.lensDistortionCenter = Point(x: moved.x, y: moved.y)
    }
    return warped
  }

  /// Has the camera's axes turn about the optical axis so that the intrinsic matrix is an upper triangle again, as it is
  /// documented: K = U R, and the extrinsic matrix E becomes E R⁻¹.
  private mutating func makeTriangular() {
    let (a, b, c, d) = (intrinsicMatrix[0], intrinsicMatrix[3], intrinsicMatrix[1], intrinsicMatrix[4])
    let down = (c * c + d * d).squareRoot()
    guard c != 0, down > 0 else { return }
    let (sine, cosine) = (c / down, d / down)
    (intrinsicMatrix[0], intrinsicMatrix[3]) = ((a * d - b * c) / down, a * sine + b * cosine)
    (intrinsicMatrix[1], intrinsicMatrix[4]) = (0, down)
    turnExtrinsics(cosine: cosine, sine: sine)
  }

  /// Turns the camera's axes about the optical axis: E becomes E R⁻¹.
  private mutating func turnExtrinsics(cosine: Double, sine: Double) {
    for row in 0..<3 {
      let (one, two) = (extrinsicMatrix[row], extrinsicMatrix[3 + row])
      extrinsicMatrix[row] = cosine * one - sine * two
      extrinsicMatrix[3 + row] = sine * one + cosine * two
    }
  }
}
