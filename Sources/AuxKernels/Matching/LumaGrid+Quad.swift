extension LumaGrid {
  /// Where the corners of a picture are in another one, in parts of that one's sides from its top left.
  package struct Quad: Hashable, Sendable {
    /// The corners, row by row.
    package var corners: [SIMD2<Double>]

    /// Creates a quadrilateral of its four corners: top left, top right, bottom left, bottom right.
    package init(_ corners: [SIMD2<Double>]) {
      precondition(corners.count == 4)
      self.corners = corners
    }

    /// Creates the quadrilateral of a rectangle.
    package init(_ rectangle: Rectangle) {
      self.init([
        [rectangle.left, rectangle.top], [rectangle.right, rectangle.top],
        [rectangle.left, rectangle.bottom],
        [rectangle.right, rectangle.bottom],
      ])
    }

    /// The lengths of the top, bottom, left and right side, where the other picture's sides are so long.
    package func sides(width: Double, height: Double) -> [Double] {
      [(0, 1), (2, 3), (0, 2), (1, 3)].map { one, two in
        let difference = (corners[two] - corners[one]) * [width, height]
        return (difference * difference).sum().squareRoot()
      }
    }

    /// Returns the greatest distance of two corners, in parts of the sides.
    package func distance(to other: Quad) -> Double {
      zip(corners, other.corners).map { max(abs($0.x - $1.x), abs($0.y - $1.y)) }.max() ?? 0
    }

    /// The farthest that a corner is outside of the other picture, in parts of its sides; negative where all are inside.
    package var reach: Double {
      corners.map { max(-$0.x, -$0.y, $0.x - 1, $0.y - 1) }.max() ?? 0
    }

    /// Leads from a picture, whose sides are from 0 to 1, to the other one; nil where no plane is seen so.
    ///
    /// Source: P. Heckbert, "Fundamentals of texture mapping and image warping", 1989, 2.2.3.
    package var transform: PlaneTransform? {
      let (a, b, c, d) = (corners[0], corners[1], corners[3], corners[2])
      let (one, two, sum) = (b - c, d - c, a - b + c - d)
      let determinant = one.x * two.y - two.x * one.y
      guard abs(determinant) > 1e-9 else { return nil }
      let g = (sum.x * two.y - two.x * sum.y) / determinant
      let h = (one.x * sum.y - sum.x * one.y) / determinant
      // All corners are before the eye.
      guard min(1 + g, 1 + h, 1 + g + h) > 0.1 else { return nil }
      let (across, down) = (b - a + g * b, d - a + h * d)
      return PlaneTransform(
        x: [across.x, down.x, a.x], y: [across.y, down.y, a.y], divisor: [g, h, 1])
    }

    /// Returns the nearest quadrilateral that a picture of an aspect ratio has when it is turned, scaled and moved alone.
    ///
    /// `aspect` is width by height of the picture, `whole` that of the other one.
    package func rigid(aspect: Double, whole: Double) -> Quad {
      // In units in which pixels are square, from the centres.
      let points = corners.map { $0 * [whole, 1] }
      let centre = points.reduce(SIMD2(), +) / 4
      let half: SIMD2<Double> = [aspect / 2, 0.5]
      let own: [SIMD2<Double>] = [[-half.x, -half.y], [half.x, -half.y], [-half.x, half.y], half]
      // The least squares of a similarity: the mean product of complex numbers.
      var (real, imaginary, norm) = (0.0, 0.0, 0.0)
      for (point, start) in zip(points, own) {
        let moved = point - centre
        real += moved.x * start.x + moved.y * start.y
        imaginary += moved.y * start.x - moved.x * start.y
        norm += start.x * start.x + start.y * start.y
      }
      (real, imaginary) = (real / norm, imaginary / norm)
      return Quad(
        own.map { start in
          let moved: SIMD2<Double> = [
            start.x * real - start.y * imaginary, start.x * imaginary + start.y * real,
          ]
          return (centre + moved) / [whole, 1]
        })
    }
  }

  /// Returns what a quadrilateral shows, in another size: interpolated between four samples, so that samples of the result
  /// should be about as wide as these. Outside of the picture its outermost samples go on.
  func warped(_ transform: PlaneTransform, width newWidth: Int, height newHeight: Int) -> LumaGrid {
    let toSamples = PlaneTransform(scaling: 1 / Double(newWidth), 1 / Double(newHeight))
      .followed(by: transform).followed(by: PlaneTransform(scaling: Double(width), Double(height)))
    var result = Bands.undefined(newWidth * newHeight, of: Float.self)
    Bands.write(&result, rows: newHeight, jobs: 1) { band, part in
      let source = samples.span
      var at = 0
      for row in band {
        for column in 0..<newWidth {
          let point = toSamples([Double(column) + 0.5, Double(row) + 0.5]) - 0.5
          let x = min(max(point.x, 0), Double(width - 1))
          let y = min(max(point.y, 0), Double(height - 1))
          let (left, top) = (min(Int(x), max(width - 2, 0)), min(Int(y), max(height - 2, 0)))
          let (right, bottom) = (min(left + 1, width - 1), min(top + 1, height - 1))
          let (across, down) = (Float(x - Double(left)), Float(y - Double(top)))
          let upper = source[top * width + left] * (1 - across) + source[top * width + right] * across
          let lower = source[bottom * width + left] * (1 - across) + source[bottom * width + right] * across
          part[at] = upper * (1 - down) + lower * down
          at += 1
        }
      }
    }
    return LumaGrid(width: newWidth, height: newHeight, samples: result)
  }
}
