internal import AuxKernels

/// A picture, how far each of its pixels is out of focus, and what is known of both block by block.
struct LensScene<Code: LightCode>: Sendable {
  let width, height: Int
  let codes: [Code]
  let light: [Float]
  let radii: SignedRadii
  let blocks: RadiusBlocks
  /// The light that 1 means: 1, or more where highlights were recovered.
  let brightness: Float
  /// A difference of radii, in their codes, from which on two neighbours are of different things.
  let edge: Float
  /// The blocks whose pixels have no edges and hide nothing; empty for stereo, which does not ask.
  private(set) var isPlain: [Bool] = []
  /// The blocks from which an edge is no farther than something blurred reaches; empty for stereo.
  private var isNearEdge: [Bool] = []

  /// A picture whose neighbours are of different things from 1.5 pixels of radius on.
  init(_ codes: [Code], _ radii: SignedRadii, light: [Float], brightness: Float = 1, jobs: Int) {
    self.init(
      codes, radii, RadiusBlocks(radii, jobs: jobs), edge: 1.5 / radii.unit, light: light,
      brightness: brightness)
    isNearEdge = nearEdges(jobs: jobs)
    isPlain = blocks.low.indices.map { block in
      !mayHide(block)
        || !hasEdge(block) && !blocks.isSoft[block]
          && Float(blocks.high[block])
            <= blocks.leastThreshold(block % blocks.columns, block / blocks.columns)
    }
  }

  /// A picture whose blocks and edges are known.
  init(
    _ codes: [Code], _ radii: SignedRadii, _ blocks: RadiusBlocks, edge: Float, light: [Float],
    brightness: Float = 1
  ) {
    self.brightness = brightness
    (width, height, self.codes, self.light) = (radii.width, radii.height, codes, light)
    (self.radii, self.blocks, self.edge) = (radii, blocks, edge)
  }

  /// Returns how much of a pixel is of a matte's subject, where it is of two things; nil elsewhere.
  @inline(__always)
  func share(_ pixel: Int) -> Float? {
    guard !radii.matte.isEmpty, SignedRadii.soft.contains(radii.matte[pixel]) else { return nil }
    return Float(radii.matte[pixel]) / 255
  }

  /// Whether a matte says that a pixel is of its subject alone.
  @inline(__always)
  func isInside(_ pixel: Int) -> Bool {
    !radii.matte.isEmpty && radii.matte[pixel] > SignedRadii.soft.upperBound
  }

  func pixels(_ column: Int, _ row: Int) -> (columns: Range<Int>, rows: Range<Int>) {
    let side = RadiusBlocks.side
    return (
      column * side..<min((column + 1) * side, width), row * side..<min((row + 1) * side, height)
    )
  }

  /// Whether there may be an edge in a block, or next to it.
  func hasEdge(_ block: Int) -> Bool {
    Float(blocks.high[block]) - Float(blocks.low[block]) > edge
  }

  /// Whether something in a block may be before a ground that it hides.
  ///
  /// A slope has no edges, and hides nothing: its far end is no ground behind its near end.
  func mayHide(_ block: Int) -> Bool {
    (isNearEdge.isEmpty || isNearEdge[block])
      && Float(blocks.highAround[block]) - Float(blocks.lowAround[block]) > edge
  }

  private func nearEdges(jobs: Int) -> [Bool] {
    var found = Bands.undefined(blocks.low.count, of: Int16.self)
    Bands.write(&found, rows: blocks.rows, height: 4, jobs: jobs) { band, part in
      for row in band {
        for column in 0..<blocks.columns {
          let block = row * blocks.columns + column
          let isEdge = blocks.isSoft[block] || hasEdge(block) && hasStep(column, row)
          part[block - band.lowerBound * blocks.columns] = isEdge ? 1 : 0
        }
      }
    }
    return SlidingExtreme.around(
      found, width: blocks.columns, height: blocks.rows, reach: blocks.reach, band: 0..<blocks.rows,
      columns: 0..<blocks.columns, least: false
    ).map { $0 > 0 }
  }

  /// Whether a pixel of a block is at an edge: radii within 3x3 pixels differ by more than ``edge``.
  private func hasStep(_ column: Int, _ row: Int) -> Bool {
    let (columns, rows) = pixels(column, row)
    let source = radii.codes.span
    for y in rows {
      for x in columns {
        var (least, greatest) = (Int16.max, Int16.min)
        for v in max(y - 1, 0)...min(y + 1, height - 1) {
          for u in max(x - 1, 0)...min(x + 1, width - 1) {
            let radius = source[v * width + u]
            (least, greatest) = (min(least, radius), max(greatest, radius))
          }
        }
        if Float(greatest) - Float(least) > edge { return true }
      }
    }
    return false
  }
}

/// The extremes of radii in blocks of 8x8 pixels, by which blocks are left out that need no work.
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
  /// How far around each block, in blocks, those are.
  let reach: Int

  /// The window in greatest radii: it must reach past what is before the ground, where the ground is seen.
  private static let window: Float = 1.5
  /// Where between the extremes around it a pixel begins to be before the ground.
  private static let share: Float = 0.4

  init(_ radii: SignedRadii, jobs: Int) {
    let (width, height, side) = (radii.width, radii.height, Self.side)
    (columns, rows) = ((width + side - 1) / side, (height + side - 1) / side)
    let (columns, rows) = (columns, rows)
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
    (self.low, self.high, self.reach) = (low, high, reach)
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
