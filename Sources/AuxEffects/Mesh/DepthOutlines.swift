internal import AuxKernels

/// Samples that hang between two surfaces, because the outlines of a map are blurred.
///
/// Each goes to the surface whose colours in the photo are more like its own. Source: Specs/space.md, "Outlines".
enum DepthOutlines {
  /// How far the surfaces on both sides of an outline are looked for, in samples.
  private static let reach = 3
  /// How many times as near the near side is, at least.
  private static let ratio: Float = 1.05
  /// The share of the distance of both sides, at either end, that is a side's own.
  private static let side: Float = 0.2
  /// The share of the samples around that have to be in either side: on a slope it is less.
  private static let sides: Float = 0.6
  /// The square of the distance from which on two colours, of red, green and blue in 0...1, are of two things.
  private static let contrast: Float = 0.003

  /// Returns the disparities with those between two sides of an outline moved to one; `guide` has the colours of the samples.
  static func sharpened(
    _ disparities: [Float], guide: [SIMD4<Float>], width: Int, height: Int, codeStep: Float, jobs: Int
  ) -> [Float] {
    let moves = moves(
      disparities, guide: guide, width: width, height: height, codeStep: codeStep, jobs: jobs)
    var result = disparities
    for index in moves.indices where moves[index] != 0 {
      result[index] = disparities[index + offset(of: moves[index], width: width)]
    }
    return result
  }

  /// Returns of each sample which one it takes its disparity from: 0 for itself, else 1 more than the place of the other in the
  /// square of samples within reach, by rows.
  ///
  /// The near side is more than `factor` times as near as the far side. An empty guide has no colours, and the side that
  /// is taken means nothing.
  static func moves(
    _ disparities: [Float], guide: [SIMD4<Float>], width: Int, height: Int, codeStep: Float,
    nearer factor: Float = ratio, jobs: Int
  ) -> [UInt8] {
    var result = Bands.undefined(disparities.count, of: UInt8.self)
    Bands.write(&result, rows: height, jobs: jobs) { band, part in
      let samples = disparities.span
      for row in band {
        for column in 0..<width {
          let index = row * width + column
          part[index - band.lowerBound * width] =
            isBusy(samples, index, column, row, width, height, codeStep)
            ? move(samples, guide.span, column, row, width, height, codeStep, factor) : 0
        }
      }
    }
    return result
  }

  /// Returns how far from a sample that one is whose disparity it takes.
  @inline(__always)
  private static func offset(of move: UInt8, width: Int) -> Int {
    let (place, side) = (Int(move) - 1, 2 * reach + 1)
    return (place / side - reach) * width + place % side - reach
  }

  /// Whether a sample differs from a neighbour by so much that an outline may be there.
  @inline(__always)
  private static func isBusy(
    _ samples: Span<Float>, _ index: Int, _ column: Int, _ row: Int, _ width: Int, _ height: Int,
    _ codeStep: Float
  ) -> Bool {
    let own = samples[index]
    let least = max(own * (ratio - 1) / Float(2 * reach), codeStep)
    func differs(_ other: Float) -> Bool { abs(other - own) > least }
    return column > 0 && differs(samples[index - 1]) || column + 1 < width && differs(samples[index + 1])
      || row > 0 && differs(samples[index - width]) || row + 1 < height && differs(samples[index + width])
  }

  private static func move(
    _ samples: Span<Float>, _ guide: Span<SIMD4<Float>>, _ column: Int, _ row: Int, _ width: Int,
    _ height: Int, _ codeStep: Float, _ factor: Float
  ) -> UInt8 {
    func color(_ index: Int) -> SIMD4<Float> { guide.isEmpty ? .zero : guide[index] }
    let own = samples[row * width + column]
    let rows = max(row - reach, 0)...min(row + reach, height - 1)
    let columns = max(column - reach, 0)...min(column + reach, width - 1)
    var (low, high) = (own, own)
    for y in rows {
      for x in columns {
        let value = samples[y * width + x]
        if value < low { low = value }
        if value > high { high = value }
      }
    }
    let extent = high - low
    guard high > low * factor, extent > 4 * codeStep else { return 0 }
    let (farEnd, nearEnd) = (low + side * extent, high - side * extent)
    guard own > farEnd, own < nearEnd else { return 0 }
    var (far, near) = (Side(), Side())
    var known: Float = 0
    for y in rows {
      for x in columns {
        let value = samples[y * width + x]
        guard value == value else { continue }
        known += 1
        let (across, down) = (x - column, y - row)
        let distance = across * across + down * down
        let move = UInt8((down + reach) * (2 * reach + 1) + across + reach + 1)
        if value <= farEnd { far.add(move, color(y * width + x), distance) }
        if value >= nearEnd { near.add(move, color(y * width + x), distance) }
      }
    }
    guard min(far.count, near.count) >= 3, far.count + near.count >= sides * known else { return 0 }
    let colour = color(row * width + column)
    let (toFar, toNear) = (far.distance(to: colour), near.distance(to: colour))
    let isNear =
      near.distance(to: far.mean) < contrast ? own - low > high - own : toNear < toFar
    return isNear ? near.closest : far.closest
  }

  /// The samples on one side of an outline.
  private struct Side {
    var count: Float = 0
    private var colours: SIMD4<Float> = .zero
    private var least = Int.max
    /// The move to the sample that is closest.
    private(set) var closest: UInt8 = 0

    var mean: SIMD4<Float> { colours / count }

    mutating func add(_ move: UInt8, _ colour: SIMD4<Float>, _ distance: Int) {
      count += 1
      colours += colour
      if distance < least { (least, closest) = (distance, move) }
    }

    func distance(to colour: SIMD4<Float>) -> Float {
      let difference = mean - colour
      return (difference * difference).sum()
    }
  }
}
