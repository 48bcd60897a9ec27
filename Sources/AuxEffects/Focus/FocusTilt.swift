public import AuxImage
internal import AuxKernels

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A plane of focus that is not parallel to the picture, as a tilted lens has it.
///
/// The disparity of a plane in space is linear in the picture's columns and rows, so the nearness in focus is
/// ``start`` + (``end`` - ``start``) p. p goes from 0 at one side of the picture as displayed to 1 at the other, in
/// the direction of ``angle``. Source: T. Scheimpflug, GB 1196 of 1904; Specs/effects.md, "Tilt".
public struct FocusTilt: Hashable, Sendable {
  /// The nearness in focus where the picture begins, its top without an angle; 1 by default.
  public let start: Float
  /// The nearness in focus where the picture ends; 0 by default.
  public let end: Float
  /// The direction from start to end in degrees, clockwise: 0, the default, is downwards and -90 to the right.
  public let angle: Float

  /// A plane whose top is in focus where it is nearest, and whose bottom where it is farthest.
  package static let standard = FocusTilt(known: 1, 0, 0)

  private init(known start: Float, _ end: Float, _ angle: Float) {
    (self.start, self.end, self.angle) = (start, end, angle)
  }

  /// Creates a plane.
  ///
  /// Throws `AuxError` with code `usage` where a nearness is outside of -10...10 or the angle of -180...180, or one is NaN.
  /// Beyond 0...1 the plane leaves the map's range before it reaches the picture's side.
  public init(start: Float = 1, end: Float = 0, angle: Float = 0) throws(AuxError) {
    try Parameter.check(start, "nearness in focus at the start", in: -10...10)
    try Parameter.check(end, "nearness in focus at the end", in: -10...10)
    try Parameter.check(angle, "angle of the tilt", in: -180...180)
    (self.start, self.end, self.angle) = (start, end, angle)
  }

  /// Returns the map less the plane, with `focus` where the plane is: values may be outside of 0...1.
  ///
  /// The map is yet to be turned by `orientation`; the plane is that of the picture as displayed.
  package func levelled(
    _ map: consuming NormalisedMap, to focus: Float, orientation: ImageOrientation, jobs: Int
  ) -> NormalisedMap {
    let plane = plane(width: map.width, height: map.height, orientation: orientation)
    let width = map.width
    var values = map.values
    map.values = []
    Bands.write(&values, rows: map.height, jobs: jobs) { band, part in
      for row in band {
        let start = (row - band.lowerBound) * width
        let term = focus - plane.origin - plane.down * Float(row)
        for column in 0..<width { part[start + column] += term - plane.across * Float(column) }
      }
    }
    map.values = values
    return map
  }

  /// Returns the nearness in focus at the first stored pixel, and by how much it grows with a column and a row.
  func plane(
    width: Int, height: Int, orientation: ImageOrientation
  ) -> (origin: Float, across: Float, down: Float) {
    let (across, down) = orientation.swapsSides ? (height, width) : (width, height)
    func nearness(_ column: Int, _ row: Int) -> Double {
      // The pixel as displayed of one that is stored: the other way round of what the orientation does.
      let shown = orientation.inverse.storedPixel(x: column, y: row, width: across, height: down)
      let radians = Double(angle) * .pi / 180
      let (x, y) = (-sin(radians), cos(radians))
      let extent = Double(across) * abs(x) + Double(down) * abs(y)
      let position =
        ((Double(shown.x) + 0.5 - Double(across) / 2) * x + (Double(shown.y) + 0.5 - Double(down) / 2) * y)
        / extent
      return Double(start) + Double(end - start) * (position + 0.5)
    }
    let origin = nearness(0, 0)
    // Of a side of one pixel nothing is asked.
    let (right, below) = (max(width - 1, 1), max(height - 1, 1))
    return (
      Float(origin), Float((nearness(right, 0) - origin) / Double(right)),
      Float((nearness(0, below) - origin) / Double(below))
    )
  }
}
