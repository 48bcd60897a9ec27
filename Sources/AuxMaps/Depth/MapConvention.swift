public import AuxImage
public import AuxKernels

/// What the maps of a model or a program mean, by name.
///
/// Source: Specs/conversions.md, "Conventions by name".
public enum MapConvention: String, Hashable, Sendable, CaseIterable {
  /// Apple's article "Creating auxiliary depth data manually": codes from near (black) to far (white).
  case apple
  /// MiDaS and DPT: inverse depth of unknown scale and shift.
  case midas
  /// Depth Anything V1 and V2, the relative models: inverse depth of unknown scale and shift.
  case depthAnything = "depth-anything"
  /// Metres as floats, as from Depth Anything's metric models, or millimetres as 16-bit codes.
  case metric
  /// ZoeDepth: metres as floats, or 256ths of a metre as 16-bit codes.
  case zoedepth
  /// Apple's Depth Pro: metres as floats, under the key `depth` of an NPZ archive.
  case depthPro = "depth-pro"
  /// Blender's Z or Depth pass, in scene units, which are metres unless the scene says otherwise.
  case blender
}

extension MapConvention {
  /// What float samples are.
  public enum Unit: String, Hashable, Sendable {
    /// Metres.
    case metres
    /// The units of a scene, which are metres by default.
    case sceneUnits
    /// Inverse depth times an unknown factor plus an unknown constant, near = great.
    case affineInverseDepth
  }

  /// What integer codes are.
  public enum Codes: Hashable, Sendable {
    /// Spread between two distances that have to be given.
    case bounded(linearIn: DepthQuantity, whiteIsNear: Bool)
    /// So many metres for each step of a 16-bit code; 0 is a hole.
    case metresPerStep(Double)
  }

  /// How a fact is known.
  public enum Evidence: String, Hashable, Sendable {
    /// The maker's documentation or published code says so.
    case documented
    /// Users report it; it was not verified.
    case reported
  }

  /// One row of the table.
  public struct Facts: Hashable, Sendable {
    /// What float samples are.
    public var floats: Unit
    /// What integer codes are.
    public var codes: Codes
    /// Whether the scale of the result is uncertain, which depth data say as accuracy `relative`.
    public var isRelative: Bool
    /// Float samples above this are background; so are infinities, NaN and what is not positive.
    public var background: Float
    /// Whether distances may be along the ray rather than along the optical axis.
    public var mayBeRadial: Bool
    /// How the row is known.
    public var evidence: Evidence
    /// What the model or program emits, in a sentence.
    public var summary: String

    /// The accuracy that depth data made of such a map should claim.
    public var accuracy: DepthData.Accuracy { isRelative ? .relative : .absolute }
    /// The quantity of the values that such a map gives.
    public var quantity: DepthQuantity {
      if case .bounded(.disparity, _) = codes, floats == .affineInverseDepth { return .disparity }
      return .depth
    }
  }

  private static let background = DepthMapInterpretation.backgroundLimit

  /// What is known of the convention.
  public var facts: Facts {
    switch self {
    case .apple:
      Facts(
        floats: .metres, codes: .bounded(linearIn: .depth, whiteIsNear: false), isRelative: false,
        background: Self.background, mayBeRadial: false, evidence: .documented,
        summary: "gray from near (black) to far (white), linear in depth; floats in metres")
    case .midas:
      Facts(
        floats: .affineInverseDepth, codes: .bounded(linearIn: .disparity, whiteIsNear: true),
        isRelative: true, background: .greatestFiniteMagnitude, mayBeRadial: false, evidence: .documented,
        summary: "32-bit PFM of inverse depth up to scale and shift, or its range as 8 or 16 bits of gray, "
          + "near = white")
    case .depthAnything:
      Facts(
        floats: .affineInverseDepth, codes: .bounded(linearIn: .disparity, whiteIsNear: true),
        isRelative: true, background: .greatestFiniteMagnitude, mayBeRadial: false, evidence: .documented,
        summary: "inverse depth up to scale and shift, its range as 8 bits of gray, near = white")
    case .metric:
      Facts(
        floats: .metres, codes: .metresPerStep(0.001), isRelative: false, background: Self.background,
        mayBeRadial: false, evidence: .reported,
        summary: "floats in metres; 16-bit codes are millimetres by report, 0 where nothing was measured")
    case .zoedepth:
      Facts(
        floats: .metres, codes: .metresPerStep(1 / 256), isRelative: false, background: Self.background,
        mayBeRadial: false, evidence: .documented,
        summary: "floats in metres; save_raw_16bit gives 256 steps to the metre")
    case .depthPro:
      Facts(
        floats: .metres, codes: .bounded(linearIn: .disparity, whiteIsNear: true), isRelative: false,
        background: Self.background, mayBeRadial: false, evidence: .documented,
        summary: "NPZ with depth in metres; previews show inverse depth between 0.1 and 250 metres")
    case .blender:
      Facts(
        floats: .sceneUnits, codes: .bounded(linearIn: .depth, whiteIsNear: false), isRelative: false,
        background: Self.background, mayBeRadial: true, evidence: .reported,
        summary: "floats in scene units, 1e10 by report where nothing was hit; old versions of Cycles give "
          + "the distance along the ray by report; codes are the Mist pass, near = black")
    }
  }

