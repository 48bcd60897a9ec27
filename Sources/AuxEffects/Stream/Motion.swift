internal import AuxKernels

/// Where the content of a frame was in the frame before, block by block.
///
/// Blocks of luminance are searched for from the smallest size up: first everywhere around, then around the place that the
/// size before found. Ties go to the motion of the neighbourhood, so that areas without texture move with those that have it.
struct MotionField: Sendable {
  let width, height: Int
  let columns: Int
  /// The ways to the frame before, in pixels, row by row of blocks.
  let vectors: [SIMD2<Float>]

  let isStill: Bool

  /// Looks for the blocks of a frame in the one before, which has the same size.
  init(from now: LuminancePyramid, to before: LuminancePyramid, jobs: Int) {
    var field: [SIMD2<Int32>] = []
    var parent = (columns: 0, rows: 0)
    for index in now.levels.indices.reversed() {
      let search = MotionSearch(now.levels[index], before.levels[index])
      field = search.refined(field, parent: parent, jobs: jobs)
      parent = (search.columns, search.rows)
    }
    let search = MotionSearch(now.levels[0], before.levels[0])
    (width, height, columns) = (search.width, search.height, search.columns)
    vectors = search.subpixel(field, jobs: jobs)
    isStill = vectors.allSatisfy { $0 == .zero }
  }

  @inline(__always)
  func vector(row: Int, column: Int) -> SIMD2<Float> {
    vectors[row / MotionSearch.block * columns + column / MotionSearch.block]
  }
}

/// The search for the blocks of a picture in the one before, at one size.
struct MotionSearch: Sendable {
  typealias Vector = SIMD2<Int32>

  static let block = 8

  let width, height, columns, rows: Int
  private let now, before: [UInt8]

  /// How far blocks are looked for at the smallest size, in its pixels: the most that anything moves.
  private static let reach: Int32 = 7
  /// What a step away from the guess costs, in sums of differences of codes over a block.
  private static let stepCost: Int32 = 24

  init(_ now: LuminancePyramid.Level, _ before: LuminancePyramid.Level) {
    precondition(now.width == before.width && now.height == before.height)
    (width, height) = (now.width, now.height)
    columns = (width + Self.block - 1) / Self.block
    rows = (height + Self.block - 1) / Self.block
    (self.now, self.before) = (now.codes, before.codes)
  }

  /// Returns the vectors of all blocks, by those of half the size; without these it searches everywhere around.
  func refined(_ coarse: [Vector], parent: (columns: Int, rows: Int), jobs: Int) -> [Vector] {
    var vectors = [Vector](repeating: .zero, count: columns * rows)
    Bands.write(&vectors, rows: rows, height: 4, jobs: jobs) { band, part in
      for row in band {
        for column in 0..<columns {
          let vector =
            coarse.isEmpty
            ? wide(row, column) : near(row, column, guesses(coarse, parent, row, column))
          part[(row - band.lowerBound) * columns + column] = vector
        }
      }
    }
    return coarse.isEmpty ? smoothed(vectors) : vectors
  }

  /// Returns twice the vectors of the block of half the size, and of its neighbours.
  private func guesses(
    _ coarse: [Vector], _ parent: (columns: Int, rows: Int), _ row: Int, _ column: Int
  ) -> [Vector] {
    let (y, x) = (min(row / 2, parent.rows - 1), min(column / 2, parent.columns - 1))
    let besideX = min(max(column % 2 == 0 ? x - 1 : x + 1, 0), parent.columns - 1)
    let besideY = min(max(row % 2 == 0 ? y - 1 : y + 1, 0), parent.rows - 1)
    return [(y, x), (y, besideX), (besideY, x), (besideY, besideX)].map { place in
      coarse[place.0 * parent.columns + place.1] &* 2
    }
  }

  /// Looks everywhere around; nothing moved where that is as good.
  private func wide(_ row: Int, _ column: Int) -> Vector {
    var best = (vector: Vector.zero, cost: difference(row, column, .zero, limit: .max))
    for y in -Self.reach...Self.reach {
      for x in -Self.reach...Self.reach where x != 0 || y != 0 {
        let extra = Self.stepCost + 4 * (abs(x) + abs(y))
        let cost = difference(row, column, Vector(x, y), limit: best.cost - extra) + extra
        if cost < best.cost { best = (Vector(x, y), cost) }
      }
    }
    return best.vector
  }

