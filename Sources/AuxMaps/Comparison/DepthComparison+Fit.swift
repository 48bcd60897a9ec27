internal import AuxImage

extension DepthComparison.Fit {
  /// Fits predictions to the truth; throws `usage` where they do not determine a factor.
  init(_ pairs: ComparedPairs, _ options: DepthComparison.Options) throws(AuxError) {
    guard options.alignment != .none else {
      (scale, shift, quantity, method) = (1, 0, nil, nil)
      return
    }
    let quantity = options.quantity ?? pairs.predictionQuantity
    let hasShift = options.alignment == .affine
    let line =
      switch options.usedMethod {
      case .leastSquares: Self.leastSquares(pairs, quantity, hasShift: hasShift)
      case .medians: Self.medians(pairs, quantity, hasShift: hasShift)
      }
    guard line.scale.isFinite, line.shift.isFinite else {
      throw AuxError(
        .usage,
        "the prediction has no \(hasShift ? "two different values" : "value other than 0") where the truth has one, "
          + "so that no scale can be fitted")
    }
    (scale, shift, self.quantity, method) = (line.scale, line.shift, quantity, options.usedMethod)
  }

  private typealias Line = (scale: Double, shift: Double)

  /// Returns the line whose sum of squares of differences is the least; not finite where there is none.
  private static func leastSquares(
    _ pairs: ComparedPairs, _ quantity: DepthQuantity, hasShift: Bool
  ) -> Line {
    var (count, meanTruth, meanPrediction) = (0.0, 0.0, 0.0)
    if hasShift {
      pairs.forEach(as: quantity) { truth, prediction in
        (count, meanTruth, meanPrediction) = (count + 1, meanTruth + truth, meanPrediction + prediction)
      }
      (meanTruth, meanPrediction) = (meanTruth / count, meanPrediction / count)
    }
    var (product, square) = (0.0, 0.0)
    pairs.forEach(as: quantity) { truth, prediction in
      let deviation = prediction - meanPrediction
      product += deviation * (truth - meanTruth)
      square += deviation * deviation
    }
    let scale = product / square
    return (scale, hasShift ? meanTruth - scale * meanPrediction : 0)
  }

  /// Returns the line that brings the medians together and, with a shift, the mean absolute deviations from them.
  private static func medians(_ pairs: ComparedPairs, _ quantity: DepthQuantity, hasShift: Bool) -> Line {
    var (truths, predictions): ([Double], [Double]) = ([], [])
    pairs.forEach(as: quantity) { truth, prediction in
      truths.append(truth)
      predictions.append(prediction)
    }
    guard let truth = median(&truths), let prediction = median(&predictions) else { return (.nan, .nan) }
    guard hasShift else { return (truth / prediction, 0) }
    func deviation(_ values: [Double], _ middle: Double) -> Double {
      values.reduce(0) { $0 + abs($1 - middle) } / Double(values.count)
    }
    let scale = deviation(truths, truth) / deviation(predictions, prediction)
    return (scale, truth - scale * prediction)
  }

  /// Returns the median, of an even number the mean of both in the middle; sorts the values.
  private static func median(_ values: inout [Double]) -> Double? {
    guard !values.isEmpty else { return nil }
    values.sort()
    let middle = values.count / 2
    return values.count.isMultiple(of: 2) ? (values[middle - 1] + values[middle]) / 2 : values[middle]
  }
}