  /// Returns a map and how to read it: `DepthMapInterpretation.values(of:)` gives metres or 1/metres.
  ///
  /// Codes that are steps of a length become floats, and inverse depth of unknown scale is spread between
  /// `near` and `far`, in metres. `scale` is the number of metres in a scene unit. Throws `usage` where near
  /// and far are needed and not given, or the samples are none that the convention knows.
  public func reading(
    of map: PixelPlane, near: Double? = nil, far: Double? = nil, scale: Double = 1
  ) throws(AuxError) -> (map: PixelPlane, interpretation: DepthMapInterpretation) {
    let facts = facts
    switch map.storage {
    case .half(let bits): return try reading(floats: Half.decode(bits), of: map, near, far, scale)
    case .float(let values): return try reading(floats: values, of: map, near, far, scale)
    case .uint8, .uint16: break
    }
    switch facts.codes {
    case .bounded(let quantity, let whiteIsNear):
      let (near, far) = try bounds(near, far)
      let grayscale = try DepthMapInterpretation.grayscale(
        near: near, far: far, whiteIsNear: whiteIsNear, linearIn: quantity)
      return (map, DepthMapInterpretation(quantity: facts.quantity, grayscale: grayscale))
    case .metresPerStep(let step):
      guard case .uint16(let codes) = map.storage else {
        throw AuxError(.usage, "\(rawValue) maps have floats or 16-bit codes, not 8-bit codes")
      }
      let metres = codes.map { Float(Double($0) * step) }
      return (
        PixelPlane(width: map.width, height: map.height, storage: .float(metres)),
        DepthMapInterpretation(quantity: .depth)
      )
    }
  }

  private func reading(
    floats values: [Float], of map: PixelPlane, _ near: Double?, _ far: Double?, _ scale: Double
  ) throws(AuxError) -> (map: PixelPlane, interpretation: DepthMapInterpretation) {
    guard facts.floats == .affineInverseDepth else {
      var interpretation = DepthMapInterpretation(quantity: .depth)
      interpretation.scale = scale
      if let near, let far, near < far { interpretation.clamp = near...far }
      // The background is known by the program's own unit, and so before the scale is applied.
      let known = values.map { $0 <= facts.background ? $0 : .nan }
      return (PixelPlane(width: map.width, height: map.height, storage: .float(known)), interpretation)
    }
    let (near, far) = try bounds(near, far)
    try DepthMapInterpretation.checkNearFar(near: near, far: far, infinityAllowed: false)
    guard let (low, high) = Quantise.finiteRange(values), low < high else {
      throw AuxError(.usage, "the \(rawValue) map is flat or has no values")
    }
    let (origin, range) = (Double(low), Double(high) - Double(low))
    let spread = values.map { value in
      guard value.isFinite else { return Float.nan }
      let part = (Double(value) - origin) / range
      return Float(1 / far * (1 - part) + 1 / near * part)
    }
    return (
      PixelPlane(width: map.width, height: map.height, storage: .float(spread)),
      DepthMapInterpretation(quantity: .disparity)
    )
  }

  private func bounds(_ near: Double?, _ far: Double?) throws(AuxError) -> (Double, Double) {
    guard let near, let far else {
      throw AuxError(.usage, "a \(rawValue) map says nothing of metres", remedy: .stateDistances)
    }
    return (near, far)
  }
}
