public import AuxImage

/// What the samples of a depth or disparity map mean, and what is made of them.
///
/// Gray codes say nothing of metres: their ends have to be given. Source: Specs/conversions.md.
public struct DepthMapOptions: Hashable, Sendable {
  /// What the samples measure; ``convention`` says it itself.
  public var quantity: DepthQuantity
  /// What made the map, which says what quantity, polarity, unit and background are.
  public var convention: MapConvention?
  /// The nearest distance in metres: that of black, or of white; float samples are clamped to it.
  public var near: Double?
  /// The farthest distance in metres; infinite only for codes that are linear in disparity.
  public var far: Double?
  /// The disparity of black in 1/metres, for codes of a disparity map.
  public var minDisparity: Double?
  /// The disparity of white in 1/metres, for codes of a disparity map.
  public var maxDisparity: Double?
  /// Whether white is near, for codes of a depth map.
  public var whiteIsNear = false
  /// What the codes of a depth map are linear in.
  public var linearIn = DepthQuantity.depth
  /// The factor that turns float samples into metres or 1/metres; nil for 1.
  public var scale: Double?
  /// What becomes of NaN, infinite, non-positive and background samples.
  public var holes = DepthMapInterpretation.Holes.fill
  /// The camera, which is recorded with the map.
  public var camera: MapCamera?
  /// Whether values are distances along the rays of ``camera``, which are turned into depth.
  public var isRadial = false
  /// The size that the map is resampled to; nil for its own.
  public var size: MapSize?

  /// Creates options; what else is known is set on them.
  public init(
    quantity: DepthQuantity = .depth, convention: MapConvention? = nil, near: Double? = nil,
    far: Double? = nil
  ) {
    self.quantity = quantity
    self.convention = convention
    self.near = near
    self.far = far
  }

  /// What the values of the map measure.
  public var valueQuantity: DepthQuantity { convention?.facts.quantity ?? quantity }
}

extension DepthMapOptions {
  /// Throws `AuxError` with code `usage` where options contradict one another or are out of range.
  public func check() throws(AuxError) {
    guard (near == nil) == (far == nil) else {
      throw AuxError(.usage, "the nearest and the farthest distance go together")
    }
    guard (minDisparity == nil) == (maxDisparity == nil) else {
      throw AuxError(.usage, "the smallest and the largest disparity go together")
    }
    guard minDisparity == nil || quantity == .disparity else {
      throw AuxError(
        .usage, "a depth map has distances at black and white, not disparities", remedy: .stateDistances)
    }
    if let near, let far {
      try DepthMapInterpretation.checkNearFar(near: near, far: far, infinityAllowed: true)
    }
    if let min = minDisparity, let max = maxDisparity, !(min >= 0 && min < max && max.isFinite) {
      throw AuxError(.usage, "min (\(min)) and max (\(max)) must be finite, 0 <= min < max, in 1/metres")
    }
    if let scale, !(scale.isFinite && scale > 0) {
      throw AuxError(.usage, "a scale is a positive number, not \(scale)")
    }
    guard convention == nil || !whiteIsNear && linearIn == .depth && minDisparity == nil else {
      throw AuxError(.usage, "a convention says itself which end is near, and what codes are linear in")
    }
    guard !isRadial || camera != nil else {
      throw AuxError(.usage, "distances along the rays need a camera to become depth")
    }
  }

  /// Returns how a map without a convention is read; `isGrayscale` says whether its samples are integer codes.
  func interpretation(isGrayscale: Bool) throws(AuxError) -> DepthMapInterpretation {
    var interpretation = DepthMapInterpretation(quantity: quantity)
    interpretation.scale = scale ?? 1
    if isGrayscale {
      guard scale == nil else {
        throw AuxError(.usage, "a scale is for float maps; this one is grayscale")
      }
      interpretation.grayscale = try grayscale()
    } else if let near, let far {
      interpretation.clamp = quantity == .depth ? near...far : (1 / far)...(1 / near)
    } else if minDisparity != nil {
      throw AuxError(
        .usage, "disparities at black and white are for grayscale maps; this one has values in 1/metres")
    }
    return interpretation
  }

  private func grayscale() throws(AuxError) -> DepthMapInterpretation.Grayscale? {
    switch quantity {
    case .depth:
      guard let near, let far else { return nil }
      return try DepthMapInterpretation.grayscale(
        near: near, far: far, whiteIsNear: whiteIsNear, linearIn: linearIn)
    case .disparity:
      guard near == nil else {
        throw AuxError(
          .usage, "a grayscale disparity map has disparities at black and white, not distances",
          remedy: .stateDisparities)
      }
      guard let minDisparity, let maxDisparity else { return nil }
      // White is near in any disparity map: large disparity is close.
      return .linearDisparity(black: minDisparity, white: maxDisparity)
    }
  }
}
