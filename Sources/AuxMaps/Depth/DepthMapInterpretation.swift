public import AuxImage
public import AuxKernels

/// What the samples of a map file mean, and how they become depth data.
///
/// Source: Specs/conversions.md.
public struct DepthMapInterpretation: Hashable, Sendable {
  /// How the codes of a grayscale map spread between their two ends.
  public enum Grayscale: Hashable, Sendable {
    /// Linear in depth; metres at black and at white.
    case linearDepth(black: Double, white: Double)
    /// Linear in disparity; 1/metres at black and at white.
    case linearDisparity(black: Double, white: Double)
  }

  /// What becomes of holes: NaN, infinite, non-positive and background samples.
  public enum Holes: String, Hashable, Sendable, CaseIterable {
    /// The nearest valid sample takes their place.
    case fill
    /// The farthest valid value takes their place.
    case far
    /// The map is refused.
    case error
  }

  /// What the values measure.
  public var quantity: DepthQuantity
  /// How integer codes are read; nil where the map must have float samples.
  public var grayscale: Grayscale?
  /// The factor that turns float samples into metres or 1/metres.
  public var scale: Double = 1
  /// The bounds that float values are clamped to, in the unit of ``quantity``.
  public var clamp: ClosedRange<Double>?
  /// What becomes of holes.
  public var holes: Holes = .fill

  /// Float samples beyond this are background: renderers mark "nothing hit" with a huge number.
  static let backgroundLimit: Float = 1e9

  /// Creates an interpretation.
  public init(quantity: DepthQuantity, grayscale: Grayscale? = nil) {
    self.quantity = quantity
    self.grayscale = grayscale
  }
}

extension DepthMapInterpretation {
  /// A map as values without holes.
  public struct Values: Hashable, Sendable {
    /// The values in metres or 1/metres, as ``DepthMapInterpretation/quantity`` says; no holes.
    public var values: [Float]
    /// The number of holes that were filled.
    public var holesFilled: Int
    /// Whether a sample was given, or was a hole that was filled.
    public var isGiven: [Bool]?

    /// The values with NaN where a hole was filled.
    public var valuesWithHoles: [Float] {
      guard let isGiven else { return values }
      return zip(values, isGiven).map { $1 ? $0 : .nan }
    }
  }

  /// Returns the bounds of a grayscale map with its nearest and farthest distance, in metres.
  ///
  /// Throws `AuxError` with code `usage` unless 0 < near < far; far may be infinite only where the codes
  /// are linear in disparity.
  public static func grayscale(
    near: Double, far: Double, whiteIsNear: Bool, linearIn quantity: DepthQuantity
  ) throws(AuxError) -> Grayscale {
    try checkNearFar(near: near, far: far, infinityAllowed: quantity == .disparity)
    switch (quantity, whiteIsNear) {
    case (.depth, false): return .linearDepth(black: near, white: far)
    case (.depth, true): return .linearDepth(black: far, white: near)
    case (.disparity, false): return .linearDisparity(black: 1 / near, white: 1 / far)
    case (.disparity, true): return .linearDisparity(black: 1 / far, white: 1 / near)
    }
  }

  /// Throws `AuxError` with code `usage` unless 0 < near < far and both are numbers.
  public static func checkNearFar(near: Double, far: Double, infinityAllowed: Bool) throws(AuxError) {
    guard near.isFinite, near > 0 else {
      throw AuxError(.usage, "near must be a positive number of metres, not \(near)")
    }
    guard far > 0, far.isFinite || infinityAllowed && far == .infinity else {
      throw AuxError(
        .usage,
        "far must be a positive number of metres, not \(far)"
          + (far == .infinity ? " (infinity needs codes that are linear in disparity)" : ""))
    }
    guard near < far else {
      throw AuxError(.usage, "near (\(near) m) must be less than far (\(far) m)")
    }
  }

  /// Returns the values of a map.
  ///
  /// Throws `AuxError` with code `usage` where the map's samples need bounds that are not given, where it
  /// has holes and none may be, or where it is nothing but holes.
  public func values(of map: PixelPlane) throws(AuxError) -> Values {
    try filled(try unfilled(map), width: map.width, height: map.height)
  }

  /// Returns the values of a map with its holes as NaN.
  func unfilled(_ map: PixelPlane) throws(AuxError) -> [Float] {
    var values = try rawValues(of: map)
    // Every code has a value, if only infinity for white where far is infinite: codes are no holes.
    guard map.sampleType == .float || map.sampleType == .half else { return values }
    _ = HoleFill.markHoles(&values, above: Self.backgroundLimit)
    if let clamp { clampValues(&values, to: clamp) }
    return values
  }

  /// Returns values without holes, of which NaN are some, as ``holes`` says.
  func filled(_ unfilled: [Float], width: Int, height: Int) throws(AuxError) -> Values {
    var values = unfilled
    let holeCount = values.count(where: \.isNaN)
    guard holeCount > 0 else { return Values(values: values, holesFilled: 0, isGiven: nil) }
    guard holeCount < values.count else { throw AuxError(.usage, "the map is nothing but holes") }
    let isGiven = values.map { !$0.isNaN }
    switch holes {
    case .error:
      let first = values.firstIndex(where: \.isNaN) ?? 0
      throw AuxError(
        .usage,
        "the map has \(holeCount) holes (NaN, infinite, non-positive or background samples), "
          + "the first at (\(first % width), \(first / width))")
    case .fill: _ = HoleFill.fillNearest(&values, width: width, height: height)
    case .far:
      guard let (low, high) = Quantise.finiteRange(values) else {
        throw AuxError(.usage, "the map is nothing but holes")
      }
      _ = HoleFill.fill(&values, with: quantity == .depth ? high : low)
    }
    return Values(values: values, holesFilled: holeCount, isGiven: isGiven)
  }

  private func rawValues(of map: PixelPlane) throws(AuxError) -> [Float] {
    switch map.storage {
    case .float(let samples): return scaled(samples)
    case .half(let bits): return scaled(Half.decode(bits))
    case .uint8(let codes):
      let (black, white, reciprocal) = try bounds()
      return AuxKernels.Grayscale.values(
        fromCodes8: codes, atBlack: black, atWhite: white, reciprocal: reciprocal)
    case .uint16(let codes):
      let (black, white, reciprocal) = try bounds()
      return AuxKernels.Grayscale.values(
        fromCodes16: codes, atBlack: black, atWhite: white, reciprocal: reciprocal)
    }
  }

  private func scaled(_ samples: [Float]) -> [Float] {
    scale == 1 ? samples : samples.map { Float(Double($0) * scale) }
  }

  private func bounds() throws(AuxError) -> (Double, Double, reciprocal: Bool) {
    switch grayscale {
    case .linearDepth(let black, let white): return (black, white, quantity == .disparity)
    case .linearDisparity(let black, let white): return (black, white, quantity == .depth)
    case nil:
      throw AuxError(
        .usage,
        quantity == .depth
          ? "a grayscale map says nothing of metres"
          : "a grayscale disparity map says nothing of 1/metres",
        remedy: quantity == .depth ? .stateDistances : .stateDisparities)
    }
  }

  private func clampValues(_ values: inout [Float], to range: ClosedRange<Double>) {
    let (low, high) = (Float(range.lowerBound), Float(range.upperBound))
    for index in values.indices where !values[index].isNaN {
      values[index] = Swift.min(Swift.max(values[index], low), high)
    }
  }
}
