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

  package static let standard = FocusMask(known: 0.75, 0.1, 4)

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

  /// Two lines whose lesser, clamped, is the mask.
  private struct Lines {
    let slope, rising, falling: Float

    @inline(__always)
    func value(_ nearness: Float) -> Float {
      let (rise, fall) = (slope * nearness + rising, -slope * nearness + falling)
      // Clamping the lesser is taking the lesser of the clamped.
      return clampedToUnit(rise < fall ? rise : fall)
    }
  }

  private var lines: Lines {
    let reach = (2 / slope + width) / 2
    return Lines(slope: slope, rising: -slope * (focus - reach), falling: slope * (focus + reach))
  }

  /// Returns the mask of one nearness; that of a hole, NaN, is 0.
  package func value(at nearness: Float) -> Float { lines.value(nearness) }

  /// Returns the mask of a map, on at most `jobs` threads; a hole is out of focus.
  ///
  /// Stretching a map makes ramps of its edges, which pass through nearnesses that nothing has. There the mask is
  /// that of the one side, mixed with that of the other: the outline of an object is not in focus by itself.
  package func mask(of map: NormalisedMap, jobs: Int) -> EffectMask {
    var buffer = Bands.undefined(map.values.count, of: Float.self)
    let (lines, width) = (lines, map.width)
    Bands.write(&buffer, rows: map.height, jobs: jobs) { band, part in
      let source = map.values.span.extracting(band.lowerBound * width..<band.upperBound * width)
      precondition(source.count == part.count)
      for index in 0..<source.count { part[index] = lines.value(source[index]) }
      guard map.rampReach > 0 else { return }
      for columns in RampSides.columns(of: map, band: band) {
        let sides = RampSides(map, band: band, columns: columns)
        for row in 0..<band.count {
          let (from, to) = (row * columns.count, row * width + columns.lowerBound)
          Self.mix(source, sides, lines, from: from, to: to, columns.count, into: &part)
        }
      }
    }
    return EffectMask(width: map.width, height: map.height, known: buffer)
  }

  /// Turns nearnesses into shares of the effect, 1 less the mask, with a minus behind the focus; a hole is behind it.
  func signDistances(_ values: inout [Float]) {
    let lines = lines
    var samples = values.mutableSpan
    for index in 0..<samples.count {
      let nearness = samples[index]
      let share = 1 - lines.value(nearness)
      samples[index] = nearness > focus ? share : -share
    }
  }

  /// Writes the mask of a row of samples on ramps, and beside them.
  private static func mix(
    _ source: Span<Float>, _ sides: borrowing RampSides, _ lines: Lines, from: Int, to: Int, _ count: Int,
    into part: inout MutableSpan<Float>
  ) {
    let (low, high) = (sides.low.span, sides.high.span)
    for column in 0..<count {
      let (nearness, least, greatest) = (source[to + column], low[from + column], high[from + column])
      let plain = part[to + column]
      let place = RampSides.Place(nearness, from: least, to: greatest)
      let (far, near) = (lines.value(place.far), lines.value(place.near))
      // Between two sides that are out of focus nothing is in it.
      let most = max(lines.value(least), lines.value(greatest))
      let mixed = min(far + (near - far) * place.share, most)
      part[to + column] = plain + (mixed - plain) * place.weight
    }
  }
}
