internal import AuxKernels

/// The ground behind nearer things, of half the picture's size: its light and its radius.
///
/// Hidden ground is filled from visible ground. Pixels that a matte covers in part are not ground.
struct HiddenGround: Sendable {
  private let level: FillLevel
  /// The share of the picture's pixels whose ground was filled; 0...1.
  let filledShare: Double
  /// The light of a matte's subject, where there is a matte.
  private let subject: FillLevel?

  /// Finds the ground of a scene; nil where nothing can hide anything.
  init?<Code: LightCode>(_ scene: LensScene<Code>, jobs: Int) {
    let needed = Self.needed(scene)
    guard needed.contains(true) else { return nil }
    let visible = Self.visible(scene, needed: needed, jobs: jobs)
    filledShare = Self.filledShare(visible, needed, scene.blocks.columns)
    level = visible.filled(needed: needed, blocks: scene.blocks.columns, jobs: jobs)
    subject =
      scene.radii.matte.isEmpty
      ? nil
      : Self.visible(scene, needed: needed, jobs: jobs, inside: true).filled(
        needed: needed, blocks: scene.blocks.columns, jobs: jobs)
  }

  /// Returns the share of cells in which no ground is seen, of blocks where something may be hidden.
  private static func filledShare(_ level: FillLevel, _ needed: [Bool], _ columns: Int) -> Double {
    var count = 0
    let weights = level.weights.span
    for row in 0..<level.height {
      for column in 0..<level.width
      where weights[row &* level.width &+ column] == 0 && needed[(row >> 2) * columns + column >> 2] {
        count += 1
      }
    }
    return Double(count) / Double(level.width * level.height)
  }

  /// Returns which blocks may hide something, or are next to such.
  private static func needed<Code: LightCode>(_ scene: LensScene<Code>) -> [Bool] {
    let (columns, rows) = (scene.blocks.columns, scene.blocks.rows)
    var needed = [Bool](repeating: false, count: columns * rows)
    for row in 0..<rows {
      for column in 0..<columns where scene.mayHide(row * columns + column) {
        for y in max(row - 1, 0)...min(row + 1, rows - 1) {
          for x in max(column - 1, 0)...min(column + 1, columns - 1) { needed[y * columns + x] = true }
        }
      }
    }
    return needed
  }

  /// Returns the pixels that are not nearer than their surroundings, or those inside a matte's subject.
  private static func visible<Code: LightCode>(
    _ scene: LensScene<Code>, needed: [Bool], jobs: Int, inside: Bool = false
  )
    -> FillLevel
  {
    let side = RadiusBlocks.side
    var level = FillLevel(width: (scene.width + 1) / 2, height: (scene.height + 1) / 2)
    let width = level.width
    Bands.write(&level.cells, &level.weights, rows: level.height, jobs: jobs) { band, cells, weights in
      var thresholds = [Float](repeating: 0, count: side * side)
      for row in band.lowerBound * 2 / side..<(band.upperBound * 2 + side - 1) / side {
        for column in 0..<scene.blocks.columns {
          let isNeeded = needed[row * scene.blocks.columns + column]
          if isNeeded { scene.blocks.findThresholds(column, row, into: &thresholds) }
          let (columns, rows) = scene.pixels(column, row)
          for y in stride(from: rows.lowerBound, to: rows.upperBound, by: 2) {
            for x in stride(from: columns.lowerBound, to: columns.upperBound, by: 2) {
              let place = (y / 2 - band.lowerBound) * width + x / 2
              guard isNeeded else {
                (cells[place], weights[place]) = (.zero, 0)
                continue
              }
              let sum = sum(
                scene, x..<min(x + 2, scene.width), y..<min(y + 2, scene.height), thresholds.span, inside)
              (cells[place], weights[place]) = (FillLevel.packed(sum.value), sum.weight)
            }
          }
        }
      }
    }
    return level
  }

  @inline(__always)
  private static func sum<Code: LightCode>(
    _ scene: LensScene<Code>, _ columns: Range<Int>, _ rows: Range<Int>, _ thresholds: Span<Float>,
    _ inside: Bool
  ) -> (value: SIMD4<Float>, weight: UInt8) {
    let (codes, table, radii) = (scene.codes.span, scene.light.span, scene.radii.codes.span)
    var (sum, count) = (SIMD4<Float>.zero, Float(0))
    for y in rows {
      for x in columns {
        let radius = Float(radii[y * scene.width + x])
        let isWanted =
          inside
          ? scene.isInside(y * scene.width + x)
          : radius <= thresholds[(y & 7) * 8 + x & 7] && scene.share(y * scene.width + x) == nil
        guard isWanted else { continue }
        sum += SIMD4(Code.light(codes, table, y * scene.width + x), radius)
        count += 1
      }
    }
    guard count > 0 else { return (.zero, 0) }
    return (sum / count, count * 4 > Float(columns.count * rows.count) ? 2 : 1)
  }

  /// Returns light and, last, the code of the radius of the ground behind a pixel.
  @inline(__always)
  func behind(_ column: Int, _ row: Int) -> SIMD4<Float> {
    level.behind(column, row)
  }

  /// Returns the light of a matte's subject beside a pixel; nil without a matte.
  func subject(_ column: Int, _ row: Int) -> SIMD3<Float>? {
    guard let cell = subject?.behind(column, row) else { return nil }
    return SIMD3(cell.x, cell.y, cell.z)
  }
}
