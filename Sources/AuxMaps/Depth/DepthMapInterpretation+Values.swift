internal import AuxImage
internal import AuxKernels

extension DepthMapInterpretation {
  /// Brings values between ``near`` and ``far``, and returns how many were not.
  ///
  /// Throws `AuxError` with code `usage` where these are more than half, and where one value is left of several.
  func clamp(_ values: inout [Float]) throws(AuxError) -> Int {
    let before = KnownRange(of: values, quantity)
    let (low, high) = bounds
    var (count, known) = (0, 0)
    for index in values.indices where quantity.isKnown(values[index]) {
      known += 1
      let value = values[index]
      let clamped = min(max(value, low), high)
      if clamped != value { count += 1 }
      values[index] = clamped
    }
    guard count * 2 <= known else {
      throw AuxError(
        .usage,
        "near and far (\(named(near, far))) would clamp \((count * 100 + known / 2) / known) % of the samples, which "
          + "are \(before.text)",
        remedy: isNumber && before.isPart(scale) ? .normalise : .stateUnit)
    }
    try checkVariety(before, KnownRange(of: values, quantity))
    return count
  }

  /// Throws `usage` where all samples are about to become one value, though they were several.
  private func checkVariety(_ before: KnownRange, _ after: KnownRange) throws(AuxError) {
    guard before.low < before.high || before.hasBackground, let only = after.only else { return }
    let background = before.hasBackground ? backgroundValue ?? only : only
    guard background == only else { return }
    guard !before.hasBackground || before.low < before.high || far != nil else {
      throw AuxError(
        .usage, "all samples but the background are \(only), and nothing says how far the background is",
        remedy: .stateFarthest)
    }
    throw AuxError(
      .usage, "near and far (\(named(near, far))) make \(only) of all samples, which are \(before.text)",
      remedy: isNumber && before.isPart(scale) ? .normalise : .stateUnit)
  }

  private var isNumber: Bool { grayscale == nil }

  /// ``near`` and ``far`` in the map's quantity.
  private var bounds: (low: Float, high: Float) {
    switch quantity {
    case .depth: (near.map { Float($0) } ?? 0, far.map { Float($0) } ?? .infinity)
    case .disparity: (far.map { Float(1 / $0) } ?? 0, near.map { Float(1 / $0) } ?? .infinity)
    }
  }

  private func named(_ near: Double?, _ far: Double?) -> String {
    [near, far].map { $0.map { "\($0)" } ?? "" }.joined(separator: "...") + " m"
  }

  /// Returns values without holes and background, `clamped` of which are no longer what they were.
  func filled(
    _ marked: consuming [Float], width: Int, height: Int, clamped: Int = 0
  ) throws(AuxError) -> Values {
    var counts = SampleCounts(total: marked.count)
    (counts.clamped, counts.holes) = (clamped, marked.count(where: \.isNaN))
    counts.background = marked.count(where: quantity.isBackground)
    guard counts.holes + counts.background > 0 else {
      return Values(values: marked, origins: nil, counts: counts)
    }
    let origins = marked.map { value -> Values.Origin in
      value.isNaN ? .hole : quantity.isBackground(value) ? .background : .sample
    }
    var values = marked
    let known = KnownRange(of: values, quantity)
    let farthest = quantity == .depth ? known.high : known.low
    if counts.background > 0 {
      guard let far = backgroundValue ?? (known.isEmpty ? nil : farthest) else {
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
        "the map has \(count) holes (\(quantity == .depth ? "NaN or not positive" : "NaN, negative or infinite")), "
          + "the first at (\(first % width), \(first / width))")
    case .fill: _ = HoleFill.fillNearest(&values, width: width, height: height)
    case .far:
      let known = values.lazy.filter { !$0.isNaN }
      let farthest = quantity == .depth ? known.max() : known.min()
      _ = HoleFill.fill(&values, with: farthest ?? .nan)
    }
  }
}

/// The least and the greatest of the known values of a map.
private struct KnownRange {
  private(set) var low = Float.infinity
  private(set) var high = -Float.infinity
  private(set) var hasBackground = false
  private let unit: String

  init(of values: [Float], _ quantity: DepthQuantity) {
    unit = quantity == .depth ? "m" : "1/m"
    for value in values {
      if quantity.isKnown(value) {
        (low, high) = (min(low, value), max(high, value))
      } else if quantity.isBackground(value) {
        hasBackground = true
      }
    }
  }

  var isEmpty: Bool { low > high }
  /// The value where there is but one.
  var only: Float? { low == high ? low : nil }
  /// Both, for people.
  var text: String { "\(low)...\(high) \(unit)" }
  /// Whether the samples themselves are parts of 0...1.
  func isPart(_ scale: Double) -> Bool { Double(high) / abs(scale) <= 1 }
}
