/// A row of nearness whose edges are steps, so that an object moves as one.
///
/// In a map the edge of an object is a ramp of some pixels, each of which would go elsewhere, and the photo's
/// edge has pixels mixed of both sides, which would be left behind as an outline.
struct StereoEdges {
  private let width: Int
  /// The pixels that a difference of 1 in nearness moves apart.
  private let scale: Float
  /// How far to look for both sides of a ramp.
  private let reach: Int
  /// How far an object is widened, to take the mixed pixels along.
  private let margin: Int
  /// The row with ``border`` samples more on each side, and its least and greatest values nearby.
  private var plain, low, high: [Float]
  private let border: Int
  /// The row.
  private(set) var nearness: [Float]

  /// The difference in shift, in pixels, up to which a slope stays one, and from which it becomes a step.
  private static let slope: Float = 1
  private static let step: Float = 2

  init(width: Int, scale: Float) {
    self.width = width
    self.scale = scale
    reach = 2 + width / 2000
    margin = 1 + width / 2000
    border = max(reach, margin)
    nearness = [Float](repeating: 0, count: width)
    plain = [Float](repeating: 0, count: width + 2 * border)
    (low, high) = (nearness, nearness)
  }

  /// Takes a row of the map; a hole counts as farthest.
  mutating func prepare(_ row: Span<Float>) {
    precondition(row.count == width)
    let border = border
    var inner = plain.mutableSpan
    for index in 0..<row.count { inner[border &+ index] = row[index].isNaN ? 0 : row[index] }
    extend()
    SlidingExtreme.along(plain, border: border, reach: reach, least: true, into: &low)
    SlidingExtreme.along(plain, border: border, reach: reach, least: false, into: &high)
    sharpen()
    extend()
    SlidingExtreme.along(plain, border: border, reach: margin, least: false, into: &high)
    widen()
  }

  /// Repeats the first and the last sample.
  private mutating func extend() {
    for index in 0..<border {
      plain[index] = plain[border]
      plain[border + width + index] = plain[border + width - 1]
    }
  }

  /// Gives each pixel of a ramp the nearness of the side that it is closer to.
  private mutating func sharpen() {
    let (border, scale) = (border, scale)
    // Copies of the references only: an access to `plain` bars one to the other properties.
    let (lows, highs) = (self.low, self.high)
    let (low, high) = (lows.span, highs.span)
    var samples = plain.mutableSpan
    precondition(low.count == high.count && samples.count == low.count + 2 * border && border >= 0)
    for column in 0..<low.count {
      let (value, least, greatest) = (samples[border &+ column], low[column], high[column])
      let excess = ((greatest - least) * scale - Self.slope) / (Self.step - Self.slope)
      let part = clampedToUnit(excess)
      let side = value - least > greatest - value ? greatest : least
      samples[border &+ column] = value + (side - value) * part
    }
  }

  /// Gives the pixels beside a nearer object its nearness.
  private mutating func widen() {
    let (border, scale) = (border, scale)
    let (plains, highs) = (plain, self.high)
    let (samples, high) = (plains.span, highs.span)
    var target = nearness.mutableSpan
    precondition(target.count == high.count && samples.count == high.count + 2 * border && border >= 0)
    for column in 0..<high.count {
      let value = samples[border &+ column]
      target[column] = (high[column] - value) * scale > Self.step ? high[column] : value
    }
  }
}
