public import AuxImage
internal import AuxKernels

/// The mask of what is in focus: a plateau of nearness with a slope on either side.
///
/// With s1 = slope, s2 = -slope, filterWidth = 2 / slope + width, b1 = -s1 (focus - filterWidth / 2) and
/// b2 = -s2 (focus + filterWidth / 2), the mask of nearness d is min(clamp(s1 d + b1), clamp(s2 d + b2)),
/// where clamp is to 0...1. It is 1 from focus - width / 2 to focus + width / 2.
public struct FocusMask: Hashable, Sendable {
  /// The nearness in focus, 0...1; 0.75 by default.
  public let focus: Float
  /// The extent of the plateau in nearness; 0.1 by default.
  public let width: Float
  /// The steepness of the two slopes, in mask per nearness; 4 by default.
  public let slope: Float

  /// The mask with the default parameters.
  public static let standard = FocusMask(known: 0.75, 0.1, 4)

  private init(known focus: Float, _ width: Float, _ slope: Float) {
    (self.focus, self.width, self.slope) = (focus, width, slope)
  }

  /// Creates a mask.
  ///
  /// Throws `AuxError` with code `usage` where the focus is outside of 0...1, the width of 0...2 or the
  /// slope of 0.01...10,000, or one is NaN.
  public init(focus: Float = 0.75, width: Float = 0.1, slope: Float = 4) throws(AuxError) {
    try Parameter.check(focus, "focus", in: 0...1)
    try Parameter.check(width, "width of the focus", in: 0...2)
    try Parameter.check(slope, "slope of the focus", in: 0.01...10_000)
    (self.focus, self.width, self.slope) = (focus, width, slope)
  }

  /// The two lines whose lesser, clamped, is the mask.
  private var lines: (s1: Float, b1: Float, s2: Float, b2: Float) {
    let (s1, s2) = (slope, -slope)
    let filterWidth = 2 / slope + width
    return (s1, -s1 * (focus - filterWidth / 2), s2, -s2 * (focus + filterWidth / 2))
  }

  /// Returns the mask of one nearness; that of a hole, NaN, is 0.
  public func value(at nearness: Float) -> Float {
    let (s1, b1, s2, b2) = lines
    return Self.value(nearness, s1, b1, s2, b2)
  }

  /// Returns the mask of a map, on at most `jobs` threads; a hole is out of focus.
  ///
  /// Stretching a map makes ramps of its edges, which pass through nearnesses that nothing has. There the mask is
  /// that of the one side, mixed with that of the other: the outline of an object is not in focus by itself.
  public func mask(of map: NormalisedMap, jobs: Int) -> EffectMask {
    var values = Bands.undefined(map.values.count, of: Float.self)
    render(map, into: &values, jobs: jobs)
    return EffectMask(width: map.width, height: map.height, known: values)
  }

  /// Writes the mask of a map of as many samples.
  func render(_ map: NormalisedMap, into target: inout [Float], jobs: Int) {
    let (s1, b1, s2, b2) = lines
    guard map.rampReach == 0 else { return renderAcrossRamps(map, into: &target, jobs: jobs) }
    Bands.write(&target, rows: map.height, jobs: jobs) { band, part in
      let source = map.values.span.extracting(band.lowerBound * map.width..<band.upperBound * map.width)
      precondition(source.count == part.count)
      for index in 0..<source.count { part[index] = Self.value(source[index], s1, b1, s2, b2) }
    }
  }

  /// Turns nearnesses into shares of the effect, 1 less the mask, with a minus behind the focus; a hole is behind it.
  func signDistances(_ values: inout [Float]) {
    let (s1, b1, s2, b2) = lines
    var samples = values.mutableSpan
    for index in 0..<samples.count {
      let nearness = samples[index]
      let share = 1 - Self.value(nearness, s1, b1, s2, b2)
      samples[index] = nearness > focus ? share : -share
    }
  }

  private func renderAcrossRamps(_ map: NormalisedMap, into target: inout [Float], jobs: Int) {
    let (s1, b1, s2, b2) = lines
    let width = map.width
    Bands.write(&target, rows: map.height, jobs: jobs) { band, part in
      let source = map.values.span.extracting(band.lowerBound * width..<band.upperBound * width)
      precondition(source.count == part.count)
      for index in 0..<source.count { part[index] = Self.value(source[index], s1, b1, s2, b2) }
      for columns in RampSides.columns(of: map, band: band) {
        let sides = RampSides(map, band: band, columns: columns)
        for row in 0..<band.count {
          let (from, to) = (row * columns.count, row * width + columns.lowerBound)
          mix(source, sides, from: from, to: to, columns.count, into: &part)
        }
      }
    }
  }

  /// Writes the mask of a row of samples on ramps, and beside them.
  private func mix(
    _ source: Span<Float>, _ sides: borrowing RampSides, from: Int, to: Int, _ count: Int,
    into part: inout MutableSpan<Float>
  ) {
    let (s1, b1, s2, b2) = lines
    let (low, high) = (sides.low.span, sides.high.span)
    for column in 0..<count {
      let (nearness, least, greatest) = (source[to + column], low[from + column], high[from + column])
      let extent = greatest - least
      let plain = part[to + column]
      let margin = extent * RampSides.side
      let (farSide, nearSide) = (least + margin, greatest - margin)
      let place = clampedToUnit((nearness - farSide) / max(nearSide - farSide, RampSides.ramp / 2))
      // Each side from its own nearness, on the ramp, to the sample's, in the side.
      let far = Self.value(
        nearness < farSide ? nearness : farSide - margin * place, s1, b1, s2, b2)
      let near = Self.value(
        nearness > nearSide ? nearness : nearSide + margin * (1 - place), s1, b1, s2, b2)
      // Between two sides that are out of focus nothing is in it.
      let most = max(Self.value(least, s1, b1, s2, b2), Self.value(greatest, s1, b1, s2, b2))
      let mixed = min(far + (near - far) * place, most)
      let share = clampedToUnit((extent - RampSides.ramp) * (1 / (RampSides.whole - RampSides.ramp)))
      part[to + column] = plain + (mixed - plain) * share
    }
  }

  @inline(__always)
  private static func value(_ d: Float, _ s1: Float, _ b1: Float, _ s2: Float, _ b2: Float) -> Float {
    let (rising, falling) = (s1 * d + b1, s2 * d + b2)
    let lesser = rising < falling ? rising : falling
    // Clamping the lesser is taking the lesser of the clamped.
    return clampedToUnit(lesser)
  }
}
