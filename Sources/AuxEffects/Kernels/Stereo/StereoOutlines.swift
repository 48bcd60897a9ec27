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
  /// How much more the parallax differs over twice the window where there is a slope and no step.
  private static let slopeRatio: Float = 1.75
  /// The most that can be looked at around a block.
  private static let most = RadiusBlocks.side

  init(_ source: SignedRadii, isStretched: Bool) {
    self.source = source
    reach = min(3 + source.width / 2000, Self.most)
    guard isStretched else {
      (evenness, share) = (0, 0.5)
      return
    }
    evenness = min(max(2, source.width / 500), Self.most)
    // A step's mean over 2 m + 1 pixels falls by one part of so many with each pixel.
    let wider = Float(source.width / 2000)
    share = 0.5 - wider / Float(2 * evenness + 1)
  }

  /// Returns the parallax with steps; `blocks` are those of the source.
  func sharpened(_ blocks: RadiusBlocks, jobs: Int) -> SignedRadii {
    let (width, height, side) = (source.width, source.height, RadiusBlocks.side)
    var codes = Bands.undefined(width * height, of: Int16.self)
    Bands.write(&codes, rows: height, jobs: jobs) { band, part in
      let plain = source.codes.span.extracting(band.lowerBound * width..<band.upperBound * width)
      precondition(plain.count == part.count)
      for index in 0..<plain.count { part[index] = plain[index] }
      var block = OutlineBlock(margin: max(2 * reach, evenness))
      for row in band.lowerBound / side..<(band.upperBound + side - 1) / side {
        for column in 0..<blocks.columns where hasStep(column, row, blocks) {
          block.load(column, row, of: source)
          sharpen(&block, column, row, band.lowerBound, into: &part)
        }
      }
    }
    return SignedRadii(width: width, height: height, codes: codes, unit: source.unit)
  }

  /// Whether there may be more than one surface in a block and those around it.
  private func hasStep(_ column: Int, _ row: Int, _ blocks: RadiusBlocks) -> Bool {
    var (low, high) = (Int16.max, Int16.min)
    for y in max(row - 1, 0)...min(row + 1, blocks.rows - 1) {
      for x in max(column - 1, 0)...min(column + 1, blocks.columns - 1) {
        low = min(low, blocks.low[y * blocks.columns + x])
        high = max(high, blocks.high[y * blocks.columns + x])
      }
    }
    return (Float(high) - Float(low)) * source.unit > StereoLine.step
  }

  private func sharpen(
    _ block: inout OutlineBlock, _ column: Int, _ row: Int, _ top: Int, into part: inout MutableSpan<Int16>
  ) {
    let side = RadiusBlocks.side
    guard Float(block.findExtremes(reach: reach)) * source.unit > StereoLine.step else { return }
    // A slope goes on beyond, and the sides of an edge do not.
    block.findExtremes(reach: 2 * reach)
    block.keepExtents()
    block.findExtremes(reach: reach)
    if evenness > 0 { block.findMeans(reach: evenness) }
    for y in 0..<min(side, source.height - row * side) {
      for x in 0..<min(side, source.width - column * side) {
        let place = y * side + x
        let (low, high) = block.extremes(x, y)
        let excess = ((high - low) * source.unit - Self.slope) / (Self.step - Self.slope)
        guard excess > 0 else { continue }
        let beyond = block.extents[place] / (high - low)
        let weight = min(excess, 1) * clampedToUnit((Self.slopeRatio - beyond) * 4)
        guard weight > 0 else { continue }
        let value = Float(block.value(x, y))
        let measure = evenness > 0 ? block.mean[place] : value
        let end = measure - low > (high - low) * share ? high : low
        // What is of that side already keeps its own, so that it stays smooth.
        guard abs(end - value) * source.unit > StereoLine.step else { continue }
        let index = (row * side + y - top) * source.width + column * side + x
        part[index] = Int16(value + (end - value) * weight)
      }
    }
  }
}
