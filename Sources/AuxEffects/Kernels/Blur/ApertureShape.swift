#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// What light passes through: a disc, or a polygon of blades, cut by the rim of the lens towards the picture's corners.
struct ApertureShape: Hashable, Sendable {
  let blades: Int
  /// How far the rim has moved across it, in its radii, to the right and downwards.
  let cut: SIMD2<Float>
  /// Whether the shape is upside down: a blur before the focus turns it.
  let isTurned: Bool

  static let round = ApertureShape(blades: 0, cut: .zero, isTurned: false)

  /// Points along a cell's side at which coverage is measured.
  private static let fineness = 16

  /// Returns the mean square of the distance along a row at which a round one of a radius in cells puts light.
  private static func variance(radius: Float) -> Float {
    let (cells, reach) = round.coverage(radius: radius)
    let side = 2 * reach + 1
    var (sum, total) = (Float(0), Float(0))
    for cell in cells.indices {
      let column = Float(cell % side - reach)
      sum += cells[cell] * column * column
      total += cells[cell]
    }
    return sum / total
  }

  /// Returns how much cells have to be sharpened, so that they and the coverage of a round one spread light as its disc does.
  ///
  /// A disc spreads light along a row with a variance of a quarter of its squared radius. The coverage of cells adds
  /// about a twelfth, the variance of a cell, and the change of a picture's size adds `blur`. Means with weights -s, 1 + 2 s
  /// and -s along rows and columns take 2 s away. Where the coverage is that of one cell, s is negative, and they blur.
  static func sharpening(radius: Float, blur: Float) -> Float {
    (variance(radius: radius) + blur - radius * radius / 4) / 2
  }

  /// Returns the coverage of the cells around the middle one, for a radius in cells, row by row.
  ///
  /// There are `reach` cells on either side of the middle. A point's picture is turned by 180 degrees against what a
  /// cell takes from around it.
  func coverage(radius: Float) -> (cells: [Float], reach: Int) {
    let reach = max(Int((radius + 0.5).rounded(.up)) - 1, 0)
    // All of a small one is in the middle cell, whatever its shape.
    guard reach > 0 else { return ([1], 0) }
    let side = 2 * reach + 1
    var cells = [Float](repeating: 0, count: side * side)
    let sign: Float = isTurned ? 1 : -1
    let step = 1 / Float(Self.fineness)
    for row in 0..<side * Self.fineness {
      let y = (Float(row) + 0.5) * step - Float(reach) - 0.5
      for column in 0..<side {
        let left = Float(column - reach) - 0.5
        cells[row / Self.fineness * side + column] += span(sign * y / radius, sign).overlap(
          left / radius, (left + 1) / radius)
      }
    }
    return (cells, reach)
  }

  /// A stretch of a line across the aperture.
  private struct Stretch {
    var from, to: Float

    func overlap(_ left: Float, _ right: Float) -> Float { max(min(right, to) - max(left, from), 0) }

    /// Cuts it to another stretch.
    mutating func cut(to other: Stretch) { (from, to) = (max(from, other.from), min(to, other.to)) }
  }

  private static func disc(_ y: Float, _ centre: SIMD2<Float>) -> Stretch {
    let half = max(1 - (y - centre.y) * (y - centre.y), 0).squareRoot()
    return half > 0 ? Stretch(from: centre.x - half, to: centre.x + half) : Stretch(from: 0, to: 0)
  }

  /// Returns the part of the line at a height that is inside, mirrored for a negative sign.
  private func span(_ y: Float, _ sign: Float) -> Stretch {
    var inside = Self.disc(y, .zero)
    if cut != .zero { inside.cut(to: Self.disc(y, cut)) }
    // Each blade's edge is a line; a corner points upwards.
    for blade in 0..<blades {
      let angle = (Float(blade) + 0.5) * 2 * .pi / Float(blades) - .pi / 2
      let (across, down) = (cos(angle), sin(angle))
      let rest = cos(.pi / Float(blades)) - down * y
      if across > 1e-6 {
        inside.to = min(inside.to, rest / across)
      } else if across < -1e-6 {
        inside.from = max(inside.from, rest / across)
      } else if rest < 0 {
        inside.to = inside.from
      }
    }
    return sign > 0 ? inside : Stretch(from: -inside.to, to: -inside.from)
  }
}