  /// Looks one pixel around the best of the guesses, twice where that leads away.
  private func near(_ row: Int, _ column: Int, _ guesses: [Vector]) -> Vector {
    var best = (vector: guesses[0], cost: difference(row, column, guesses[0], limit: .max))
    func attempt(_ vector: Vector, _ extra: Int32) {
      let cost = difference(row, column, vector, limit: best.cost - extra) + extra
      if cost < best.cost { best = (vector, cost) }
    }
    for guess in guesses.dropFirst() where guess != guesses[0] { attempt(guess, Self.stepCost) }
    if guesses[0] != .zero { attempt(.zero, Self.stepCost) }
    for _ in 0..<2 {
      let centre = best.vector
      for y: Int32 in -1...1 {
        for x: Int32 in -1...1 where x != 0 || y != 0 { attempt(centre &+ Vector(x, y), Self.stepCost) }
      }
      if best.vector == centre { break }
    }
    return best.vector
  }

  /// Returns each vector, or the median of it and its neighbours where that is another.
  private func smoothed(_ vectors: [Vector]) -> [Vector] {
    var result = vectors
    for row in 0..<rows {
      for column in 0..<columns {
        var (xs, ys) = ([Int32](), [Int32]())
        for y in max(row - 1, 0)...min(row + 1, rows - 1) {
          for x in max(column - 1, 0)...min(column + 1, columns - 1) {
            xs.append(vectors[y * columns + x].x)
            ys.append(vectors[y * columns + x].y)
          }
        }
        xs.sort()
        ys.sort()
        let median = Vector(xs[xs.count / 2], ys[ys.count / 2])
        let own = vectors[row * columns + column]
        let cost = difference(row, column, own, limit: .max)
        if difference(row, column, median, limit: .max) <= cost + 2 * Self.stepCost {
          result[row * columns + column] = median
        }
      }
    }
    return result
  }

  /// Returns the vectors to parts of a pixel: where a parabola through the differences beside them is least.
  func subpixel(_ vectors: [Vector], jobs: Int) -> [SIMD2<Float>] {
    var result = [SIMD2<Float>](repeating: .zero, count: vectors.count)
    Bands.write(&result, rows: rows, height: 4, jobs: jobs) { band, part in
      for row in band {
        for column in 0..<columns {
          let vector = vectors[row * columns + column]
          func cost(_ step: Vector) -> Float {
            Float(difference(row, column, vector &+ step, limit: .max))
          }
          let middle = cost(.zero)
          let x = Self.least(cost(Vector(-1, 0)), middle, cost(Vector(1, 0)))
          let y = Self.least(cost(Vector(0, -1)), middle, cost(Vector(0, 1)))
          part[(row - band.lowerBound) * columns + column] = SIMD2<Float>(vector) + SIMD2(x, y)
        }
      }
    }
    return result
  }

  /// Returns where differences, which are like the size of a way, are least between two steps, in quarters of one.
  private static func least(_ before: Float, _ middle: Float, _ after: Float) -> Float {
    guard middle < before, middle < after, max(before, after) - middle > Float(4 * stepCost) else { return 0 }
    // Of sums of magnitudes, straight lines fit better than a parabola.
    let place = 0.5 * (before - after) / (max(before, after) - middle)
    return (place * 4).rounded() / 4
  }

  /// Returns the sum of differences of a block and the place that a vector leads to, or any number from the limit on.
  ///
  /// Beyond the edges, the picture before goes on as its last pixel.
  private func difference(_ row: Int, _ column: Int, _ vector: Vector, limit: Int32) -> Int32 {
    let (top, left) = (row * Self.block, column * Self.block)
    let bottom = min(top + Self.block, height)
    let right = min(left + Self.block, width)
    let (x, y) = (Int(vector.x), Int(vector.y))
    var sum: Int32 = 0
    let (one, two) = (now.span, before.span)
    let isInside = left + x >= 0 && right + x <= width && right - left == Self.block
    for line in top..<bottom {
      let other = min(max(line + y, 0), height - 1) * width
      if isInside {
        let (a, b) = (
          one.extracting(line * width + left..<line * width + left + 8),
          two.extracting(other + left + x..<other + left + x + 8)
        )
        for index in 0..<8 {
          sum &+= abs(Int32(truncatingIfNeeded: a[index]) &- Int32(truncatingIfNeeded: b[index]))
        }
      } else {
        for place in left..<right {
          let code = two[other + min(max(place + x, 0), width - 1)]
          sum += abs(Int32(one[line * width + place]) - Int32(code))
        }
      }
      if sum >= limit { return sum }
    }
    return sum
  }
}
