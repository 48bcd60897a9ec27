internal import AuxImage
internal import AuxKernels

/// The values of a map of floats band by band, where each follows from its sample and from what was counted before.
///
/// Nothing but the codes that are made of it is ever held as a whole. They are those that ``DepthMap/Reading`` gives.
struct DepthBands: Hashable, Sendable {
  let samples: DepthSamples
  let quantity: DepthQuantity
  let counts: DepthMap.SampleCounts
  private let interpretation: DepthMapInterpretation
  private let census: SampleCensus
  /// What the background becomes; nil where there is none.
  private let far: Float?

  /// Reads samples once; nil where values depend on other samples, or are to be clamped or filled, and where they would
  /// be refused: then all are needed at once.
  init?(_ samples: DepthSamples, options: DepthMap.Options, turn: ImageOrientation) throws(AuxError) {
    guard turn == .up, options.convention == nil, !options.isRadial, !options.isNormalised,
      options.clip == nil, options.size == nil, (options.invalid ?? []).isEmpty, options.holes != .keep
    else { return nil }
    try options.check()
    let interpretation = try options.interpretation(of: samples.described(by: options).content)
    let quantity = interpretation.quantity
    var (census, isPlain) = (SampleCensus(), true)
    try samples.forEachBand { _, given in
      let values = try? interpretation.marked(given, width: samples.width)
      if let values { census.add(quantity.census(of: values)) }
      isPlain = values != nil && census.holes == 0
      return isPlain
    }
    guard isPlain, census.low < census.high, interpretation.isWithinBounds(census) else { return nil }
    let farthest = quantity == .depth ? census.high : census.low
    far = census.background == 0 ? nil : interpretation.backgroundValue ?? farthest
    var counts = DepthMap.SampleCounts(total: samples.width * samples.height)
    counts.background = census.background
    (self.samples, self.interpretation, self.quantity) = (samples, interpretation, quantity)
    (self.census, self.counts) = (census, counts)
  }

  /// The ends of all values, in the unit of a format.
  func ends(in format: PixelFormat) throws(AuxError) -> NativeValues {
    let ends = [census.low, census.high, far].compactMap { $0 }
    return try NativeValues(ends, of: quantity, width: ends.count, height: 1, in: format)
  }

  /// Calls `body` with the number of the first sample of each band and its values; background is NaN where `marksBackground`.
  ///
  /// Throws as ``DepthSamples/forEachBand(_:)``, and what `body` throws.
  func forEach(
    marksBackground: Bool = false, _ body: (_ start: Int, _ values: [Float]) throws(AuxError) -> Void
  ) throws(AuxError) {
    try samples.forEachBand { start, given throws(AuxError) in
      var values = try interpretation.marked(given, width: samples.width)
      if let far { quantity.fillBackground(&values, with: marksBackground ? .nan : far) }
      try body(start, values)
      return true
    }
  }

  static func == (one: Self, other: Self) -> Bool {
    one.samples == other.samples && one.interpretation == other.interpretation
  }

  func hash(into hasher: inout Hasher) { hasher.combine(samples) }
}

extension DepthMapInterpretation {
  fileprivate func marked(_ values: [Float], width: Int) throws(AuxError) -> [Float] {
    var plane = PixelPlane(width: width, height: values.count / width, known: .float(values))
    return try marked(taking: &plane)
  }
}

extension DepthQuantity {
  fileprivate func fillBackground(_ values: inout [Float], with far: Float) {
    switch self {
    case .depth: SampleMarks.replace(.infinity, in: &values, with: far)
    case .disparity: SampleMarks.replace(0, in: &values, with: far)
    }
  }
}
