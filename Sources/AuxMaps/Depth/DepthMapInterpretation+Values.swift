internal import AuxImage
internal import AuxKernels

extension DepthMapInterpretation {
  /// Brings values between ``near`` and ``far``; returns how many were not, and what there is afterwards.
  ///
  /// Throws `AuxError` with code `usage` where these are more than half, and where one value is left of several.
  func clamp(_ values: inout [Float]) throws(AuxError) -> (count: Int, census: SampleCensus) {
    let before = quantity.census(of: values)
    let (low, high) = bounds
    guard before.low < low || before.high > high else {
      try checkVariety(before, before)
      return (0, before)
    }
    var (count, known) = (0, 0)
    var samples = values.mutableSpan
    for index in 0..<samples.count where quantity.isKnown(samples[index]) {
      known += 1
      let value = samples[index]
      let clamped = min(max(value, low), high)
      if clamped != value { count += 1 }
      samples[index] = clamped
    }
    guard count * 2 <= known else {
      throw AuxError(
        .usage,
        "near and far (\(named(near, far))) would clamp \((count * 100 + known / 2) / known) % of the samples, which "
          + "are \(text(before))",
        remedy: isNumber && isPart(before) ? .normalise : .stateUnit)
    }
    let after = quantity.census(of: values)
    try checkVariety(before, after)
    return (count, after)
  }

  /// Throws `usage` where all samples are about to become one value, though they were several.
  private func checkVariety(_ before: SampleCensus, _ after: SampleCensus) throws(AuxError) {
    let hasBackground = before.background > 0
    guard before.low < before.high || hasBackground, after.low == after.high else { return }
    let only = after.low
    guard !hasBackground || backgroundValue ?? only == only else { return }
    guard !hasBackground || before.low < before.high || far != nil else {
      throw AuxError(
        .usage, "all samples but the background are \(only), and nothing says how far the background is",
        remedy: .stateFarthest)
    }
    throw AuxError(
      .usage, "near and far (\(named(near, far))) make \(only) of all samples, which are \(text(before))",
      remedy: isNumber && isPart(before) ? .normalise : .stateUnit)
  }

  /// The ends of known samples, for people.
  private func text(_ census: SampleCensus) -> String {
    "\(census.low)...\(census.high) \(quantity == .depth ? "m" : "1/m")"
  }

  /// Whether the samples themselves are parts of 0...1.
  private func isPart(_ census: SampleCensus) -> Bool { Double(census.high) / abs(scale) <= 1 }

  private var isNumber: Bool { grayscale == nil }

  /// ``near`` and ``far`` in the map's quantity.
  private var bounds: (low: Float, high: Float) {
    switch quantity {
    case .depth: (near.map { Float($0) } ?? 0, far.map { Float($0) } ?? .infinity)
    case .disparity: (far.map { Float(1 / $0) } ?? 0, near.map { Float(1 / $0) } ?? .infinity)
    }
  }

  /// Whether no value of a map with that census is to be clamped.
  func isWithinBounds(_ census: SampleCensus) -> Bool {
    let (low, high) = bounds
    return census.low >= low && census.high <= high
  }

  private func named(_ near: Double?, _ far: Double?) -> String {
    [near, far].map { $0.map { "\($0)" } ?? "" }.joined(separator: "...") + " m"
  }

  /// Brings so many percent of the nearest values, and of the farthest ones, to the nearest and the farthest of the
  /// others; returns how many were changed. Background and holes stay, and do not count.
  func clip(_ values: inout [Float], percent: Double) -> Int {
    Self.clip(&values, percent: percent, where: quantity.isKnown)
  }

  /// As ``clip(_:percent:)``, of the values for which `isKnown` is true.
  static func clip(_ values: inout [Float], percent: Double, where isKnown: (Float) -> Bool) -> Int {
    let known = values.filter(isKnown).sorted()
    guard !known.isEmpty else { return 0 }
    // One value that is off is beyond any percentage of a map of many.
    let dropped = min(Int((Double(known.count) * percent / 100).rounded(.up)), (known.count - 1) / 2)
    let (low, high) = (known[dropped], known[known.count - 1 - dropped])
    var count = 0
    var samples = values.mutableSpan
    for index in 0..<samples.count where isKnown(samples[index]) {
      let value = samples[index]
      guard value < low || value > high else { continue }
      samples[index] = min(max(value, low), high)
      count += 1
    }
    return count
  }

  /// Returns how many values, one in a thousand at most, take more than half of the range of all; nil if none do.
  func outlierCount(in values: [Float]) -> Int? {
    let census = quantity.census(of: values)
    guard census.low < census.high else { return nil }
    let last = Self.outlierBins - 1
    var bins = [Int](repeating: 0, count: Self.outlierBins)
    for value in values where quantity.isKnown(value) {
      bins[min(Int((value - census.low) / (census.high - census.low) * Float(last)), last)] += 1
    }
    return bins.binsWithoutOutliers().map { bins.reduce(0, +) - bins[$0].reduce(0, +) }
  }

  private static let outlierBins = 1024

  /// Returns values with holes and background filled; `clamped` of them were changed before.
  ///
  /// `census` is that of the values, where it is known.
  func filled(
    _ marked: consuming [Float], width: Int, height: Int, clamped: Int = 0, census: SampleCensus? = nil
  ) throws(AuxError) -> Values {
    var values = marked
    let known = census ?? quantity.census(of: values)
    var counts = DepthMap.SampleCounts(total: values.count)
    (counts.clamped, counts.holes, counts.background) = (clamped, known.holes, known.background)
    guard counts.holes + counts.background > 0 else {
      return Values(values: values, origins: nil, counts: counts)
    }
    let origins = values.map { value -> Values.Origin in
      value.isNaN ? .hole : quantity.isBackground(value) ? .background : .sample
    }
    let farthest = quantity == .depth ? known.high : known.low
    if counts.background > 0 {
      guard let far = backgroundValue ?? (known.low > known.high ? nil : farthest) else {
        throw AuxError(
          .usage, "the map is nothing but background and holes, and nothing says how far the background is",
          remedy: .stateFarthest)
      }
      for index in values.indices where quantity.isBackground(values[index]) { values[index] = far }
    }
    if counts.holes > 0 { try fill(&values, counts.holes, width: width, height: height) }
    return Values(values: values, origins: origins, counts: counts)
  }

  private func fill(_ values: inout [Float], _ count: Int, width: Int, height: Int) throws(AuxError) {
    guard count < values.count else { throw AuxError(.usage, "the map is nothing but holes") }
    switch holes {
    case .error:
      let first = values.firstIndex(where: \.isNaN) ?? 0
      throw AuxError(
        .usage,
        "the map has \(count) \(count == 1 ? "hole" : "holes") "
          + "(\(quantity == .depth ? "NaN or not positive" : "NaN, negative or infinite")), "
          + "the first at (\(first % width), \(first / width))")
    case .keep, .fill: _ = HoleFill.fillNearest(&values, width: width, height: height)
    case .far:
      let known = values.lazy.filter { !$0.isNaN }
      let farthest = backgroundValue ?? (quantity == .depth ? known.max() : known.min())
      _ = HoleFill.fill(&values, with: farthest ?? .nan)
    }
  }
}
