internal import AuxKernels

/// The extremes of radii in blocks of 8x8 pixels, by which work is left out where there is none.
struct RadiusBlocks: Sendable {
  /// The pixels of a block's side.
  static let side = 8

  let columns, rows: Int
  /// The extremes of each block and of the pixels next to it.
  let low, high: [Int16]
  /// Which blocks have pixels that a matte shows in part.
  let isSoft: [Bool]
  /// The extremes as far around each block as something blurred may hide something else.
  let lowAround, highAround: [Int16]

  /// The window in greatest radii: it must reach past what is before the ground, where the ground is seen.
  private static let window: Float = 1.5
  /// Where between the extremes around it a pixel begins to be before the ground.
  private static let share: Float = 0.4

  init(_ radii: SignedRadii, jobs: Int) {
    let (width, height, side) = (radii.width, radii.height, Self.side)
    (columns, rows) = ((width + side - 1) / side, (height + side - 1) / side)
    let columns = columns
    var low = Bands.undefined(columns * rows, of: Int16.self)
    var high = low
    Bands.write(&low, &high, rows: rows, height: 4, jobs: jobs) { band, lows, highs in
      for row in band {
        var (least, greatest) = (
          [Int16](repeating: .max, count: width), [Int16](repeating: .min, count: width)
        )
        for line in max(row * side - 1, 0)..<min(row * side + side + 1, height) {
          SlidingExtreme.add(
            radii.codes.span.extracting(line * width..<(line + 1) * width), to: &least, &greatest)
        }
        for column in 0..<columns {
          let pixels = max(column * side - 1, 0)..<min(column * side + side + 1, width)
          let index = (row - band.lowerBound) * columns + column
          (lows[index], highs[index]) = (least[pixels.lowerBound], greatest[pixels.lowerBound])
          for pixel in pixels {
            lows[index] = min(lows[index], least[pixel])
            highs[index] = max(highs[index], greatest[pixel])
          }
        }
      }
    }
    isSoft = Self.soft(radii, columns: columns, rows: rows)
    // What a matte shows in part is in focus to that part.
    for block in isSoft.indices where isSoft[block] {
      (low[block], high[block]) = (min(low[block], 0), max(high[block], 0))
    }
    let (least, greatest) = (low.min() ?? 0, high.max() ?? 0)
    let farthest = max(-Float(least), Float(greatest)) * radii.unit
    let reach = Int((min(Self.window * farthest, Float(width + height)) / Float(side)).rounded(.up))
    func around(_ values: [Int16], least: Bool) -> [Int16] {
      SlidingExtreme.around(
        values, width: columns, height: rows, reach: reach, band: 0..<rows, columns: 0..<columns, least: least
      )
    }
    (self.low, self.high) = (low, high)
    (lowAround, highAround) = (around(low, least: true), around(high, least: false))
  }

  /// Returns which blocks have pixels that a matte shows in part.
  private static func soft(_ radii: SignedRadii, columns: Int, rows: Int) -> [Bool] {
    var found = [Bool](repeating: false, count: columns * rows)
    guard !radii.matte.isEmpty else { return found }
    for row in 0..<radii.height {
      let line = radii.matte.span.extracting(row * radii.width..<(row + 1) * radii.width)
      for column in 0..<line.count where SignedRadii.soft.contains(line[column]) {
        found[row / side * columns + column / side] = true
      }
    }
    return found
  }

  /// The threshold of a block's centre: what is above is before the ground.
  @inline(__always)
  private func threshold(_ column: Int, _ row: Int) -> Float {
    let index = min(max(row, 0), rows - 1) * columns + min(max(column, 0), columns - 1)
    let (least, greatest) = (Float(lowAround[index]), Float(highAround[index]))
    return least + (greatest - least) * Self.share
  }

  /// The least threshold that any of a block's pixels may have.
  func leastThreshold(_ column: Int, _ row: Int) -> Float {
    var least = Float.infinity
    for y in row - 1...row + 1 {
      for x in column - 1...column + 1 { least = min(least, threshold(x, y)) }
    }
    return least
  }

  /// Writes the thresholds of a block's 64 pixels, interpolated between the centres of blocks.
  func findThresholds(_ column: Int, _ row: Int, into thresholds: inout [Float]) {
    for y in 0..<Self.side {
      let down = (Float(y) + 0.5) / Float(Self.side) - 0.5
      let other = down < 0 ? row - 1 : row + 1
      func across(_ column: Int) -> Float {
        let own = threshold(column, row)
        return own + (threshold(column, other) - own) * abs(down)
      }
      let (left, middle, right) = (across(column - 1), across(column), across(column + 1))
      for x in 0..<Self.side {
        let share = (Float(x) + 0.5) / Float(Self.side) - 0.5
        thresholds[y * Self.side + x] = middle + ((share < 0 ? left : right) - middle) * abs(share)
      }
    }
  }
}
