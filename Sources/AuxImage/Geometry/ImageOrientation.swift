/// The eight values of the Exif tag Orientation, as in Apple's `CGImagePropertyOrientation`.
///
/// Source: Exif 2.32, tag 0x0112.
public enum ImageOrientation: Int, Hashable, Sendable, CaseIterable {
  /// Row 0 is the visual top, column 0 the visual left.
  case up = 1
  /// Mirrored left to right.
  case upMirrored = 2
  /// Turned by 180 degrees.
  case down = 3
  /// Mirrored top to bottom.
  case downMirrored = 4
  /// Mirrored left to right, then turned 270 degrees clockwise: the transpose.
  case leftMirrored = 5
  /// To be turned 90 degrees clockwise for display.
  case right = 6
  /// Mirrored left to right, then turned 90 degrees clockwise: the transverse.
  case rightMirrored = 7
  /// To be turned 270 degrees clockwise for display.
  case left = 8

  package var swapsSides: Bool { rawValue >= 5 }

  /// The orientation that undoes this one.
  package var inverse: ImageOrientation {
    switch self {
    case .right: .left
    case .left: .right
    default: self
    }
  }
}

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

  /// Returns the offset to add after the matrix is applied, for a result of that size.
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
  package func followed(by next: ImageOrientation) -> ImageOrientation {
    let (first, second) = (OrientationTransform(self), OrientationTransform(next))
    let wanted = (second(first([1, 0])), second(first([0, 1])))
    let found = Self.allCases.first { candidate in
      let transform = OrientationTransform(candidate)
      return transform([1, 0]) == wanted.0 && transform([0, 1]) == wanted.1
    }
    guard let found else { preconditionFailure("the eight orientations are a group") }
    return found
  }

  /// Returns the pixel of a stored image of `width` x `height` that is displayed at the given pixel.
  package func storedPixel(x: Int, y: Int, width: Int, height: Int) -> (x: Int, y: Int) {
    let (transform, inverse) = (OrientationTransform(self), OrientationTransform(inverse))
    let shown: SIMD2<Double> = [Double(x) + 0.5, Double(y) + 0.5]
    let (across, down) = swapsSides ? (height, width) : (width, height)
    let stored = inverse(shown - transform.offset(width: Double(across), height: Double(down)))
    return (Int(stored.x.rounded(.down)), Int(stored.y.rounded(.down)))
  }
}
