#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A map of the points of one plane to those of another that keeps lines straight: a matrix of 3x3 numbers.
///
/// Points are continuous: a plane covers `0...width` and `0...height` from its top left corner.
package struct PlaneTransform: Hashable, Sendable {
  /// The rows of the matrix: those of x, of y, and of what both are divided by.
  package let x: SIMD3<Double>, y: SIMD3<Double>, divisor: SIMD3<Double>

  package init(x: SIMD3<Double>, y: SIMD3<Double>, divisor: SIMD3<Double> = [0, 0, 1]) {
    (self.x, self.y, self.divisor) = (x, y, divisor)
  }

  /// Stretches both axes about the corner.
  package init(scaling across: Double, _ down: Double) { self.init(x: [across, 0, 0], y: [0, down, 0]) }

  /// Moves all points.
  package init(moving across: Double, _ down: Double) { self.init(x: [1, 0, across], y: [0, 1, down]) }

  /// Turns about the corner, clockwise as y points down.
  package init(turning degrees: Double) {
    let radians = degrees * .pi / 180
    let (cosine, sine) = (cos(radians), sin(radians))
    self.init(x: [cosine, -sine, 0], y: [sine, cosine, 0])
  }

  /// Returns where a point goes.
  package func callAsFunction(_ point: SIMD2<Double>) -> SIMD2<Double> {
    let whole = SIMD3(point.x, point.y, 1)
    return SIMD2((x * whole).sum(), (y * whole).sum()) / (divisor * whole).sum()
  }

  /// Returns the map that does what this one and then `next` do.
  package func followed(by next: PlaneTransform) -> PlaneTransform {
    func row(_ factors: SIMD3<Double>) -> SIMD3<Double> {
      x * factors.x + y * factors.y + divisor * factors.z
    }
    return PlaneTransform(x: row(next.x), y: row(next.y), divisor: row(next.divisor))
  }

  /// The map that leads back; there must be one.
  package var inverse: PlaneTransform {
    func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
      [a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x]
    }
    let (one, two, three) = (cross(y, divisor), cross(divisor, x), cross(x, y))
    // The cross products are the columns of the inverse times the determinant, which divides out of the last number.
    let factor = three.z
    precondition(factor != 0)
    return PlaneTransform(
      x: SIMD3(one.x, two.x, three.x) / factor, y: SIMD3(one.y, two.y, three.y) / factor,
      divisor: SIMD3(one.z, two.z, three.z) / factor)
  }

  /// Whether parallels stay parallel.
  package var isAffine: Bool { divisor.x == 0 && divisor.y == 0 }

  /// Returns how many times as long a short line is at a point, in the mean of all directions.
  package func magnification(at point: SIMD2<Double>) -> Double {
    let step = 0.5
    let across = self(point + [step, 0]) - self(point - [step, 0])
    let down = self(point + [0, step]) - self(point - [0, step])
    return abs(across.x * down.y - across.y * down.x).squareRoot()
  }

  /// Returns by how many degrees a short line across is turned clockwise at a point, as y points down.
  package func turning(at point: SIMD2<Double>) -> Double {
    let across = self(point + [0.5, 0]) - self(point - [0.5, 0])
    return atan2(across.y, across.x) * 180 / .pi
  }
}
