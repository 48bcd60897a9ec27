/// Where the points of an image go when an orientation is applied.
///
/// Coordinates are continuous: an image covers `0...width` and `0...height` from its top left corner, so that
/// a mirrored `x` becomes `width - x`.
struct OrientationTransform {
  /// The 2x2 matrix by rows; each row and each column has one number that is not zero, 1 or -1.
  let rows: (SIMD2<Double>, SIMD2<Double>)

  init(_ orientation: ImageOrientation) {
    rows =
      switch orientation {
      case .up: ([1, 0], [0, 1])
      case .upMirrored: ([-1, 0], [0, 1])
      case .down: ([-1, 0], [0, -1])
      case .downMirrored: ([1, 0], [0, -1])
      case .leftMirrored: ([0, 1], [1, 0])
      case .right: ([0, -1], [1, 0])
      case .rightMirrored: ([0, -1], [-1, 0])
      case .left: ([0, 1], [-1, 0])
      }
  }

  /// Whether left and right are exchanged, whatever else is turned.
  var isMirror: Bool { rows.0.x * rows.1.y - rows.0.y * rows.1.x < 0 }

  /// Returns what is added after the matrix is applied, for a result of that size.
  func offset(width: Double, height: Double) -> SIMD2<Double> {
    [rows.0.sum() < 0 ? width : 0, rows.1.sum() < 0 ? height : 0]
  }

  /// Returns the matrix applied to a vector; zero comes out without a sign.
  func callAsFunction(_ vector: SIMD2<Double>) -> SIMD2<Double> {
    [(rows.0 * vector).sum() + 0, (rows.1 * vector).sum() + 0]
  }
}

extension ImageOrientation {
  /// Returns the one orientation that does what this one and then `next` do.
  public func followed(by next: ImageOrientation) -> ImageOrientation {
    let (first, second) = (OrientationTransform(self), OrientationTransform(next))
    let wanted = (second(first([1, 0])), second(first([0, 1])))
    let found = Self.allCases.first { candidate in
      let transform = OrientationTransform(candidate)
      return transform([1, 0]) == wanted.0 && transform([0, 1]) == wanted.1
    }
    guard let found else { preconditionFailure("the eight orientations are a group") }
    return found
  }

  /// Returns the pixel of a stored image of `width` x `height` that stands at a pixel of it as it is displayed.
  package func storedPixel(x: Int, y: Int, width: Int, height: Int) -> (x: Int, y: Int) {
    let (transform, inverse) = (OrientationTransform(self), OrientationTransform(inverse))
    let shown: SIMD2<Double> = [Double(x) + 0.5, Double(y) + 0.5]
    let (across, down) = swapsSides ? (height, width) : (width, height)
    let stored = inverse(shown - transform.offset(width: Double(across), height: Double(down)))
    return (Int(stored.x.rounded(.down)), Int(stored.y.rounded(.down)))
  }
}

extension CameraCalibrationData {
  /// Returns the calibration of the image with an orientation applied, as `AVDepthData` rotates its own.
  ///
  /// Intrinsics, reference dimensions and distortion centre are those of the new pixel grid. The camera's axes
  /// turn with the picture, so that focal lengths stay positive: the rotation of ``extrinsicMatrix``, which
  /// leads from the camera to the reference camera, is multiplied by the inverse turn. What a mirrored picture shows
  /// is the mirrored world, so that its rotation is one, too: there the x axis of the reference camera changes its
  /// sign. Pixel size and coefficients stay.
  /// Source: Specs/xmp.md, "Calibration".
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
