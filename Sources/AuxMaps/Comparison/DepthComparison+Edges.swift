extension DepthComparison {
  /// How far the steps of depth of a prediction are those of the truth.
  ///
  /// Two neighbours in a row or a column whose distances differ by more than a factor are an edge, in one direction. For
  /// ten factors from 1.05 to 1.25 the edges of both maps are compared place by place, and the shares are averaged with the
  /// factors' weights, as Depth Pro's boundary metrics have it. Source: Bochkovskii et al. 2024, "Depth Pro", section 4.
  public struct Edges: Hashable, Sendable {
    /// The share of the truth's edges that the prediction has; nil where the truth has none.
    public let completeness: Double?
    /// The share of the prediction's edges that the truth has; nil where the prediction has none.
    public let accuracy: Double?

    private static let factors = (0..<10).map { 1.05 + 0.2 * Double($0) / 9 }

    init(_ pairs: AlignedPairs, width: Int, height: Int) {
      var counts = [[Counts]](repeating: [Counts](repeating: Counts(), count: Self.factors.count), count: 4)
      for row in 0..<height {
        for column in 0..<width {
          let index = row * width + column
          guard let one = pairs.pair(index) else { continue }
          if column + 1 < width, let other = pairs.pair(index + 1) {
            Self.add(one, other, to: &counts[0])
            Self.add(other, one, to: &counts[1])
          }
          if row + 1 < height, let other = pairs.pair(index + width) {
            Self.add(one, other, to: &counts[2])
            Self.add(other, one, to: &counts[3])
          }
        }
      }
      completeness = Self.share(counts, of: \.truth)
      accuracy = Self.share(counts, of: \.prediction)
    }

    /// How many edges there are.
    private struct Counts {
      var truth = 0, prediction = 0, both = 0
    }

    @inline(__always)
    private static func add(
      _ one: (truth: Double, prediction: Double), _ other: (truth: Double, prediction: Double),
      to counts: inout [Counts]
    ) {
      let truth = other.truth / one.truth
      let prediction = other.prediction / one.prediction
      guard max(truth, prediction) > factors[0] else { return }
      for (place, factor) in factors.enumerated() {
        let (isTruth, isPrediction) = (truth > factor, prediction > factor)
        guard isTruth || isPrediction else { return }
        if isTruth { counts[place].truth += 1 }
        if isPrediction { counts[place].prediction += 1 }
        if isTruth, isPrediction { counts[place].both += 1 }
      }
    }

    /// Returns the mean share over the four directions and, weighted, the factors; nil if there is no edge.
    ///
    /// A direction without edges at a factor has no share and takes no part.
    private static func share(_ counts: [[Counts]], of all: KeyPath<Counts, Int>) -> Double? {
      var (sum, weights) = (0.0, 0.0)
      for (place, factor) in factors.enumerated() {
        let known = counts.map { $0[place] }.filter { $0[keyPath: all] > 0 }
        guard !known.isEmpty else { continue }
        let shares = known.map { Double($0.both) / Double($0[keyPath: all]) }
        sum += factor * shares.reduce(0, +) / Double(shares.count)
        weights += factor
      }
      return weights > 0 ? sum / weights : nil
    }
  }
}
