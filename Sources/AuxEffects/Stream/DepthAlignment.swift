package import AuxImage
internal import AuxKernels

/// Brings each map of a stream to the scale and the shift of the one before; the maps of a model need that.
///
/// A model that sees one picture at a time gives depth up to a factor and a term, which change from frame to frame.
/// Both are fitted to the aligned map of the frame before, at places where the picture does not move, by weighted
/// least squares that ignore outliers such as moving objects. A map that does not fit at all, for example after a
/// cut, stays as it is, and the next maps are aligned to it.
public struct DepthAlignment: Sendable {
  private var before: TemporalFrame?

  /// Creates an alignment.
  public init() {}

  /// The samples of a fit, at most about so many.
  private static let samples = 16_384
  /// The change of luminance codes up to which nothing moved.
  private static let still: Int32 = 12
  /// The rounds of weighting; a fit hardly moves after four.
  private static let rounds = 8
  /// The deviations from which a sample has no say, and the least deviation.
  private static let cut: Float = 4, leastDeviation: Float = 0.004
  /// The share of the samples that a fit must explain.
  private static let leastShare = 0.4
  /// The factors that a map may have to the one before.
  private static let factors: ClosedRange<Float> = 0.2...5

  /// Returns the map, aligned, whose frame may be given in any size.
  ///
  /// Values beyond 0...1 are clamped. Throws `AuxError` with code `usage` where a size differs from those before.
  package mutating func align(
    _ map: NormalisedMap, colour: PhotoPixels? = nil, jobs: Int
  ) throws(AuxError) -> NormalisedMap {
    var frame = TemporalFrame(map, colour, hasPyramid: false, jobs: jobs)
    defer { before = frame }
    guard let before else { return map }
    try map.checkSize(after: before.map)
    guard let line = Self.line(from: frame, to: before) else { return map }
    var aligned = map
    Self.apply(line, to: &aligned.values)
    frame = TemporalFrame(aligned, like: frame)
    return aligned
  }

  /// Forgets the maps so far.
  package mutating func reset() { before = nil }

  /// A factor and a term.
  struct Line: Sendable {
    var factor, term: Float
  }

  private static func apply(_ line: Line, to values: inout [Float]) {
    var samples = values.mutableSpan
    for index in 0..<samples.count {
      let value = samples[index] * line.factor + line.term
      // NaN fails both comparisons and stays.
      let positive = value < 0 ? 0 : value
      samples[index] = positive > 1 ? 1 : positive
    }
  }

  /// Returns the line that brings a map to another where the picture does not move; nil if none fits.
  private static func line(from frame: TemporalFrame, to before: TemporalFrame) -> Line? {
    let (values, wanted) = (frame.map.values, before.map.values)
    let knowsColour = frame.luminance.count == values.count && before.luminance.count == values.count
    var pairs: [SIMD2<Float>] = []
    let step = max(Int((Double(values.count) / Double(samples)).squareRoot()), 1)
    for row in stride(from: 0, to: frame.map.height, by: step) {
      for column in stride(from: 0, to: frame.map.width, by: step) {
        let place = row * frame.map.width + column
        let pair = SIMD2(values[place], wanted[place])
        // What was clamped says nothing of the scale; NaN fails the comparisons.
        guard pair.x > 0, pair.x < 1, pair.y > 0, pair.y < 1 else { continue }
        if knowsColour, abs(Int32(frame.luminance[place]) - Int32(before.luminance[place])) > still {
          continue
        }
        pairs.append(pair)
      }
    }
    return fit(pairs)
  }

  /// Returns the line through most of the pairs; nil where there are too few, or it explains too few.
  static func fit(_ pairs: [SIMD2<Float>]) -> Line? {
    guard pairs.count >= 16, var line = start(pairs) else { return nil }
    var deviation: Float = 0
    for _ in 0..<rounds {
      let residues = pairs.map { ($0.x * line.factor + line.term - $0.y).magnitude }
      deviation = max(residues.sorted()[residues.count / 2] * 1.4826, leastDeviation)
      guard let next = weighted(pairs, residues, limit: cut * deviation) else { return nil }
      line = next
    }
    let explained = pairs.count { ($0.x * line.factor + line.term - $0.y).magnitude < 0.05 }
    guard factors.contains(line.factor), Double(explained) >= leastShare * Double(pairs.count) else {
      return nil
    }
    return line
  }

  /// Returns the line through the medians of two of three thirds that fits half of the pairs best.
  ///
  /// A third of the pairs that is of other things does not turn the line through the other two.
  private static func start(_ pairs: [SIMD2<Float>]) -> Line? {
    let sorted = pairs.sorted { $0.x < $1.x }
    let third = sorted.count / 3
    func median(_ values: [Float]) -> Float { values.sorted()[values.count / 2] }
    let middles = [sorted.prefix(third), sorted[third..<sorted.count - third], sorted.suffix(third)].map {
      SIMD2(median($0.map(\.x)), median($0.map(\.y)))
    }
    // A map without relief has a shift only.
    guard middles[2].x - middles[0].x > 0.01 else {
      return Line(factor: 1, term: median(pairs.map { $0.y - $0.x }))
    }
    var best: (line: Line, residue: Float)?
    for (low, high) in [(0, 2), (0, 1), (1, 2)] where middles[high].x - middles[low].x > 0.005 {
      let factor = (middles[high].y - middles[low].y) / (middles[high].x - middles[low].x)
      guard factors.contains(factor) else { continue }
      let line = Line(factor: factor, term: median(pairs.map { $0.y - factor * $0.x }))
      let residue = median(pairs.map { ($0.x * line.factor + line.term - $0.y).magnitude })
      if residue < best?.residue ?? .infinity { best = (line, residue) }
    }
    return best?.line
  }

  /// Returns the line of least squares, each pair with Tukey's weight of its residue; nil where that is no line.
  private static func weighted(_ pairs: [SIMD2<Float>], _ residues: [Float], limit: Float) -> Line? {
    var (n, x, y, xx, xy) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for (pair, residue) in zip(pairs, residues) where residue < limit {
      let share = 1 - Double(residue / limit) * Double(residue / limit)
      let weight = share * share
      let (px, py) = (Double(pair.x), Double(pair.y))
      n += weight
      x += weight * px
      y += weight * py
      xx += weight * px * px
      xy += weight * px * py
    }
    guard n > 0 else { return nil }
    let (meanX, meanY) = (x / n, y / n)
    let spread = xx / n - meanX * meanX
    guard spread > 1e-5 else { return Line(factor: 1, term: Float(meanY - meanX)) }
    let factor = (xy / n - meanX * meanY) / spread
    return Line(factor: Float(factor), term: Float(meanY - factor * meanX))
  }
}
