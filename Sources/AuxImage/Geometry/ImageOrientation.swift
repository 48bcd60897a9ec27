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

  /// Whether width and height change places.
  public var swapsSides: Bool { rawValue >= 5 }

  /// The orientation that undoes this one.
  public var inverse: ImageOrientation {
    switch self {
    case .right: .left
    case .left: .right
    default: self
    }
  }
}
