internal import AuxKernels

/// Edges of parallax as steps with smooth outlines, so that an object moves as one.
///
/// In a map the edge of an object is a ramp of some pixels, and each would go elsewhere. Where a map was
/// stretched, outlines are uneven from row to row and off by some pixels as well: those become even, in two
/// dimensions, and a little wider, to take along the pixels that are mixed of both sides.
struct StereoOutlines {
  private let source: SignedRadii
  /// How far to look for both sides of a ramp, and over how far its outline is evened out; 0 where it is exact.
  private let reach, evenness: Int
  /// Where between both sides an outline is: in the middle, or below that where it is to be wider.
  private let share: Float

  /// The difference, in pixels, up to which a slope stays one, and from which it becomes a step.
  private let slope, step: Float
  /// What neighbours of one surface may differ by, in pixels.
  private let joined: Float
  private let isStretched: Bool

  /// How much more the parallax of an exact map differs over twice the window where there is a slope and no step.
  private static let slopeRatio: Float = 1.75
  /// The share of a ramp's extent up to which neighbours are on one level: those on a ramp differ by more.
  private static let levelShare: Float = 0.1

  /// The share of a step's extent by which a thin thing or gap differs from what is around it.
  private static let thinShare: Float = 0.5

  /// The greatest difference of neighbours on one surface in a row of so many, in pixels.
  ///
  /// In a large photo an outline is some pixels wide, and so is the unevenness of a map.
  static func joined(_ width: Int) -> Float { max(1.5, Float(width) / 800) }

  init(_ source: SignedRadii, isStretched: Bool) {
    (self.source, self.isStretched) = (source, isStretched)
    joined = Self.joined(source.width)
    guard isStretched else {
      reach = min(3 + source.width / 2000, 8)
      (evenness, share, slope, step) = (0, 0.5, joined, 1.5 * joined)
      return
    }
    reach = min(max(3, source.width / 250), 16)
    (slope, step) = (joined, 1.5 * joined)
    evenness = min(max(2, source.width / 500), 8)
    // A step's mean over 2 m + 1 pixels falls by one part of so many with each pixel.
    share = 0.5 - Float(min(source.width / 1000, evenness / 2)) / Float(2 * evenness + 1)
  }

  /// Returns the parallax with steps; `blocks` are those of the source.
  func sharpened(_ blocks: RadiusBlocks, jobs: Int) -> SignedRadii {
    let (width, height, side) = (source.width, source.height, OutlineBlock.side)
    var codes = Bands.undefined(width * height, of: Int16.self)
    Bands.write(&codes, rows: height, height: side, jobs: jobs) { band, part in
      let plain = source.codes.span.extracting(band.lowerBound * width..<band.upperBound * width)
      precondition(plain.count == part.count)
      for index in 0..<plain.count { part[index] = plain[index] }
      var block = OutlineBlock(margin: isStretched ? max(reach, 2 * evenness) : 2 * reach)
      for left in stride(from: 0, to: width, by: side) where hasStep(left, band.lowerBound, blocks) {
        block.load(left, band.lowerBound, of: source)
        sharpen(&block, left, band, into: &part)
      }
    }
    return SignedRadii(
      width: width, height: height, codes: codes, unit: source.unit, isExact: source.isExact)
  }

  /// Whether there may be more than one surface in a square of pixels and around it.
  private func hasStep(_ left: Int, _ top: Int, _ blocks: RadiusBlocks) -> Bool {
    let cell = RadiusBlocks.side
    func range(_ start: Int, _ count: Int) -> ClosedRange<Int> {
      max((start - reach) / cell, 0)...min((start + OutlineBlock.side + reach) / cell, count - 1)
    }
    var (low, high) = (Int16.max, Int16.min)
    for y in range(top, blocks.rows) {
      for x in range(left, blocks.columns) {
        low = min(low, blocks.low[y * blocks.columns + x])
        high = max(high, blocks.high[y * blocks.columns + x])
      }
    }
    return (Float(high) - Float(low)) * source.unit > slope
  }

  private func sharpen(
    _ block: inout OutlineBlock, _ left: Int, _ band: Range<Int>, into part: inout MutableSpan<Int16>
  ) {
    let side = OutlineBlock.side
    guard Float(block.findExtremes(reach: reach)) * source.unit > slope else { return }
    if isStretched {
      block.findMeans(reach: evenness)
      block.findWide(reach: evenness)
    } else {
      // A slope goes on beyond, and the sides of an edge do not.
      block.findExtremes(reach: 2 * reach)
      block.keepExtents()
      block.findExtremes(reach: reach)
    }
    for y in 0..<band.count {
      for x in 0..<min(side, source.width - left) {
        let place = y * side + x
        let (low, high) = block.extremes(x, y)
        let excess = ((high - low) * source.unit - slope) / (step - slope)
        guard excess > 0 else { continue }
        var weight = min(excess, 1)
        if !isStretched {
          weight *= clampedToUnit((Self.slopeRatio - block.extents[place] / (high - low)) * 4)
        }
        let value = Float(block.value(x, y))
        // The mean would take away what is narrower than its square.
        let isEven = isStretched && !block.isThin(x, y, extent: (high - low) * Self.thinShare)
        let measure = isEven ? block.mean[place] : value
        let end = measure - low > (high - low) * share ? high : low
        // Pixels that are already of that side keep their value, so that it stays smooth.
        guard weight > 0, abs(end - value) * source.unit > joined else { continue }
        if !isStretched, block.isLevel(x, y, tolerance: (high - low) * Self.levelShare) { continue }
        part[y * source.width + left + x] = Int16(value + (end - value) * weight)
      }
    }
  }
}
