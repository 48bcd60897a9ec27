internal import AuxKernels

/// Detail for the ground behind a thing: that of the ground beside it in the row, mirrored.
struct GroundTexture {
  let row: Int
  /// The column that stays where it is; the ground goes from there against `step`.
  let mirror: Int
  let step: Int
  /// The code of the parallax of the ground.
  let depth: Float
  /// The extremes of the light of all ground that was looked at so far.
  private(set) var low = SIMD3<Float>(repeating: .infinity)
  private(set) var high = SIMD3<Float>(repeating: -.infinity)

  /// How far the light of hidden ground may be from that of visible ground.
  private static let tolerance: Float = 0.01

  init(row: Int, mirror: Int, step: Int, depth: Float) {
    (self.row, self.mirror, self.step, self.depth) = (row, mirror, step, depth)
  }

  /// Returns light that is within that of the ground looked at, where there is any: a fill from farther around may have
  /// some of the thing before.
  func bounded(_ light: SIMD3<Float>) -> SIMD3<Float> {
    guard low.x <= high.x else { return light }
    return light.clamped(
      lowerBound: (low - Self.tolerance).clamped(lowerBound: .zero, upperBound: .one),
      upperBound: high + Self.tolerance)
  }

  /// Detail is what differs from the mean of so many pixels to each side, as far apart as the photo is large.
  private static let reach = 2
  private static func pitch(_ width: Int) -> Int { max((width + 400) / 800, 1) }

  /// Returns by how much a pixel differs from the ground around it; nil where it is no ground, or of another depth.
  mutating func detail<Code: LightCode>(at column: Int, of scene: LensScene<Code>) -> SIMD3<Float>? {
    let (codes, table, depths) = (scene.codes.span, scene.light.span, scene.radii.codes.span)
    func isGround(_ pixel: Int) -> Bool { abs(Float(depths[pixel]) - depth) <= scene.edge }
    let place = row * scene.width + column
    guard column >= 0, column < scene.width, isGround(place) else { return nil }
    let pitch = Self.pitch(scene.width)
    var (sum, count) = (SIMD3<Float>.zero, Float(0))
    for y in -Self.reach...Self.reach {
      let line = row + y * pitch
      guard line >= 0, line < scene.height else { continue }
      // Every other one, as on a chessboard, is enough.
      for x in stride(from: -Self.reach + (y & 1), through: Self.reach, by: 2) {
        var other = column + x * pitch
        // Beyond the mirror is what is mirrored.
        if (other - mirror) * step > 0 { other = 2 * mirror - other }
        guard other >= 0, other < scene.width, isGround(line * scene.width + other) else { continue }
        let light = Code.light(codes, table, line * scene.width + other)
        (low, high) = (pointwiseMin(low, light), pointwiseMax(high, light))
        sum += light
        count += 1
      }
    }
    guard count > 1 else { return nil }
    return Code.light(codes, table, place) - sum / count
  }
}
