public import AuxImage
internal import AuxKernels

/// How far a depth map is from another one that is taken for the truth.
///
/// ```swift
/// let comparison = try DepthComparison(
///   truth: DepthMap("truth.exr"), prediction: DepthMap("model.npy"), options: .init(alignment: .affine))
/// print(comparison.absRel, comparison.delta1)
/// ```
///
/// The errors are of distances in metres, whatever the maps hold, at the samples for which both have one. A map of another
/// size is resampled to that of the truth. Source: Specs/conversions.md, "Depth against truth".
public struct DepthComparison: Hashable, Sendable {
  /// The width of the truth in samples.
  public let width: Int
  /// The height of the truth in samples.
  public let height: Int
  /// What was compared, and how.
  public let options: Options
  /// What was done to the prediction before.
  public let alignment: Fit
  /// Whether the prediction had another size and was resampled.
  public let isResampled: Bool
  /// The number of samples.
  public let counts: Counts
  /// The channel of the OpenEXR file that the truth is; nil for other files.
  public let truthChannel: MapChannel?
  /// The channel of the OpenEXR file that the prediction is; nil for other files.
  public let predictionChannel: MapChannel?
  /// What was concluded from the samples of the truth.
  public let truthNotes: [MapNote]
  /// What was concluded from the samples of the prediction.
  public let predictionNotes: [MapNote]

  /// The mean of |p - t| / t, for distances t of the truth and p of the prediction.
  public let absRel: Double
  /// The mean of (p - t)^2 / t, in metres.
  public let sqRel: Double
  /// The root of the mean of (p - t)^2, in metres.
  public let rmse: Double
  /// The root of the mean of (ln p - ln t)^2.
  public let rmseLog: Double
  /// 100 times the standard deviation of ln p - ln t, as KITTI's benchmark states it.
  public let silog: Double
  /// The shares of the samples with max(p / t, t / p) below 1.25, 1.25^2 and 1.25^3.
  public let deltas: [Double]
  /// The steps of depth that both have.
  public let edges: Edges
  /// |p - t| / t of each sample, row by row; NaN where it was not compared.
  public let relativeErrors: [Float]

  /// The share of the samples with max(p / t, t / p) < 1.25.
  public var delta1: Double { deltas[0] }
  /// The share of the samples with max(p / t, t / p) < 1.25^2.
  public var delta2: Double { deltas[1] }
  /// The share of the samples with max(p / t, t / p) < 1.25^3.
  public var delta3: Double { deltas[2] }

  /// Compares a prediction with the truth.
  ///
  /// The numbers of a map without options are metres. With the alignment ``Alignment/affine``, the numbers of a prediction
  /// whose options state no unit and no ends may be any, codes and those of a relative model too. Throws `AuxError`: `usage` where options are out of range, where the
  /// maps have another aspect ratio, and where nothing can be fitted; `malformed` where there is no sample for which both
  /// have a value; else as ``DepthMap/reading(forPhotoOf:)``.
  public init(
    truth: DepthMap, prediction: DepthMap, options: Options = Options()
  ) throws(AuxError) {
    try options.check()
    (truthChannel, predictionChannel) = (truth.source.channel, prediction.source.channel)
    let truth = try ComparedDepth(truth)
    var other = try ComparedDepth(prediction, alignment: options.alignment)
    isResampled = (other.width, other.height) != (truth.width, truth.height)
    (truthNotes, predictionNotes) = (truth.notes, other.notes)
    if isResampled { try other.resample(to: truth) }
    let pairs = ComparedPairs(truth, other, between: (options.nearest ?? 0)...(options.farthest ?? .infinity))
    alignment = try Fit(pairs, options)
    let aligned = AlignedPairs(
      pairs: pairs, scale: alignment.scale, shift: alignment.shift,
      quantity: alignment.quantity ?? pairs.predictionQuantity, nearest: options.nearest,
      farthest: options.farthest)
    let sums = AlignedPairs.Sums(aligned)
    guard sums.samples > 0 else {
      throw AuxError(
        .malformed, "there is no sample for which both maps have a distance", path: prediction.path)
    }
    (width, height, self.options) = (truth.width, truth.height, options)
    counts = Counts(
      samples: sums.samples, missing: sums.missing, notPositive: sums.notPositive, clamped: sums.clamped)
    let count = Double(sums.samples)
    (absRel, sqRel) = (sums.relative / count, sums.squareOverTruth / count)
    rmse = (sums.square / count).squareRoot()
    rmseLog = (sums.logSquare / count).squareRoot()
    // By deviations from the mean: the difference of two means of squares would lose the digits.
    silog = 100 * (aligned.logDeviation(from: sums.log / count) / count).squareRoot()
    deltas = sums.within.map { Double($0) / count }
    relativeErrors = sums.errors
    edges = Edges(aligned, width: truth.width, height: truth.height)
  }
}

