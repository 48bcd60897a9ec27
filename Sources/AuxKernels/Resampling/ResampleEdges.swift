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
      let rowTaps = rows.bounds[row]..<rows.bounds[row + 1]
      for column in 0..<toWidth {
        let columnTaps = columns.bounds[column]..<columns.bounds[column + 1]
        let corner = rows.starts[row] * width + columns.starts[column]
        var (sum, total) = (0.0, 0.0)
        var (least, greatest) = (Float.infinity, -Float.infinity)
        for rowTap in rowTaps {
          var at = corner + (rowTap - rowTaps.lowerBound) * width
          for columnTap in columnTaps {
            let value = source[at]
            at += 1
            guard abs(value) < .infinity else { continue }
            let weight = rowWeights[rowTap] * columnWeights[columnTap]
            sum += Double(value) * weight
            total += weight
            least = min(least, value)
            greatest = max(greatest, value)
          }
        }
        let index = row * toWidth + column
        if isHole(total) {
          result[index] = .nan
        } else if greatest - least <= discontinuity {
          result[index] = Float(sum / total)
        } else {
          surfaces.removeAll()
          for rowTap in rowTaps {
            let start = corner + (rowTap - rowTaps.lowerBound) * width - columnTaps.lowerBound
            for columnTap in columnTaps where abs(source[start + columnTap]) < .infinity {
              surfaces.add(source[start + columnTap], rowWeights[rowTap] * columnWeights[columnTap])
            }
          }
          result[index] = surfaces.heaviestMean(discontinuity: discontinuity)
        }
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
private struct Surfaces {
  private var samples: [(value: Float, weight: Double)] = []

  init(capacity: Int) {
    samples.reserveCapacity(min(capacity, 1 << 16))
  }

  mutating func removeAll() {
    samples.removeAll(keepingCapacity: true)
  }

  mutating func add(_ value: Float, _ weight: Double) {
    samples.append((value, weight))
  }

  /// Returns the mean of the heaviest piece; there must be a sample.
  mutating func heaviestMean(discontinuity: Float) -> Float {
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
