/// The noise of maps over time.
enum TemporalNoise {
  /// Returns the standard deviation of the noise of three maps in a row, or nil where nothing is known.
  ///
  /// By the median of the second difference, in which even motion cancels out: it is 1.652 deviations of
  /// normal noise. Where the way of things is known, by that of the first difference along it, 0.954 deviations, if
  /// that is less: structure that moves is no noise.
  static func deviation(
    _ before: NormalisedMap, _ now: NormalisedMap, _ after: NormalisedMap, field: MotionField?
  ) -> Float? {
    let second = second(before.values, now.values, after.values)
    guard let field, let first = first(before, now, field) else { return second }
    return second.map { min($0, first) } ?? first
  }

  private static func second(_ before: [Float], _ now: [Float], _ after: [Float]) -> Float? {
    var median = MedianCounts()
    let (a, b, c) = (before.span, now.span, after.span)
    precondition(a.count == b.count && b.count == c.count)
    // Every fourth sample of a plane is plenty.
    for index in stride(from: 0, to: b.count, by: b.count > 4096 ? 4 : 1) {
      median.add((a[index] - 2 * b[index] + c[index]).magnitude)
    }
    return median.value.map { $0 / 1.652 }
  }

  private static func first(_ before: NormalisedMap, _ now: NormalisedMap, _ field: MotionField) -> Float? {
    var median = MedianCounts()
    for row in stride(from: 0, to: now.height, by: 2) {
      for column in stride(from: 0, to: now.width, by: 2) {
        let vector = field.vector(row: row, column: column).rounded(.toNearestOrEven)
        let (x, y) = (column + Int(vector.x), row + Int(vector.y))
        guard x >= 0, y >= 0, x < now.width, y < now.height else { continue }
        median.add((now.values[row * now.width + column] - before.values[y * now.width + x]).magnitude)
      }
    }
    return median.value.map { $0 / 0.954 }
  }
}

/// The median of magnitudes, to a 1024th.
private struct MedianCounts {
  private var counts = [Int32](repeating: 0, count: 512)
  private var total: Int32 = 0

  /// Counts a magnitude; NaN does not count.
  mutating func add(_ magnitude: Float) {
    guard magnitude < 4 else { return }
    counts[min(Int(magnitude * 1024), 511)] += 1
    total += 1
  }

  /// The median; nil of nothing.
  var value: Float? {
    guard total > 0 else { return nil }
    var sum: Int32 = 0
    for bin in counts.indices {
      sum += counts[bin]
      if sum * 2 >= total { return (Float(bin) + 0.5) / 1024 }
    }
    return nil
  }
}
