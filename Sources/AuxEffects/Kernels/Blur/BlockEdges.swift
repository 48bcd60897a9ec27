/// The pixels at edges in a block: how much of each is of the thing before, and what is behind that.
struct BlockEdges: Sendable {
  /// Of 12x12 pixels, the block and two around it.
  private var radii = [Float](repeating: 0, count: 144)
  /// Of 10x10 pixels, the block and one around it: light, and in the block the extremes of the 3x3 around each.
  private var low = [Float](repeating: 0, count: 100)
  private var high = [Float](repeating: 0, count: 100)
  private var light = [SIMD3<Float>](repeating: .zero, count: 100)
  /// ``doubt`` in the scene's own light.
  private var doubt = Self.doubt
  /// Whether outlines of the radii are the photo's to the pixel.
  private var isExact = false

  /// Where both sides are at most, on the line from the mean of the ground's mixtures, 0, to that of the thing's, 1.
  private static let farthestFront: Float = 1.5, farthestBack: Float = -0.25
  /// The variance of light that makes coverage by colour uncertain anyway, and how much of that which is seen counts.
  private static let doubt: Float = 0.002, residue: Float = 0.2

  struct Parts {
    let front: SIMD4<Float>
    let frontRadius: Float
    let ground: SIMD4<Float>
    let groundRadius: Float
  }

  /// Looks at a block; beyond the picture its border goes on.
  mutating func find<Code: LightCode>(_ column: Int, _ row: Int, of scene: LensScene<Code>) {
    let (codes, table, source) = (scene.codes.span, scene.light.span, scene.radii.codes.span)
    doubt = Self.doubt / (scene.brightness * scene.brightness)
    isExact = scene.radii.isExact
    let (left, top) = (column * 8 - 2, row * 8 - 2)
    for y in 0..<12 {
      let line = min(max(top + y, 0), scene.height - 1) * scene.width
      for x in 0..<12 {
        let pixel = line + min(max(left + x, 0), scene.width - 1)
        radii[y * 12 + x] = Float(source[pixel])
        guard 1...10 ~= x, 1...10 ~= y else { continue }
        light[(y - 1) * 10 + x - 1] = Code.light(codes, table, pixel)
      }
    }
    for y in 1..<9 {
      for x in 1..<9 {
        var (least, greatest) = (radii[y * 12 + x], radii[y * 12 + x])
        for v in y..<y + 3 {
          for u in x..<x + 3 {
            least = min(least, radii[v * 12 + u])
            greatest = max(greatest, radii[v * 12 + u])
          }
        }
        (low[y * 10 + x], high[y * 10 + x]) = (least, greatest)
      }
    }
  }

  func isEdge(_ place: Int, _ edge: Float) -> Bool {
    let index = (place >> 3 + 1) * 10 + place & 7 + 1
    return high[index] - low[index] > edge
  }

  private func radius(_ index: Int) -> Float { radii[(index / 10 + 1) * 12 + index % 10 + 1] }

  /// Returns what a pixel at an edge shows of the thing before, and the ground that is behind that.
  ///
  /// `behind` is the filled ground: light and the code of its radius. Where it is farther than the ground beside the pixel
  /// by more than `edge`, it is another ground, and this one has the light of what is beside the pixel.
  func parts(_ place: Int, behind filled: SIMD4<Float>, _ edge: Float) -> Parts {
    let index = (place >> 3 + 1) * 10 + place & 7 + 1
    let (own, pattern) = (light[index], pattern(index))
    let isNear = pattern.isBefore(0, 0)
    let groundRadius = isNear ? low[index] : radius(index)
    let isFarther = groundRadius - filled.w > edge
    let sides = sides(index, pattern, SIMD3(filled.x, filled.y, filled.z), isFarther: isFarther)
    let coverage = coverage(index, pattern, sides.front, sides.back)
    // What differs from the mixture of both sides is of the one that the pixel shows most of: not of both.
    let mixed = MatteForeground.parts(own, share: coverage, near: sides.front, far: sides.back)
    return Parts(
      front: SIMD4(mixed.near * coverage, coverage), frontRadius: isNear ? radius(index) : high[index],
      ground: SIMD4(isNear ? sides.beside : mixed.far, 1), groundRadius: groundRadius)
  }

  /// Finds which of the 5x5 radii around a pixel are nearer than the middle of those of its 3x3.
  private func pattern(_ index: Int) -> OutlinePattern {
    let middle = (low[index] + high[index]) / 2
    let first = (index / 10 - 1) * 12 + index % 10 - 1
    var bits: UInt32 = 0
    for row in 0..<5 {
      for column in 0..<5 where radii[first + row * 12 + column] > middle {
        bits |= 1 << UInt32(row * 5 + column)
      }
    }
    return OutlinePattern(bits: bits)
  }

  /// Returns how much of a pixel is of the thing before: what its outline lets expect, changed by the colours as far as they
  /// say more.
  ///
  /// The colours of the 3x3 differ from what their shares of both sides' light let expect, where those sides have textures:
  /// the more they do, the less the pixel's own counts.
  private func coverage(
    _ index: Int, _ pattern: OutlinePattern, _ front: SIMD3<Float>, _ back: SIMD3<Float>
  ) -> Float {
    let difference = front - back
    let scale = 1 / max((difference * difference).sum(), 1e-5)
    func byColour(_ index: Int) -> Float { ((light[index] - back) * difference).sum() * scale }
    var (residue, expected) = (Float(0), Float(0))
    for y in -1...1 {
      for x in -1...1 {
        let share = pattern.share(x, y, isExact: isExact)
        let error = byColour(index + y * 10 + x) - share.mean
        residue += error * error
        expected += share.variance
      }
    }
    let noise = max(residue - expected, 0) / 9 * Self.residue + doubt * scale
    let own = pattern.share(0, 0, isExact: isExact)
    return clampedToUnit(
      own.mean + (byColour(index) - own.mean) * own.variance / (own.variance + noise))
  }

  /// Returns the light of both sides around a pixel, and the ground's mean beside it.
  ///
  /// The means of both sides are those of mixtures. Each side's own light is on the line through both means, as far out as
  /// that of any pixel of the side, up to a bound.
  private func sides(
    _ index: Int, _ pattern: OutlinePattern, _ filled: SIMD3<Float>, isFarther: Bool
  ) -> (front: SIMD3<Float>, back: SIMD3<Float>, beside: SIMD3<Float>) {
    var (before, beyond) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
    for y in -1...1 {
      for x in -1...1 {
        let other = index + y * 10 + x
        if pattern.isBefore(x, y) {
          before += SIMD4(light[other], 1)
        } else {
          beyond += SIMD4(light[other], 1)
        }
      }
    }
    let front = SIMD3(before.x, before.y, before.z) / max(before.w, 1)
    let mean = SIMD3(beyond.x, beyond.y, beyond.z) / max(beyond.w, 1)
    let fill = isFarther && beyond.w > 0 ? mean : filled
    let seen = min(beyond.w / 2, 1)
    let back = mean * seen + fill * (1 - seen)
    let way = front - back
    let scale = 1 / max((way * way).sum(), 1e-5)
    var (most, least) = (Float(1), Float(0))
    for y in -1...1 {
      for x in -1...1 {
        let other = index + y * 10 + x
        let at = ((light[other] - back) * way).sum() * scale
        if pattern.isBefore(x, y) { most = max(most, at) } else { least = min(least, at) }
      }
    }
    return (back + way * min(most, Self.farthestFront), back + way * max(least, Self.farthestBack), back)
  }
}
