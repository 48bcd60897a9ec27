package import AuxImage
package import AuxKernels

/// What the samples of a map file mean, and how they become depth data.
///
/// A sample is a number of a unit, or a part of 0...1 between two ends: a gray code, or a float of a normalised
/// map. Source: Specs/conversions.md.
package struct DepthMapInterpretation: Hashable, Sendable {
  /// How 0...1, from black to white, spreads between its two ends.
  package enum Grayscale: Hashable, Sendable {
    /// Linear in depth; metres at black and at white.
    case linearDepth(black: Double, white: Double)
    /// Linear in disparity; 1/metres at black and at white.
    case linearDisparity(black: Double, white: Double)
  }

  package var quantity: DepthQuantity
  /// How parts of 0...1 are read; nil where samples are numbers of a unit.
  package var grayscale: Grayscale?
  /// Whether integer samples are numbers like floats, in which 0 is no distance, and not gray codes.
  package var integersAreNumbers = false
  /// Whether numbers of 0 are holes: disparities that are whole numbers have 0 where nothing was measured.
  package var zeroIsHole = false
  /// Whether float samples are parts of 0...1, as ``grayscale`` spreads them.
  package var isNormalised = false
  /// The number of samples that were clipped before a prediction was spread between two distances; nil for other maps.
  package var clippedCount: Int?
  /// The falloff of Blender's Mist pass, which parts of 0...1 are; nil for other maps.
  package var mist: MistFalloff?
  /// The factor that turns numbers into metres or 1/metres; negative where the axis points at the camera.
  package var scale: Double = 1
  /// The depth from which on a number is background, before the scale.
  package var backgroundLimit: Float = Self.usualBackgroundLimit
  /// The nearest distance in metres, which nearer numbers become.
  package var near: Double?
  /// The farthest distance in metres, which farther numbers and the background become.
  package var far: Double?
  /// What becomes of holes.
  package var holes: DepthMap.Holes = .fill

  /// Renderers mark "nothing hit" with a huge number.
  package static let usualBackgroundLimit: Float = 1e9

  package init(quantity: DepthQuantity, grayscale: Grayscale? = nil) {
    self.quantity = quantity
    self.grayscale = grayscale
  }
}

extension DepthMapInterpretation {
  /// A map as values without holes and background.
  package struct Values: Hashable, Sendable {
    /// Where a value comes from.
    package enum Origin: Hashable, Sendable {
      /// It was given, if only nearer or farther than asked for.
      case sample
      /// The sample was infinitely far.
      case background
      /// The sample was a hole.
      case hole
    }

    /// The values in metres or 1/metres, as ``DepthMapInterpretation/quantity`` says.
    package var values: [Float]
    /// Where each comes from; nil where all were given.
    package var origins: [Origin]?
    /// How many there are of each kind.
    package var counts: DepthMap.SampleCounts

    package var holesFilled: Int { counts.holes }
    /// The values with NaN where a hole was filled.
    package var valuesWithHoles: [Float] { values { $0 != .hole } }
    /// Returns the values of a part, with NaN for the holes if these are kept.
    func values(in range: Range<Int>, keepsHoles: Bool) -> [Float] {
      guard keepsHoles, let origins else { return Array(values[range]) }
      return range.map { origins[$0] == .hole ? .nan : values[$0] }
    }

    /// The values with NaN where no value was given: background and holes.
    package var givenValues: [Float] { values { $0 == .sample } }

    /// Returns ``givenValues`` and keeps none, so that there is no second copy.
    mutating func takeGiven() -> [Float] {
      var given: [Float] = []
      swap(&given, &values)
      guard let origins else { return given }
      self.origins = nil
      for index in given.indices where origins[index] != .sample { given[index] = .nan }
      return given
    }

    private func values(where isWanted: (Origin) -> Bool) -> [Float] {
      guard let origins else { return values }
      return zip(values, origins).map { isWanted($1) ? $0 : .nan }
    }
  }

  /// Returns the bounds of a grayscale map with its nearest and farthest distance, in metres.
  ///
  /// Throws `AuxError` with code `usage` unless 0 < near < far; far may be infinite only where the codes
  /// are linear in disparity.
  package static func grayscale(
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

  /// Throws `AuxError` with code `usage` unless those given are numbers and 0 < near < far.
  package static func checkNearFar(near: Double?, far: Double?, infinityAllowed: Bool) throws(AuxError) {
    if let near, !(near.isFinite && near > 0) {
      throw AuxError(.usage, "near must be a positive number of metres, not \(near)")
    }
    if let far, !(far > 0 && (far.isFinite || infinityAllowed)) {
      throw AuxError(
        .usage,
        "far must be a positive number of metres, not \(far)"
          + (far == .infinity ? " (infinity needs codes that are linear in disparity)" : ""))
    }
    if let near, let far, near >= far {
      throw AuxError(
        .usage, "near (\(near) m) must be less than far (\(far) m)", remedy: .stateWhiteNear)
    }
  }

  /// Returns gray codes whose white is another than usual as parts of 0...1, and what they mean; other samples as they are.
  func spreading(_ map: PixelPlane, of content: MapContent) -> (PixelPlane, DepthMapInterpretation) {
    guard content.white != nil, grayscale != nil, map.sampleType.isInteger else { return (map, self) }
    var parts = self
    parts.isNormalised = true
    return (content.spreadSamples, parts)
  }

  /// Returns the values of a map.
  ///
  /// Throws `AuxError` with code `usage` where the map's samples need bounds that are not given, where near and far
  /// exclude all of it, where it has holes and they are not allowed, or where it is only holes and background.
  package func values(of map: PixelPlane) throws(AuxError) -> Values {
    var values = try marked(map)
    let (clamped, census) = try clamp(&values)
    return try filled(values, width: map.width, height: map.height, clamped: clamped, census: census)
  }
}

extension DepthMap {
  /// How many samples of a map had a value, and how many were given one.
  public struct SampleCounts: Hashable, Sendable {
    /// All samples.
    public var total: Int
    /// Those that were infinitely far, and became the farthest finite distance or the one that was asked for.
    public var background = 0
    /// Those that had no value, and were filled.
    public var holes = 0
    /// Those that were nearer or farther than was asked for, and became the nearest or the farthest distance.
    public var clamped = 0

    /// Creates the counts of a map without undefined samples.
    package init(total: Int) { self.total = total }

    /// The share of the background, 0...1.
    package var backgroundShare: Double { share(background) }
    /// The share of the holes, 0...1.
    package var holeShare: Double { share(holes) }
    /// The share of the samples that were clamped, 0...1.
    package var clampedShare: Double { share(clamped) }

    private func share(_ count: Int) -> Double { total == 0 ? 0 : Double(count) / Double(total) }
  }
}

extension DepthMap {
  /// What becomes of holes: NaN and non-positive depth, negative or infinite disparity.
  public enum Holes: String, Hashable, Sendable, CaseIterable {
    /// They stay: NaN in floats, 0 in integer lengths. Gray values between two ends, and photos, cannot hold them.
    case keep
    /// The nearest valid sample takes their place.
    case fill
    /// The farthest distance that is given takes their place, or else the farthest valid value.
    case far
    /// The map is refused.
    case error
  }
}
