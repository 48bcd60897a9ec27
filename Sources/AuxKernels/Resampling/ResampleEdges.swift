extension Resample {
  /// Returns values in another size without mixing across depth edges.
  ///
  /// Each sample of the result has the contributors and weights of ``smooth(_:width:height:toWidth:toHeight:)``.
  /// 1. Holes are set aside; where they have more than half of the weight the result is a hole.
  /// 2. The rest is put in order by value and cut wherever two neighbours in that order are more than
  ///    `discontinuity` apart. Each piece counts as a surface: a slope, however steep, stays in one piece as
  ///    long as its steps are small.
  /// 3. The piece with the greatest weight is kept, of equals the one of greater values, which in disparity
  ///    is the nearer; the result is the weighted mean of that piece alone.
  ///
  /// So no result is in the gap between two surfaces, and edges become steps of whole samples. Values in
  /// between that the source already has, as blurred maps do, join surfaces and are mixed.
  package static func edgeRespecting(
    _ values: [Float], width: Int, height: Int, toWidth: Int, toHeight: Int, discontinuity: Float,
    window: ResampleWindow? = nil
  ) -> [Float] {
    precondition(width > 0 && height > 0 && values.count == width * height)
    let axes = ResampleAxes(width: width, height: height, toWidth: toWidth, toHeight: toHeight, window)
    let (columns, rows) = (axes.columns, axes.rows)
    var result = [Float](repeating: 0, count: toWidth * toHeight)
    var surfaces = Surfaces(capacity: columns.mostTaps * rows.mostTaps)
    let (source, columnWeights, rowWeights) = (values.span, columns.weights.span, rows.weights.span)
    for row in 0..<toHeight {
      let rowTaps = rowWeights.extracting(rows.bounds[row]..<rows.bounds[row + 1])
      for column in 0..<toWidth {
        result[row * toWidth + column] = surfaces.mean(
          of: source, from: rows.starts[row] * width + columns.starts[column], width: width,
          columnWeights.extracting(columns.bounds[column]..<columns.bounds[column + 1]), rowTaps,
          discontinuity: discontinuity)
      }
    }
    return result
  }

  /// Returns the step from which two values count as different surfaces if nothing better is known: a 32nd
  /// of the range of the finite values, which is 8 steps of an 8-bit map.
  package static func defaultDiscontinuity(_ values: [Float]) -> Float {
    guard let (low, high) = Quantise.finiteRange(values) else { return 0 }
    return high / 32 - low / 32
  }
}

/// Weighted values that gaps divide into surfaces.
struct Surfaces {
  private var samples: [(value: Float, weight: Double)] = []

  init(capacity: Int) {
    samples.reserveCapacity(min(capacity, 1 << 16))
  }

  /// Returns the mean of the heaviest surface among the samples of a rectangle; NaN where holes have more than half of the
  /// weight.
  ///
  /// The rectangle begins at the sample `corner` of rows of `width` samples and has as many columns and rows as there are weights.
  mutating func mean(
    of source: Span<Float>, from corner: Int, width: Int, _ columnWeights: Span<Double>,
    _ rowWeights: Span<Double>, discontinuity: Float
  ) -> Float {
    var (sum, total) = (0.0, 0.0)
    var (least, greatest) = (Float.infinity, -Float.infinity)
    for row in rowWeights.indices {
      let start = corner + row * width
      for column in columnWeights.indices {
        let value = source[start + column]
        guard abs(value) < .infinity else { continue }
        let weight = rowWeights[row] * columnWeights[column]
        sum += Double(value) * weight
        total += weight
        least = min(least, value)
        greatest = max(greatest, value)
      }
    }
    if Resample.isHole(total) { return .nan }
    if greatest - least <= discontinuity { return Float(sum / total) }
    removeAll()
    for row in rowWeights.indices {
      let start = corner + row * width
      for column in columnWeights.indices where abs(source[start + column]) < .infinity {
        add(source[start + column], rowWeights[row] * columnWeights[column])
      }
    }
    return heaviestMean(discontinuity: discontinuity)
  }

  private mutating func removeAll() {
    samples.removeAll(keepingCapacity: true)
  }

  private mutating func add(_ value: Float, _ weight: Double) {
    samples.append((value, weight))
  }

  /// Returns the mean of the heaviest piece; there must be a sample.
  private mutating func heaviestMean(discontinuity: Float) -> Float {
    sort()
    var (best, bestWeight) = (Float.nan, -1.0)
    var (sum, weight) = (0.0, 0.0)
    for index in samples.indices {
      sum += Double(samples[index].value) * samples[index].weight
      weight += samples[index].weight
      let isLast = index + 1 == samples.count
      guard isLast || samples[index + 1].value - samples[index].value > discontinuity else { continue }
      // Equal to within the roundings of the sums, and then the later, greater one.
      if weight >= bestWeight - 1e-9 { (best, bestWeight) = (Float(sum / weight), weight) }
      (sum, weight) = (0, 0)
    }
    return best
  }

  private mutating func sort() {
    guard samples.count <= 24 else {
      samples.sort { $0.value < $1.value }
      return
    }
    for end in samples.indices.dropFirst() {
      let sample = samples[end]
      var at = end
      while at > 0, samples[at - 1].value > sample.value {
        samples[at] = samples[at - 1]
        at -= 1
      }
      samples[at] = sample
    }
  }
}
