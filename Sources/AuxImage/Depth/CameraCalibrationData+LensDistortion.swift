internal import AuxKernels

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

extension CameraCalibrationData {
  package static let lookupTableCount = 42

  /// The radial magnification from an undistorted to a distorted point, at 42 radii from the centre outwards.
  ///
  /// 0 is no distortion. Made from ``lensDistortionCoefficients`` when asked for; nil without them or without
  /// ``lensDistortionCenter``. The last radius reaches the corner farthest from the centre.
  public var lensDistortionLookupTable: [Float]? { lookupTable(lensDistortionCoefficients) }

  /// The radial magnification from a distorted to an undistorted point, at 42 radii from the centre outwards.
  ///
  /// Made from ``inverseLensDistortionCoefficients``; nil as ``lensDistortionLookupTable``.
  public var inverseLensDistortionLookupTable: [Float]? { lookupTable(inverseLensDistortionCoefficients) }

  /// Returns the table of a polynomial in even powers of the radius in millimetres, which gives percent.
  ///
  /// Source: Specs/xmp.md, "Calibration".
  private func lookupTable(_ coefficients: [Double]?) -> [Float]? {
    guard let coefficients, let center = lensDistortionCenter else { return nil }
    let largest = Self.largestRadius(around: center, in: intrinsicMatrixReferenceDimensions) * pixelSize
    return (0..<Self.lookupTableCount).map { index in
      let radius = largest * Double(index) / Double(Self.lookupTableCount - 1)
      let percent = coefficients.reversed().reduce(0) { $0 * radius * radius + $1 }
      let magnification = 1 + percent / 100
      return magnification > 0 ? Float(1 / magnification - 1) : 0
    }
  }

  private static func largestRadius(around center: Point, in size: Dimensions) -> Double {
    hypot(max(center.x, size.width - center.x), max(center.y, size.height - center.y))
  }

  /// Returns where a lookup table moves a point, as the function that Apple prints in its header does.
  ///
  /// With ``lensDistortionLookupTable`` an undistorted point goes to its distorted position, with
  /// ``inverseLensDistortionLookupTable`` the other way round. Points and centre are in pixels of an image of
  /// `imageSize`: a centre for the reference dimensions is scaled first. An empty table moves nothing.
  public static func lensDistortionPoint(
    for point: Point, lookupTable: [Float], distortionOpticalCenter center: Point, imageSize: Dimensions
  ) -> Point {
    guard let last = lookupTable.last else { return point }
    let (x, y) = (point.x - center.x, point.y - center.y)
    let radius = hypot(x, y)
    let largest = largestRadius(around: center, in: imageSize)
    var magnification = Double(last)
    if radius < largest {
      let position = radius / largest * Double(lookupTable.count - 1)
      let index = position.integer(.down, in: 0...lookupTable.count - 1)
      let next = min(index + 1, lookupTable.count - 1)
      let part = position - Double(index)
      magnification = (1 - part) * Double(lookupTable[index]) + part * Double(lookupTable[next])
    }
    return Point(x: center.x + x * (1 + magnification), y: center.y + y * (1 + magnification))
  }
}
