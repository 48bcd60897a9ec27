package import AuxImage
package import AuxKernels

extension MapConvention {
  /// Returns a map and how to read it: `DepthMapInterpretation.values(of:)` gives metres or 1/metres.
  ///
  /// Codes that are steps of a length become floats, and inverse depth of unknown scale is spread between
  /// `near` and `far`, in metres. `scale` is the factor beside that of the unit. Throws `usage` where near
  /// and far are needed and not given, or the convention does not allow such samples.
  package func reading(
    of map: PixelPlane, near: Double? = nil, far: Double? = nil, scale: Double = 1, unit: LengthUnit? = nil
  ) throws(AuxError) -> (map: PixelPlane, interpretation: DepthMapInterpretation) {
    var options = DepthMap.Options(convention: self, near: near, far: far)
    (options.scale, options.unit) = (scale == 1 ? nil : scale, unit)
    return try reading(of: MapContent(map), options: options)
  }

  /// Returns a map and how to read it, of options that were checked.
  func reading(
    of content: MapContent, options: DepthMap.Options
  ) throws(AuxError) -> (map: PixelPlane, interpretation: DepthMapInterpretation) {
    let map = content.samples
    guard !options.isNormalised, !(content.hasIntegers && options.unit == nil) else {
      return try reading(codes: content, options)
    }
    switch facts.floats {
    case .affineInverseDepth:
      guard !content.hasIntegers else { throw refusal(of: content) }
      return try spread(map, options)
    case .metres, .sceneUnits, .inverseSceneUnits:
      var interpretation = DepthMapInterpretation(quantity: facts.quantity)
      interpretation.integersAreNumbers = options.unit != nil
      interpretation.scale = (options.scale ?? 1) * (options.unit?.factor(for: facts.quantity) ?? 1)
      interpretation.backgroundLimit = min(facts.background, content.backgroundLimit ?? .infinity)
      (interpretation.near, interpretation.far) = (options.near, options.far)
      return (map, interpretation)
    }
  }

  private func reading(
    codes content: MapContent, _ options: DepthMap.Options
  ) throws(AuxError) -> (map: PixelPlane, interpretation: DepthMapInterpretation) {
    switch facts.codes {
    case .bounded(let quantity, let whiteIsNear):
      guard !content.hasWholeNumbers else { throw refusal(of: content) }
      guard options.scale == nil else {
        throw AuxError(.usage, "a scale is for numbers of a unit, and not for values between two ends")
      }
      let (near, far) = try bounds(options)
      let grayscale = try DepthMapInterpretation.grayscale(
        near: near, far: far, whiteIsNear: whiteIsNear, linearIn: quantity)
      var interpretation = DepthMapInterpretation(quantity: facts.quantity, grayscale: grayscale)
      interpretation.isNormalised = options.isNormalised
      return (content.samples, interpretation)
    case .metresPerStep(let step):
      guard content.hasWholeNumbers || content.samples.sampleType == .uint16, !options.isNormalised else {
        throw refusal(of: content)
      }
      var interpretation = DepthMapInterpretation(quantity: .depth)
      interpretation.integersAreNumbers = true
      interpretation.scale = (options.scale ?? 1) * step
      (interpretation.near, interpretation.far) = (options.near, options.far)
      return (content.samples, interpretation)
    case .none: throw refusal(of: content)
    }
  }

  private func refusal(of content: MapContent) -> AuxError {
    let samples = content.hasWholeNumbers ? "whole numbers" : "\(content.samples.sampleType)"
    return AuxError(
      .usage, "\(rawValue) maps have no samples of \(samples) of that meaning: \(facts.summary)")
  }

  /// Spreads inverse depth of unknown scale and shift between the two distances.
  private func spread(
    _ map: PixelPlane, _ options: DepthMap.Options
  ) throws(AuxError) -> (map: PixelPlane, interpretation: DepthMapInterpretation) {
    let values: [Float]
    switch map.storage {
    case .half(let bits): values = Half.decode(bits)
    case .float(let floats): values = floats
    case .uint8, .uint16: throw refusal(of: MapContent(map))
    }
    let (near, far) = try bounds(options)
    try DepthMapInterpretation.checkNearFar(near: near, far: far, infinityAllowed: false)
    guard let (low, high) = Quantise.finiteRange(values), low < high else {
      throw AuxError(.usage, "the \(rawValue) map is flat or has no values")
    }
    let (origin, range) = (Double(low), Double(high) - Double(low))
    let sky = facts.skyValue
    let spread = values.map { value in
      guard value.isFinite else { return Float.nan }
      guard value != sky else { return 0 }
      let part = (Double(value) - origin) / range
      return Float(1 / far * (1 - part) + 1 / near * part)
    }
    var interpretation = DepthMapInterpretation(quantity: .disparity)
    interpretation.far = far
    return (PixelPlane(width: map.width, height: map.height, storage: .float(spread)), interpretation)
  }

  private func bounds(_ options: DepthMap.Options) throws(AuxError) -> (Double, Double) {
    guard let near = options.near, let far = options.far else {
      throw AuxError(.usage, "a \(rawValue) map says nothing of metres", remedy: .stateDistances)
    }
    return (near, far)
  }
}
