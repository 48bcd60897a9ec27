/// Focal lengths and principal point in pixels, from the top left corner of the first pixel.
public struct PinholeIntrinsics: Hashable, Sendable {
  /// The focal length across.
  public var fx: Double
  /// The focal length down.
  public var fy: Double
  /// The principal point from the left edge.
  public var cx: Double
  /// The principal point from the top edge.
  public var cy: Double
}

extension PinholeIntrinsics {
  /// Takes the numbers of a matrix by columns.
  init(_ matrix: [Double]) {
    self.init(fx: matrix[0], fy: matrix[4], cx: matrix[6], cy: matrix[7])
  }

  /// Returns the camera where the centre of the first pixel is at that coordinate.
  func measured(fromPixelCentre centre: Double) -> Self {
    Self(fx: fx, fy: fy, cx: cx - 0.5 + centre, cy: cy - 0.5 + centre)
  }
}
