internal import AuxKernels

/// What a block of 16x16 pixels says of a photo's grain.
///
/// Grain is what is left of a sample without the mean of the 5x5 samples around it. Numbers are in codes of 8 bits.
struct GrainBlock: BitwiseCopyable, Sendable {
  /// The pixels of a block's side.
  static let side = 16
  /// Samples around the block that means reach to.
  static let reach = 2

  /// (red + 2 green + blue) / 4 of the mean colour.
  let brightness: Float
  /// The standard deviation of the grain of green.
  let deviation: Float
  /// The deviation of a second difference in both directions over that of the grain: 1 where neighbours have nothing in common,
  /// and the less, the more samples the grain spreads over.
  let fineness: Float
  /// Whether what varies in the block may be grain: it is as strong in all quarters, which are equally bright, and changes
  /// from sample to sample.
  let isFlat: Bool

  /// Codes that are neither black nor clipped.
  var isExposed: Bool { (10...245).contains(brightness) }

  /// Measures the block whose first pixel is at `column`, `row`; there are at least two pixels around it.
  init<Code: LightCode>(_ codes: Span<Code>, width: Int, column: Int, row: Int) {
    let unit = 255 / Float(Code.max)
    let length = Self.side + 2 * Self.reach
    var samples = [Float](repeating: 0, count: length * length)
    var sum = SIMD3<Float>.zero
    for y in 0..<length {
      let line = (row - Self.reach + y) * width + column - Self.reach
      for x in 0..<length {
        let start = (line + x) * 3
        let green = Float(codes[start + 1])
        samples[y * length + x] = green * unit
        guard (2..<length - 2).contains(x), (2..<length - 2).contains(y) else { continue }
        sum += SIMD3(Float(codes[start]), green, Float(codes[start + 2]))
      }
    }
    sum *= unit / Float(Self.side * Self.side)
    brightness = (sum.x + 2 * sum.y + sum.z) / 4
    let quarters = Quarters(samples.span, length)
    deviation = (quarters.energy.sum() / 4).squareRoot()
    fineness = quarters.fine.squareRoot() / max(deviation, .leastNormalMagnitude)
    let means = quarters.mean
    isFlat =
      quarters.energy.max() <= 3 * quarters.energy.min() + 0.06
      && means.max() - means.min() <= 3 * deviation + 1
      && fineness >= 0.15
  }

  /// Means of the four quarters of a block.
  private struct Quarters {
    /// Of the squares of the grain, and of the samples.
    var energy = SIMD4<Float>.zero, mean = SIMD4<Float>.zero
    /// The mean of the squares of a second difference in both directions, which is as large as the energy where
    /// neighbours have nothing in common. Source: Immerkaer, "Fast Noise Variance Estimation", 1996.
    var fine: Float = 0

    init(_ samples: Span<Float>, _ length: Int) {
      let side = GrainBlock.side
      // Sums of five in a row.
      var sums = [Float](repeating: 0, count: length * side)
      for y in 0..<length {
        for x in 0..<side {
          let place = y * length + x
          let outer = samples[place] + samples[place + 4]
          sums[y * side + x] = outer + samples[place + 1] + samples[place + 2] + samples[place + 3]
        }
      }
      for y in 0..<side {
        for x in 0..<side {
          let place = (y + 2) * length + x + 2
          var around: Float = 0
          for line in y..<y + 5 { around += sums[line * side + x] }
          let grain = samples[place] - around / 25
          let quarter = (y < side / 2 ? 0 : 2) + (x < side / 2 ? 0 : 1)
          energy[quarter] += grain * grain
          mean[quarter] += samples[place]
          func second(_ place: Int) -> Float { samples[place - 1] - 2 * samples[place] + samples[place + 1] }
          let difference = second(place - length) - 2 * second(place) + second(place + length)
          fine += difference * difference
        }
      }
      let count = Float(side * side)
      (energy, mean, fine) = (energy * (4 / count), mean * (4 / count), fine / (36 * count))
    }
  }
}

/// The blocks of a photo, one in each cell of a grid.
struct GrainBlocks: Sendable {
  /// The pixels of a cell's side.
  let cell: Int
  let columns, rows: Int
  let blocks: [GrainBlock]

  /// Nil for a picture that is too small to say anything.
  init?<Code: LightCode>(_ codes: [Code], width: Int, height: Int, jobs: Int) {
    let least = GrainBlock.side + 2 * GrainBlock.reach
    let cell = min(max(Int(Double(width * height / 4096).squareRoot()), least), 48)
    let (columns, rows) = (width / cell, height / cell)
    guard columns * rows >= 24 else { return nil }
    var blocks = Bands.undefined(columns * rows, of: GrainBlock.self)
    let margin = (cell - GrainBlock.side) / 2
    Bands.write(&blocks, rows: rows, height: 4, jobs: jobs) { band, part in
      let source = codes.span
      for row in band {
        for column in 0..<columns {
          part[(row - band.lowerBound) * columns + column] = GrainBlock(
            source, width: width, column: column * cell + margin, row: row * cell + margin)
        }
      }
    }
    (self.cell, self.columns, self.rows, self.blocks) = (cell, columns, rows, blocks)
  }

  /// Returns the first pixel of a block.
  func origin(_ index: Int) -> (column: Int, row: Int) {
    let margin = (cell - GrainBlock.side) / 2
    return (index % columns * cell + margin, index / columns * cell + margin)
  }
}
