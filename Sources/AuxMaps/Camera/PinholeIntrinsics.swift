internal import AuxImage

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

/// The point of the first pixel from which a principal point counts.
///
/// Source: Specs/conversions.md, "Half a pixel".
public enum PixelOrigin: String, Hashable, Sendable, CaseIterable {
  /// The top left corner: the center of the first pixel is at (0.5, 0.5), as in ``MapCamera``.
  case corner
  /// The center, as in OpenCV.
  case center

  /// The coordinate of the center of the first pixel: 0.5 or 0.
  public var firstPixelCentre: Double { self == .corner ? 0.5 : 0 }
}

extension PinholeIntrinsics {
  /// Takes the numbers of a matrix by columns.
  init(_ matrix: [Double]) {
    self.init(fx: matrix[0], fy: matrix[4], cx: matrix[6], cy: matrix[7])
  }

  /// Takes a matrix by rows: 3x3, or that part of one of 3x4 or 4x4.
  ///
  /// Throws `malformed` if it is not that of a camera without skew.
  init(rows numbers: [Double]) throws(AuxError) {
    guard [9, 12, 16].contains(numbers.count) else {
      throw AuxError(.malformed, "\(numbers.count) numbers are no matrix of 3x3, 3x4 or 4x4")
    }
    let columns = numbers.count == 9 ? 3 : 4
    let rows = (0..<9).map { numbers[$0 / 3 * columns + $0 % 3] }
    guard rows[0] > 0, rows[4] > 0, rows[8] == 1, rows.allSatisfy(\.isFinite),
      [rows[3], rows[6], rows[7]].allSatisfy({ $0 == 0 }), abs(rows[1]) <= rows[0] / 1000
    else { throw AuxError(.malformed, "the intrinsics are no matrix of a camera without skew") }
    self.init(fx: rows[0], fy: rows[4], cx: rows[2], cy: rows[5])
  }

  /// Returns the camera where the centre of the first pixel is at that coordinate.
  func measured(fromPixelCentre centre: Double) -> Self {
    Self(fx: fx, fy: fy, cx: cx - 0.5 + centre, cy: cy - 0.5 + centre)
  }

  /// Returns the camera, whose principal point counts from `origin`, as counted from the corner.
  func counted(from origin: PixelOrigin) -> Self {
    let shift = PixelOrigin.corner.firstPixelCentre - origin.firstPixelCentre
    return Self(fx: fx, fy: fy, cx: cx + shift, cy: cy + shift)
  }
}
