internal import AuxKernels

/// The extremes of radii in blocks of 8x8 pixels, by which work is left out where there is none.
struct RadiusBlocks: Sendable {
  /// The pixels of a block's side.
  static let side = 8

  let columns, rows: Int
  /// The extremes of each block and of the pixels next to it.
  private(set) var low, high: [Int16]
  /// Which blocks have pixels that a matte shows in part.
  let isSoft: [Bool]
  /// The extremes as far around each block as something blurred may hide something else.
  private(set) var lowAround, highAround: [Int16]

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
      var least = [Int16](repeating: 0, count: width), greatest = least
      for row in band {
        Self.findExtremes(
          radii, rows: max(row * side - 1, 0)..<min(row * side + side + 1, height), &least, &greatest)
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
    isSoft = radii.softBlocks(columns: columns, rows: rows)
    // What a matte shows in part is in focus to that part.
    for block in isSoft.indices where isSoft[block] {
      (low[block], high[block]) = (min(low[block], 0), max(high[block], 0))
    }
    let (least, greatest) = (low.min() ?? 0, high.max() ?? 0)
    let farthest = max(-Float(least), Float(greatest)) * radii.unit
    let reach = Int((min(Self.window * farthest, Float(width + height)) / Float(side)).rounded(.up))
    (lowAround, highAround) = (low, high)
    (self.low, self.high) = (low, high)
    Self.spread(&lowAround, columns, rows, reach: reach) { $0 < $1 ? $0 : $1 }
    Self.spread(&highAround, columns, rows, reach: reach) { $0 > $1 ? $0 : $1 }
  }

  /// Writes the extremes of each column in some rows.
  private static func findExtremes(
    _ radii: SignedRadii, rows: Range<Int>, _ least: inout [Int16], _ greatest: inout [Int16]
  ) {
    var lower = least.mutableSpan
    var upper = greatest.mutableSpan
    for row in rows {
      let line = radii.codes.span.extracting(row * radii.width..<(row + 1) * radii.width)
      precondition(line.count == lower.count && line.count == upper.count)
      let isFirst = row == rows.lowerBound
      for column in 0..<line.count {
        let code = line[column]
        lower[column] = isFirst || code < lower[column] ? code : lower[column]
        upper[column] = isFirst || code > upper[column] ? code : upper[column]
      }
    }
  }

  /// Takes extremes over a square; each pass trebles how far it reaches.
  private static func spread(
    _ values: inout [Int16], _ columns: Int, _ rows: Int, reach: Int, _ extreme: (Int16, Int16) -> Int16
  ) {
    var source = values
    for isAcross in [true, false] {
      let (step, count) = isAcross ? (1, columns) : (columns, rows)
      var done = 0
      while done < min(reach, count) {
        let shift = min(reach - done, 2 * done + 1)
        for row in 0..<rows {
          for column in 0..<columns {
            let (index, place) = (row * columns + column, isAcross ? column : row)
            let before = source[index - min(shift, place) * step]
            let after = source[index + min(shift, count - 1 - place) * step]
            values[index] = extreme(source[index], extreme(before, after))
          }
        }
        source = values
        done += shift
      }
    }
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
