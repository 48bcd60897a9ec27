/// One frame's step of smoothing over time.
struct TemporalStep: Sendable {
  let frames: [TemporalFrame]
  /// Which of the frames is worked on.
  let current: Int
  /// How many frames before and after may fill a hole.
  let window: Int
  /// The share of the new value in one that stays within the noise.
  let rate: Float
  /// The difference that is motion and not noise; up to half of it is noise.
  let motion: Float
  /// Where what the frame shows was in the frame before; nil where it is not looked for.
  let field: MotionField?

  /// The differences of luminance codes up to which nothing moved, and from which something did.
  private static let still: Float = 12
  private static let moved: Float = 28

  /// How far around a hole the values are looked at that its own must agree with.
  private static let reach = 3

  /// Writes a band of smoothed values by those of the frame before; NaN where nothing is known.
  func update(_ band: Range<Int>, from smoothed: Span<Float>, _ state: inout MutableSpan<Float>) {
    let frame = frames[current]
    let map = frame.map
    let values = map.values.span
    let luminance = frame.luminance.span
    let previous = current > 0 ? frames[current - 1].luminance : []
    let before = previous.span
    let knowsColour = before.count == values.count && luminance.count == values.count
    for row in band {
      for column in 0..<map.width {
        let place = row * map.width + column
        let index = place - band.lowerBound * map.width
        let measured = values[place]
        let value = measured.isNaN ? filling(row, column) : measured
        var (past, code) = (smoothed[place], knowsColour ? Float(before[place]) : 0)
        if knowsColour, let field, let found = origin(row, column, field, smoothed, before) {
          (past, code) = found
        }
        let difference = (value - past).magnitude
        var share = rate + (1 - rate) * Self.ramp(difference, from: motion * 0.5, to: motion)
        if knowsColour {
          let change = (Float(luminance[place]) - code).magnitude
          share = max(share, Self.ramp(change, from: Self.still, to: Self.moved))
        }
        state[index] = past.isNaN || value.isNaN ? value : past + (value - past) * share
      }
    }
  }

  /// Returns the smoothed value and the luminance where a pixel was in the frame before; nil where it did not move.
  ///
  /// Where the four values are of different things, only the nearest counts. Beyond the edge there is no value.
  @inline(__always)
  private func origin(
    _ row: Int, _ column: Int, _ field: MotionField, _ smoothed: Span<Float>, _ before: Span<UInt8>
  ) -> (past: Float, code: Float)? {
    let vector = field.vector(row: row, column: column)
    guard vector != .zero else { return nil }
    let (x, y) = (Float(column) + vector.x, Float(row) + vector.y)
    guard x >= 0, y >= 0, x <= Float(field.width - 1), y <= Float(field.height - 1) else { return (.nan, 0) }
    let (left, top) = (Int(x), Int(y))
    let (right, bottom) = (min(left + 1, field.width - 1), min(top + 1, field.height - 1))
    let (across, down) = (x - Float(left), y - Float(top))
    let upper = top * field.width, lower = bottom * field.width
    let weights = SIMD4(
      (1 - across) * (1 - down), across * (1 - down), (1 - across) * down, across * down)
    let codes = SIMD4(
      Float(before[upper + left]), Float(before[upper + right]), Float(before[lower + left]),
      Float(before[lower + right]))
    let four = SIMD4(
      smoothed[upper + left], smoothed[upper + right], smoothed[lower + left], smoothed[lower + right])
    let code = (codes * weights).sum()
    // NaN fails the comparison.
    if four.max() - four.min() < motion * 0.5, four == four { return ((four * weights).sum(), code) }
    let nearest = (down < 0.5 ? upper : lower) + (across < 0.5 ? left : right)
    return (smoothed[nearest], code)
  }

  /// Returns 0 up to a value, 1 from another, and between them a line.
  @inline(__always)
  private static func ramp(_ value: Float, from low: Float, to high: Float) -> Float {
    clampedToUnit((value - low) / (high - low))
  }

  /// Returns the value of a hole by the frames before and after, or NaN.
  private func filling(_ row: Int, _ column: Int) -> Float {
    let bounds = surroundings(row, column)
    let before = nearest(row, column, step: -1, within: bounds)
    let after = nearest(row, column, step: 1, within: bounds)
    guard let before else { return after?.value ?? .nan }
    guard let after else { return before.value }
    if (before.value - after.value).magnitude <= motion {
      let total = Float(before.distance + after.distance)
      return before.value + (after.value - before.value) * Float(before.distance) / total
    }
    if before.change != after.change {
      return before.change < after.change ? before.value : after.value
    }
    // A hole is mostly beside an object, in the ground that it hid.
    return min(before.value, after.value)
  }

  /// Returns the first value of a place in the frames in one direction, where it can be the one of now.
  private func nearest(
    _ row: Int, _ column: Int, step: Int, within bounds: ClosedRange<Float>
  ) -> (value: Float, distance: Int, change: Int32)? {
    let place = row * frames[current].map.width + column
    for distance in 1...window {
      let index = current + step * distance
      guard frames.indices.contains(index) else { return nil }
      let value = frames[index].map.values[place]
      guard !value.isNaN else { continue }
      guard !frames[index].luminance.isEmpty, !frames[current].luminance.isEmpty else {
        return bounds.contains(value) ? (value, distance, 0) : nil
      }
      let change = abs(Int32(frames[index].luminance[place]) - Int32(frames[current].luminance[place]))
      return Float(change) < (Self.still + Self.moved) / 2 ? (value, distance, change) : nil
    }
    return nil
  }

  /// Returns what the values around a hole span, and the noise; everything without such values.
  private func surroundings(_ row: Int, _ column: Int) -> ClosedRange<Float> {
    let map = frames[current].map
    let values = map.values.span
    var (low, high) = (Float.infinity, -Float.infinity)
    for y in max(row - Self.reach, 0)...min(row + Self.reach, map.height - 1) {
      for x in max(column - Self.reach, 0)...min(column + Self.reach, map.width - 1) {
        let value = values[y * map.width + x]
        // NaN fails both comparisons.
        if value < low { low = value }
        if value > high { high = value }
      }
    }
    return low <= high ? low - motion...high + motion : 0...1
  }
}
