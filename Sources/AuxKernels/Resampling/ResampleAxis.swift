/// Which samples of a line contribute to each sample of a line of another length.
///
/// Both lines cover the same stretch, so that centres are half a sample from the ends. A shorter line takes
/// the mean of what each of its samples covers; a longer one interpolates between the two nearest centres,
/// and repeats the outermost sample beyond the outermost centre. All weights of a sample add up to 1.
struct ResampleAxis {
  /// The first contributing sample of each.
  private(set) var starts: [Int] = []
  /// Where the weights of each begin; one more than there are samples.
  private(set) var bounds: [Int] = [0]
  /// The weights of all, one after another.
  private(set) var weights: [Double] = []
  /// The most weights that one has.
  private(set) var mostTaps = 1

  /// Creates the axis from a line of `source` samples to one of `target`; both are positive.
  init(from source: Int, to target: Int) {
    precondition(source > 0 && target > 0 && source <= 1 << 30 && target <= 1 << 30)
    starts.reserveCapacity(target)
    bounds.reserveCapacity(target + 1)
    for index in 0..<target {
      if target < source {
        cover(index, source: source, target: target)
      } else {
        interpolate(index, source: source, target: target)
      }
      mostTaps = max(mostTaps, weights.count - bounds[index])
      bounds.append(weights.count)
    }
  }

  /// In units of 1/target: sample i of the result covers [i source, (i + 1) source), j of the source
  /// [j target, (j + 1) target).
  private mutating func cover(_ index: Int, source: Int, target: Int) {
    let (low, high) = (index * source, (index + 1) * source)
    let first = low / target
    starts.append(first)
    for tap in first...((high - 1) / target) {
      let overlap = min(high, (tap + 1) * target) - max(low, tap * target)
      weights.append(Double(overlap) / Double(source))
    }
  }

  /// In units of 1/(2 target): the centre of the result's sample, measured from the source's first centre.
  private mutating func interpolate(_ index: Int, source: Int, target: Int) {
    let centre = (2 * index + 1) * source - target
    let unit = 2 * target
    let first = centre < 0 ? -1 : centre / unit
    let part = centre - first * unit
    if first < 0 || first + 1 >= source || part == 0 {
      starts.append(min(max(first, 0), source - 1))
      weights.append(1)
    } else {
      starts.append(first)
      weights.append(Double(unit - part) / Double(unit))
      weights.append(Double(part) / Double(unit))
    }
  }
}

extension ResampleAxis {
  /// Creates the axis from the stretch `low..<high` of a line of `source` samples, whose edges are at 0 and
  /// `source`, to one of `target`; outside the line its outermost samples go on.
  ///
  /// Each sample is the mean of what it covers, or interpolated where it covers less than one sample.
  init(from source: Int, low: Double, high: Double, to target: Int) {
    precondition(source > 0 && target > 0 && high > low && low.isFinite && high.isFinite)
    let step = (high - low) / Double(target)
    let end = Double(source)
    for index in 0..<target {
      // What is narrower than a sample is widened to one, which makes the mean a linear interpolation.
      let centre = low + (Double(index) + 0.5) * step
      let half = max(step, 1) / 2
      let (from, to) = (min(max(centre - half, 0), end), min(max(centre + half, 0), end))
      let first = min(Int(from), source - 1)
      starts.append(first)
      if to - from < 1e-6 {
        weights.append(1)
      } else {
        let last = min(max(Int(to.rounded(.up)) - 1, first), source - 1)
        for tap in first...last {
          let overlap = min(to, Double(tap + 1)) - max(from, Double(tap))
          weights.append(max(overlap, 0) / (to - from))
        }
      }
      mostTaps = max(mostTaps, weights.count - bounds[index])
      bounds.append(weights.count)
    }
  }
}
