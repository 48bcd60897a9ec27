internal import AuxImage

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Pairs of distances in metres, those of the prediction after its alignment.
struct AlignedPairs {
  /// What becomes of a prediction.
  enum Prediction {
    case missing
    /// It is not positive, and no end says what it becomes.
    case notPositive
    case distance(Double, isClamped: Bool)
  }

  let pairs: ComparedPairs
  /// What predictions are multiplied by, and what is added then.
  let scale, shift: Double
  /// What they are meanwhile.
  let quantity: DepthQuantity
  /// The distances that predictions which are beyond become.
  let nearest, farthest: Double?

  /// The distance of the truth at a place; nil for a hole and for a distance beyond the ends.
  @inline(__always)
  func truth(_ index: Int) -> Double? { pairs.distance(index) }

  @inline(__always)
  func prediction(_ index: Int) -> Prediction {
    guard let value = pairs.predicted(index, as: quantity) else { return .missing }
    let fitted = value * scale + shift
    guard fitted > 0, fitted.isFinite else {
      // Not positive depth is nearer than anything, such disparity farther.
      guard let end = quantity == .depth ? nearest : farthest else { return .notPositive }
      return .distance(end, isClamped: true)
    }
    let distance = quantity == .depth ? fitted : 1 / fitted
    let clamped = min(max(distance, nearest ?? 0), farthest ?? .infinity)
    return .distance(clamped, isClamped: clamped != distance)
  }

  /// The distances at a place; nil where one of them is missing.
  @inline(__always)
  func pair(_ index: Int) -> (truth: Double, prediction: Double)? {
    guard let truth = truth(index), case .distance(let distance, _) = prediction(index) else { return nil }
    return (truth, distance)
  }

  var count: Int { pairs.truth.count }

  /// Returns the sum of the squares of how far ln p - ln t is from its mean.
  func logDeviation(from mean: Double) -> Double {
    var sum = 0.0
    for index in 0..<count {
      guard let (truth, prediction) = pair(index) else { continue }
      let deviation = log(prediction / truth) - mean
      sum += deviation * deviation
    }
    return sum
  }

  /// The sums of the errors of all samples.
  struct Sums {
    private(set) var samples = 0, missing = 0, notPositive = 0, clamped = 0
    private(set) var relative = 0.0, squareOverTruth = 0.0, square = 0.0, log = 0.0, logSquare = 0.0
    /// How many samples are within each of the factors 1.25, 1.25^2 and 1.25^3.
    private(set) var within = [0, 0, 0]
    /// The relative errors, NaN where nothing was compared.
    private(set) var errors: [Float]

    private static let factors = [1.25, 1.25 * 1.25, 1.25 * 1.25 * 1.25]

    init(_ pairs: AlignedPairs) {
      errors = [Float](repeating: .nan, count: pairs.count)
      for index in 0..<pairs.count {
        guard let truth = pairs.truth(index) else { continue }
        switch pairs.prediction(index) {
        case .missing: missing += 1
        case .notPositive: notPositive += 1
        case .distance(let prediction, let isClamped):
          samples += 1
          if isClamped { clamped += 1 }
          errors[index] = Float(add(truth, prediction))
        }
      }
    }

    /// Adds the errors of a sample; returns the relative one.
    private mutating func add(_ truth: Double, _ prediction: Double) -> Double {
      let difference = abs(prediction - truth)
      let ratio = naturalLogarithm(prediction / truth)
      relative += difference / truth
      squareOverTruth += difference * difference / truth
      square += difference * difference
      log += ratio
      logSquare += ratio * ratio
      let factor = max(prediction / truth, truth / prediction)
      for place in 0..<3 where factor < Self.factors[place] { within[place] += 1 }
      return difference / truth
    }
  }
}

/// The natural logarithm, where a property is called `log`.
private func naturalLogarithm(_ value: Double) -> Double { log(value) }