extension DepthComparison {
  /// What a prediction is fitted by, before it is compared.
  public enum Alignment: String, Hashable, Sendable, CaseIterable {
    /// Nothing: it is metres.
    case none
    /// A factor.
    case scale
    /// A factor and a term.
    case affine
  }

  /// How the factor and the term are found.
  public enum Method: String, Hashable, Sendable, CaseIterable {
    /// The factor is the ratio of both medians, as for KITTI; with a term, medians and mean absolute deviations from them
    /// are brought together, as MiDaS's loss does.
    case medians
    /// The sum of squares of the differences is the least, as MiDaS's evaluation has it.
    case leastSquares = "least-squares"
  }

  /// What is compared, and how.
  public struct Options: Hashable, Sendable {
    /// What the prediction is fitted by.
    public var alignment = Alignment.none
    /// How; nil for medians of a scale, and least squares of scale and shift.
    public var method: Method?
    /// What is fitted, depth or disparity; nil for what the prediction measures.
    public var quantity: DepthQuantity?
    /// The least distance in metres: samples whose truth is nearer are left out, predictions that are nearer become it.
    public var nearest: Double?
    /// The greatest distance in metres, likewise.
    public var farthest: Double?

    /// Creates options.
    public init(alignment: Alignment = .none) { self.alignment = alignment }

    /// The method that is used.
    package var usedMethod: Method { method ?? (alignment == .scale ? .medians : .leastSquares) }

    package func check() throws(AuxError) {
      for distance in [nearest, farthest].compactMap(\.self) where !(distance > 0 && distance.isFinite) {
        throw AuxError(.usage, "the ends of what is compared are positive numbers of metres, not \(distance)")
      }
      if let nearest, let farthest, nearest >= farthest {
        throw AuxError(
          .usage, "the nearest distance (\(nearest) m) is less than the farthest (\(farthest) m)")
      }
      guard alignment != .none || method == nil && quantity == nil else {
        throw AuxError(.usage, "what is fitted, and how, is for an alignment by scale, or by scale and shift")
      }
    }
  }

  /// The factor and the term that were applied.
  public struct Fit: Hashable, Sendable {
    /// The factor; 1 without an alignment.
    public let scale: Double
    /// The term, in metres or 1/metres; 0 without one.
    public let shift: Double
    /// What they were applied to; nil without an alignment.
    public let quantity: DepthQuantity?
    /// How they were found; nil without an alignment.
    public let method: Method?
  }

  /// Numbers of samples.
  public struct Counts: Hashable, Sendable {
    /// Those that were compared: both maps have a distance.
    public var samples = 0
    /// Those with a distance in the truth, within the ends that are asked for, and none in the prediction.
    public var missing = 0
    /// Those whose prediction was not positive after the alignment, and that were left out.
    public var notPositive = 0
    /// Those whose prediction was beyond the ends that are asked for and became them.
    public var clamped = 0
  }
}
