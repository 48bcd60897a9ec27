/// The parallax of a square of pixels and of what is around it.
struct OutlineBlock {
  private let margin, length: Int
  private var around: [Int16]
  /// The extremes of the squares that begin at each place, and the sums of rows.
  private var low, high: [Int16]
  /// The values without things, and without gaps, that are narrower than a square.
  private var opened, closed: [Int16]
  private var sums: [Float]
  /// The means of the squares around the block's pixels.
  private(set) var mean: [Float]

  /// The differences of earlier extremes.
  private(set) var extents: [Float]

  /// Where the first pixel's value without narrow things is, and the reach of the square that those cross.
  private var thinOffset = 0, ring = 0

  /// The pixels of a side.
  static let side = 32

  init(margin: Int) {
    self.margin = margin
    length = Self.side + 2 * margin
    around = [Int16](repeating: 0, count: length * length)
    (low, high) = (around, around)
    (opened, closed) = (around, around)
    sums = [Float](repeating: 0, count: length * Self.side)
    mean = [Float](repeating: 0, count: Self.side * Self.side)
    extents = mean
  }

  func value(_ x: Int, _ y: Int) -> Int16 { around[(y + margin) * length + x + margin] }

  /// The least and the greatest value around a pixel of the block.
  /// Whether a pixel is of a thing two or more pixels wide, even if nearer and farther ones are on its sides.
  ///
  /// Three of its neighbours, at least, differ by no more than `tolerance`; on a ramp there are two, along it.
  func isLevel(_ x: Int, _ y: Int, tolerance: Float) -> Bool {
    let own = Float(value(x, y))
    var count = 0
    for v in y - 1...y + 1 {
      for u in x - 1...x + 1 where abs(Float(value(u, v)) - own) <= tolerance { count += 1 }
    }
    return count > 3
  }

  func extremes(_ x: Int, _ y: Int) -> (low: Float, high: Float) {
    (Float(low[y * length + x]), Float(high[y * length + x]))
  }

  /// Takes the parallax from a column and row on; beyond the picture its border goes on.
  mutating func load(_ column: Int, _ row: Int, of source: SignedRadii) {
    let (left, top) = (column - margin, row - margin)
    let (codes, length) = (source.codes.span, length)
    var target = around.mutableSpan
    for y in 0..<length {
      let line = min(max(top + y, 0), source.height - 1) * source.width
      if left >= 0, left + length <= source.width {
        let part = codes.extracting(line + left..<line + left + length)
        for x in 0..<part.count { target[y * length + x] = part[x] }
      } else {
        for x in 0..<length {
          target[y * length + x] = codes[line + min(max(left + x, 0), source.width - 1)]
        }
      }
    }
  }

  /// Finds the extremes of the squares around all pixels, and returns the greatest difference of a pair.
  @discardableResult
  mutating func findExtremes(reach: Int) -> Int {
    let first = (margin - reach) * (length + 1)
    (low, high) = (around, around)
    for stride in [1, length] {
      SlidingExtreme.widen(&low, over: 2 * reach + 1, stride: stride, least: true)
      SlidingExtreme.widen(&high, over: 2 * reach + 1, stride: stride, least: false)
    }
    var extent = 0
    for y in 0..<Self.side {
      for x in 0..<Self.side {
        // To where extremes() looks; the target is before all values that are still to be moved.
        let (from, to) = (first + y * length + x, y * length + x)
        (low[to], high[to]) = (low[from], high[from])
        extent = max(extent, Int(high[to]) - Int(low[to]))
      }
    }
    return extent
  }

  /// Finds the values without what is narrower than 2 `reach` + 1 pixels; the margin is twice the reach, at least, and that 2.
  mutating func findWide(reach: Int) {
    (opened, closed) = (around, around)
    for least in [true, false] {
      for stride in [1, length] {
        SlidingExtreme.widen(&opened, over: 2 * reach + 1, stride: stride, least: least)
        SlidingExtreme.widen(&closed, over: 2 * reach + 1, stride: stride, least: !least)
      }
    }
    ring = reach + 2
    thinOffset = (margin - 2 * reach) * (length + 1)
  }

  /// Whether a pixel is of a narrow thing, or of a narrow gap, that differs by more than `extent` from what is around it and
  /// goes on to both sides; a bump of an outline goes on to one.
  func isThin(_ x: Int, _ y: Int, extent: Float) -> Bool {
    let (value, place) = (Float(value(x, y)), thinOffset + y * length + x)
    let (ground, cover) = (Float(opened[place]), Float(closed[place]))
    if value - ground > extent { return isCrossed(x, y) { $0 - ground > extent } }
    return cover - value > extent && isCrossed(x, y) { cover - $0 > extent }
  }

  /// Whether two opposite places of the border of a square around a pixel are of a thing.
  private func isCrossed(_ x: Int, _ y: Int, _ isOfThing: (Float) -> Bool) -> Bool {
    let (reach, slack) = (ring, ring / 4)
    func isOf(_ place: Int) -> Bool {
      let along = place % (2 * reach) - reach
      let (right, down) =
        switch place / (2 * reach) % 4 {
        case 0: (along, -reach)
        case 1: (reach, along)
        case 2: (-along, reach)
        default: (-reach, -along)
        }
      return isOfThing(Float(value(x + right, y + down)))
    }
    for place in 0..<4 * reach where isOf(place) {
      for other in place + 4 * reach - slack...place + 4 * reach + slack where isOf(other) { return true }
    }
    return false
  }

  mutating func keepExtents() {
    for y in 0..<Self.side {
      for x in 0..<Self.side {
        let index = y * length + x
        extents[y * Self.side + x] = Float(high[index]) - Float(low[index])
      }
    }
  }

  mutating func findMeans(reach: Int) {
    for y in margin - reach..<margin + Self.side + reach {
      var sum = 0
      for x in margin - reach..<margin + reach { sum += Int(around[y * length + x]) }
      for x in 0..<Self.side {
        sum += Int(around[y * length + x + margin + reach])
        sums[y * Self.side + x] = Float(sum)
        sum -= Int(around[y * length + x + margin - reach])
      }
    }
    let share = 1 / Float((2 * reach + 1) * (2 * reach + 1))
    for x in 0..<Self.side {
      var sum: Float = 0
      for y in margin - reach..<margin + reach { sum += sums[y * Self.side + x] }
      for y in 0..<Self.side {
        sum += sums[(y + margin + reach) * Self.side + x]
        mean[y * Self.side + x] = sum * share
        sum -= sums[(y + margin - reach) * Self.side + x]
      }
    }
  }
}
