internal import AuxKernels

/// Edges of parallax as steps with smooth outlines, so that an object moves as one.
///
/// In a map the edge of an object is a ramp of some pixels, each of which would go elsewhere. Where a map was
/// stretched, outlines are uneven from row to row and off by some pixels as well: those become even, in two
/// dimensions, and a little wider, to take along the pixels that are mixed of both sides.
struct StereoOutlines {
  private let source: SignedRadii
  /// How far to look for both sides of a ramp, and over how far its outline is evened out; 0 where it is exact.
  private let reach, evenness: Int
  /// Where between both sides an outline is: in the middle, or below that where it is to be wider.
  private let share: Float

  /// The difference, in pixels, up to which a slope stays one, and from which it becomes a step.
  private static let slope: Float = 1
  private static let step: Float = 2
  /// The most that can be looked at around a block.
  private static let most = RadiusBlocks.side

  init(_ source: SignedRadii, stretched: Int) {
    self.source = source
    reach = min(2 + source.width / 2000, Self.most)
    guard stretched > 0 else {
      (evenness, share) = (0, 0.5)
      return
    }
    evenness = min(3 + source.width / 1000, Self.most)
    // A step's mean over 2 m + 1 pixels falls by one part of so many with each pixel.
    let wider = Float(1 + source.width / 2000)
    share = 0.5 - wider / Float(2 * evenness + 1)
  }

  /// Returns the parallax with steps.
  func sharpened(jobs: Int) -> SignedRadii {
    let (width, height, side) = (source.width, source.height, RadiusBlocks.side)
    let blocks = RadiusBlocks(source, jobs: jobs)
    var codes = Bands.undefined(width * height, of: Int16.self)
    Bands.write(&codes, rows: height, jobs: jobs) { band, part in
      let plain = source.codes.span.extracting(band.lowerBound * width..<band.upperBound * width)
      precondition(plain.count == part.count)
      for index in 0..<plain.count { part[index] = plain[index] }
      var block = Block(margin: max(reach, evenness))
      for row in band.lowerBound / side..<(band.upperBound + side - 1) / side {
        for column in 0..<blocks.columns where hasStep(column, row, blocks) {
          block.load(column, row, of: source)
          sharpen(&block, column, row, band.lowerBound, into: &part)
        }
      }
    }
    return SignedRadii(width: width, height: height, codes: codes, unit: source.unit)
  }

  /// Whether there may be a step in a block or in those around it.
  private func hasStep(_ column: Int, _ row: Int, _ blocks: RadiusBlocks) -> Bool {
    var (low, high) = (Int16.max, Int16.min)
    for y in max(row - 1, 0)...min(row + 1, blocks.rows - 1) {
      for x in max(column - 1, 0)...min(column + 1, blocks.columns - 1) {
        low = min(low, blocks.low[y * blocks.columns + x])
        high = max(high, blocks.high[y * blocks.columns + x])
      }
    }
    return (Float(high) - Float(low)) * source.unit > Self.slope
  }

  private func sharpen(
    _ block: inout Block, _ column: Int, _ row: Int, _ top: Int, into part: inout MutableSpan<Int16>
  ) {
    let side = RadiusBlocks.side
    block.findExtremes(reach: reach)
    guard block.extent * source.unit > Self.slope else { return }
    if evenness > 0 { block.findMeans(reach: evenness) }
    for y in 0..<min(side, source.height - row * side) {
      for x in 0..<min(side, source.width - column * side) {
        let place = y * side + x
        let (low, high) = (block.low[place], block.high[place])
        let excess = ((high - low) * source.unit - Self.slope) / (Self.step - Self.slope)
        guard excess > 0 else { continue }
        let value = block.value(x, y)
        let measure = evenness > 0 ? block.mean[place] : value
        let end = measure - low > (high - low) * share ? high : low
        let index = (row * side + y - top) * source.width + column * side + x
        part[index] = Int16(value + (end - value) * min(excess, 1))
      }
    }
  }

  /// A block and what is around it.
  private struct Block {
    let margin: Int
    private var around: [Float]
    /// Of the rows, what their columns were put together to.
    private var lows, highs: [Float]
    private(set) var low, high, mean: [Float]
    /// The greatest difference of both sides in the block.
    private(set) var extent: Float = 0
    private var length: Int { RadiusBlocks.side + 2 * margin }

    init(margin: Int) {
      self.margin = margin
      let (side, length) = (RadiusBlocks.side, RadiusBlocks.side + 2 * margin)
      around = [Float](repeating: 0, count: length * length)
      (lows, highs) = ([Float](repeating: 0, count: length * side), [Float](repeating: 0, count: length * side))
      (low, high) = ([Float](repeating: 0, count: side * side), [Float](repeating: 0, count: side * side))
      mean = low
    }

    func value(_ x: Int, _ y: Int) -> Float { around[(y + margin) * length + x + margin] }

    /// Takes the parallax; beyond the picture its border goes on.
    mutating func load(_ column: Int, _ row: Int, of source: SignedRadii) {
      let (left, top) = (column * RadiusBlocks.side - margin, row * RadiusBlocks.side - margin)
      let (codes, length) = (source.codes.span, length)
      var target = around.mutableSpan
      for y in 0..<length {
        let line = min(max(top + y, 0), source.height - 1) * source.width
        for x in 0..<length {
          target[y * length + x] = Float(codes[line + min(max(left + x, 0), source.width - 1)])
        }
      }
    }

    /// Finds the least and the greatest values of the squares around all pixels.
    mutating func findExtremes(reach: Int) {
      let (side, margin, length) = (RadiusBlocks.side, margin, length)
      for y in margin - reach..<margin + side + reach {
        for x in 0..<side {
          let start = y * length + x + margin - reach
          var (least, greatest) = (around[start], around[start])
          for index in start...start + 2 * reach {
            let value = around[index]
            least = value < least ? value : least
            greatest = value > greatest ? value : greatest
          }
          (lows[y * side + x], highs[y * side + x]) = (least, greatest)
        }
      }
      extent = 0
      for y in 0..<side {
        for x in 0..<side {
          let start = (y + margin - reach) * side + x
          var (least, greatest) = (lows[start], highs[start])
          for row in 1...2 * reach {
            least = min(least, lows[start + row * side])
            greatest = max(greatest, highs[start + row * side])
          }
          (low[y * side + x], high[y * side + x]) = (least, greatest)
          extent = max(extent, greatest - least)
        }
      }
    }

    /// Finds the means of the squares around all pixels.
    mutating func findMeans(reach: Int) {
      let (side, margin, length) = (RadiusBlocks.side, margin, length)
      for y in margin - reach..<margin + side + reach {
        var sum: Float = 0
        for x in margin - reach..<margin + reach { sum += around[y * length + x] }
        for x in 0..<side {
          sum += around[y * length + x + margin + reach]
          lows[y * side + x] = sum
          sum -= around[y * length + x + margin - reach]
        }
      }
      let share = 1 / Float((2 * reach + 1) * (2 * reach + 1))
      for x in 0..<side {
        var sum: Float = 0
        for y in margin - reach..<margin + reach { sum += lows[y * side + x] }
        for y in 0..<side {
          sum += lows[(y + margin + reach) * side + x]
          mean[y * side + x] = sum * share
          sum -= lows[(y + margin - reach) * side + x]
        }
      }
    }
  }
}
