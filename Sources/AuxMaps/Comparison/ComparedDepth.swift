internal import AuxImage
internal import AuxKernels

/// The values of a map that is compared, NaN where it has none.
struct ComparedDepth {
  private(set) var values: [Float]
  private(set) var width: Int
  private(set) var height: Int
  let quantity: DepthQuantity
  /// Whether the values are known up to a factor and a term only, so that they may be negative.
  let isAffine: Bool
  /// What was concluded from the samples.
  private(set) var notes: [MapNote] = []

  /// Reads a map that is aligned by `alignment`; one that has no scale is any numbers, unless their meaning is stated.
  ///
  /// Throws `AuxError` as ``DepthMap/reading(forPhotoOf:)``.
  init(_ map: DepthMap, alignment: DepthComparison.Alignment = .none) throws(AuxError) {
    isAffine = alignment == .affine
    if isAffine, let affine = map.affineQuantity {
      (width, height, quantity) = (map.samples.width, map.samples.height, affine)
      values = Self.numbers(map.samples)
      return
    }
    var map = map
    // Holes are filled and left out afterwards: the cheapest value will do.
    map.options.holes = .far
    if alignment == .scale, map.options.leavesMeaningOpen, !map.content.hasIntegers, map.content.record == nil
    {
      map.options.unit = .metres
    }
    let reading = try map.reading()
    (width, height, quantity) = (reading.width, reading.height, reading.quantity)
    (values, notes) = (reading.values.givenValues, reading.notes)
  }

  /// Returns the samples unchanged, but NaN for floats that are 0 or not finite.
  private static func numbers(_ plane: PixelPlane) -> [Float] {
    func marked(_ values: [Float]) -> [Float] { values.map { $0.isFinite && $0 != 0 ? $0 : .nan } }
    return switch plane.storage {
    case .uint8(let codes): codes.map(Float.init)
    case .uint16(let codes): codes.map(Float.init)
    case .half(let bits): marked(Half.decode(bits))
    case .float(let values): marked(values)
    }
  }

  /// Brings it to the size of the truth, among disparities, in which a plane stays a plane, unless these are unknown.
  ///
  /// Throws `AuxError` with code `usage` where the aspect ratio is another.
  mutating func resample(to truth: ComparedDepth) throws(AuxError) {
    guard AspectRatio.isSame((width, height), (truth.width, truth.height)) else {
      throw AuxError(
        .usage,
        "the truth has \(truth.width)x\(truth.height) samples and the prediction \(width)x\(height), which is another aspect "
          + "ratio")
    }
    let isInverted = !isAffine && quantity == .depth
    if isInverted { Reciprocal.invert(&values) }
    values = Resample.edgeRespecting(
      values, width: width, height: height, toWidth: truth.width, toHeight: truth.height,
      discontinuity: Resample.defaultDiscontinuity(values))
    if isInverted { Reciprocal.invert(&values) }
    (width, height) = (truth.width, truth.height)
  }
}

/// Pairs of samples of a truth and a prediction of one size.
struct ComparedPairs {
  let truth: [Float]
  let prediction: [Float]
  let truthQuantity: DepthQuantity
  let predictionQuantity: DepthQuantity
  /// The distances of the truth that count.
  private let ends: ClosedRange<Double>

  init(_ truth: ComparedDepth, _ prediction: ComparedDepth, between ends: ClosedRange<Double>) {
    precondition(truth.values.count == prediction.values.count)
    (self.truth, self.prediction) = (truth.values, prediction.values)
    (truthQuantity, predictionQuantity) = (truth.quantity, prediction.quantity)
    self.ends = ends
  }

  /// The distance of the truth at a place; nil for a hole and for a distance beyond the ends.
  @inline(__always)
  func distance(_ index: Int) -> Double? {
    let value = Double(truth[index])
    guard value > 0, value.isFinite else { return nil }
    let distance = truthQuantity == .depth ? value : 1 / value
    return ends.contains(distance) ? distance : nil
  }

  /// The prediction at a place as a quantity; nil where there is none.
  @inline(__always)
  func predicted(_ index: Int, as quantity: DepthQuantity) -> Double? {
    let value = Double(prediction[index])
    guard value.isFinite else { return nil }
    guard quantity != predictionQuantity else { return value }
    return value == 0 ? nil : 1 / value
  }

  /// The pairs of which both have a value, as a quantity.
  func forEach(as quantity: DepthQuantity, _ body: (_ truth: Double, _ prediction: Double) -> Void) {
    for index in truth.indices {
      guard let distance = distance(index), let value = predicted(index, as: quantity) else { continue }
      body(quantity == .depth ? distance : 1 / distance, value)
    }
  }
}

extension DepthMap {
  /// What the samples are linear in, up to a factor and a term; nil if the file or the options state more.
  fileprivate var affineQuantity: DepthQuantity? {
    let ends = [options.near, options.far, options.minDisparity, options.maxDisparity]
    guard content.record?.quantity == nil, ends.allSatisfy({ $0 == nil }), options.unit == nil,
      options.scale == nil, options.mist == nil, !options.isNormalised, !options.isRadial,
      options.clip == nil,
      options.size == nil
    else { return nil }
    guard let facts = options.convention?.facts else {
      return options.linearIn == .disparity ? .disparity : options.quantity
    }
    guard samples.sampleType.isInteger else { return facts.floats == .affineInverseDepth ? .disparity : nil }
    return if case .bounded(let linear, _) = facts.codes { linear } else { nil }
  }
}
