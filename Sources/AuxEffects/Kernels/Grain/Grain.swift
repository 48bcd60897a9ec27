internal import AuxKernels

/// The grain of a photo, which a blur takes away, to be put back where the picture is blurred.
///
/// Sharp pixels keep their codes. The noise depends on the photo and the place only.
struct Grain: Sendable {
  /// The standard deviation of the grain of green in the middle of the brightness, in codes of 8 bits.
  var deviation: Float { curve.deviations[128] }

  private let curve: GrainCurve
  private let blocks: GrainBlocks
  private let tile: GrainTile
  /// The share of the grain to be added for each 32 codes of radius.
  private let losses: [Float]

  /// The radius in pixels from which on a blur takes all of the grain.
  private static let whole: Float = 6
  /// The pixels of a square that shows one part of the tile.
  private static let square = 64

  /// Measures a photo that radii blur; nil where there is no grain to add.
  init?<Code: LightCode>(_ codes: [Code], _ radii: SignedRadii, jobs: Int) {
    let (width, height) = (radii.width, radii.height)
    // Samples of 16 bits are rounded too finely to matter.
    let rounding: Float = Code.bitWidth == 8 ? 0.08 : 0
    guard radii.codes.contains(where: { $0 != 0 }),
      let blocks = GrainBlocks(codes, width: width, height: height, jobs: jobs),
      let curve = GrainCurve(blocks, rounding: rounding),
      let tile = GrainTile(codes, width: width, height: height, blocks, curve)
    else { return nil }
    (self.blocks, self.curve, self.tile) = (blocks, curve, tile)
    losses = Self.losses(tile, unit: radii.unit)
  }

  private static func losses(_ tile: GrainTile, unit: Float) -> [Float] {
    let known: [Float] = [0, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, whole]
    let values = known.map { $0 == 0 ? 0 : $0 == whole ? 1 : tile.loss(radius: $0) }
    return (0...1024).map { step in
      let radius = Float(step * 32) * unit
      guard radius < whole, let next = known.firstIndex(where: { $0 > radius }) else { return 1 }
      let share = (radius - known[next - 1]) / (known[next] - known[next - 1])
      return values[next - 1] + (values[next] - values[next - 1]) * share
    }
  }

  /// Adds the grain to a blurred picture.
  func add<Code: LightCode>(to picture: inout [Code], _ radii: SignedRadii, jobs: Int) {
    let (width, square) = (radii.width, Self.square)
    Bands.write(&picture, rows: radii.height, height: square, jobs: jobs) { band, part in
      var factors = [Float](repeating: 0, count: blocks.columns)
      for row in band {
        findFactors(of: row, into: &factors)
        for first in stride(from: 0, to: width, by: square) {
          let columns = first..<min(first + square, width)
          let random = GrainTile.random(UInt64(row / square) << 32 | UInt64(first / square))
          let places = UInt64(GrainTile.side - square)
          let (across, down) = (Int(random % places), Int(random >> 32 % places))
          add(
            columns, row, radii.codes.span.extracting(row * width..<(row + 1) * width), factors,
            from: ((down + row % square) * GrainTile.side + across) * 3,
            to: (row - band.lowerBound) * width * 3, of: &part)
        }
      }
    }
  }

  /// Adds it to a run of a row: from `start` of the tile on, to the row of the part that begins at `line`.
  private func add<Code: LightCode>(
    _ columns: Range<Int>, _ row: Int, _ radii: Span<Int16>, _ factors: [Float], from start: Int,
    to line: Int, of part: inout MutableSpan<Code>
  ) {
    let (deviations, losses, noise) = (curve.deviations.span, losses.span, tile.codes.span)
    let wide = Float(Code.max) / 255
    let shift = Code.bitWidth - 8
    let scale = wide / GrainTile.unit
    let place = (Float(columns.lowerBound) + 0.5) / Float(blocks.cell) - 0.5
    let step = 1 / Float(blocks.cell)
    var cell = place
    let last = Float(blocks.columns - 1)
    for column in columns {
      defer { cell += step }
      let loss = losses[Int(radii[column].magnitude) >> 5]
      guard radii[column] != 0, loss > 0 else { continue }
      let to = line &+ column &* 3
      let (red, green, blue) = (part[to], part[to &+ 1], part[to &+ 2])
      let brightness = (Int(red) &+ 2 &* Int(green) &+ Int(blue)) >> (2 &+ shift)
      let inside = min(max(cell, 0), last)
      let left = Int(inside)
      let right = min(left &+ 1, blocks.columns &- 1)
      let factor = factors[left] + (factors[right] - factors[left]) * (inside - Float(left))
      let strength = loss * factor * deviations[brightness] * scale
      let from = start &+ (column &- columns.lowerBound) &* 3
      let grain = SIMD3(Float(noise[from]), Float(noise[from &+ 1]), Float(noise[from &+ 2]))
      let sum = SIMD3(Float(red), Float(green), Float(blue)) + grain * strength
      let clipped = sum.clamped(lowerBound: .zero, upperBound: SIMD3(repeating: Float(Code.max)))
      part[to] = Code.nearest(clipped.x)
      part[to &+ 1] = Code.nearest(clipped.y)
      part[to &+ 2] = Code.nearest(clipped.z)
    }
  }

  /// Writes the factors of a row of pixels, between those of two rows of cells.
  private func findFactors(of row: Int, into factors: inout [Float]) {
    let place = min(max((Float(row) + 0.5) / Float(blocks.cell) - 0.5, 0), Float(blocks.rows - 1))
    let upper = Int(place)
    let (first, second) = (upper * blocks.columns, min(upper + 1, blocks.rows - 1) * blocks.columns)
    for column in 0..<blocks.columns {
      let own = curve.factors[first + column]
      factors[column] = own + (curve.factors[second + column] - own) * (place - Float(upper))
    }
  }
}
