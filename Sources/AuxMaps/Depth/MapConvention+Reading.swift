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
    return try reading(of: MapContent(map), options: options, calibration: nil)
  }

  /// Returns a map and how to read it, of options that were checked; `calibration` is that of its camera.
  func reading(
    of content: MapContent, options: DepthMap.Options, calibration: CameraCalibrationData?
  ) throws(AuxError) -> (map: PixelPlane, interpretation: DepthMapInterpretation) {
    let map = content.samples
    if facts.hasMist, try isMist(content, options) { return try reading(mist: content, options) }
    guard !options.isNormalised, !(content.hasIntegers && options.unit == nil) else {
      return try reading(codes: content, options)
    }
    switch facts.floats {
    case .none: throw refusal(of: content)
    case .parts:
      var options = options
      options.isNormalised = true
      return try reading(codes: content, options)
    case .metresPerFocalLength(let pixels):
      let interpretation = DepthMapInterpretation(quantity: .depth)
      let scale = try focalLength(of: map, calibration) / pixels
      return (map, interpretation.with(options, scale: scale))
    case .pixelsOfDisparity:
      return try reading(disparity: content, options)
    case .affineInverseDepth:
      guard !content.hasIntegers else { throw refusal(of: content) }
      return try spread(map, options)
    case .metres, .sceneUnits, .inverseSceneUnits:
      var interpretation = DepthMapInterpretation(quantity: facts.quantity)
      interpretation.integersAreNumbers = options.unit != nil
      interpretation.backgroundLimit = min(facts.background, content.backgroundLimit ?? .infinity)
      return (
        map,
        interpretation.with(options, scale: options.unit?.factor(for: facts.quantity) ?? ownFactor(options))
      )
    }
  }

  /// The factor from scene units to metres where no unit is stated; a stated scale is the whole factor.
  private func ownFactor(_ options: DepthMap.Options) -> Double {
    if case .sceneUnits(let metres) = facts.floats, options.scale == nil { metres } else { 1 }
  }

  /// Whether a map is a Mist pass: its options, its channel or its samples say so.
  ///
  /// Throws `usage` for floats of 0...1 that may be either, if options say neither.
  private func isMist(_ content: MapContent, _ options: DepthMap.Options) throws(AuxError) -> Bool {
    guard options.unit == nil, options.scale == nil else { return false }
    guard options.mist == nil, content.channel?.isMist != true, !options.isNormalised, !content.hasIntegers
    else { return true }
    guard let (low, high) = Quantise.finiteRange(content.samples.floats), low >= 0, high <= 1 else {
      return false
    }
    guard options.near != nil, options.far != nil else {
      throw AuxError(
        .usage,
        "the samples are \(low)...\(high): either distances within a meter, or a Mist pass without its ends",
        remedy: .stateMist)
    }
    return content.channel == nil
  }

  private func reading(
    mist content: MapContent, _ options: DepthMap.Options
  ) throws(AuxError) -> (map: PixelPlane, interpretation: DepthMapInterpretation) {
    guard options.near != nil, options.far != nil else {
      throw AuxError(
        .usage, "a Mist pass has 0...1 between two distances, which are not given", remedy: .stateMist)
    }
    var (map, interpretation) = try reading(codes: content, options)
    interpretation.mist = options.mist ?? .linear
    return (map, interpretation)
  }

  /// Returns the focal length in pixels of the map, the mean of both directions.
  private func focalLength(
    of map: PixelPlane, _ calibration: CameraCalibrationData?
  ) throws(AuxError) -> Double {
    guard let calibration else {
      throw AuxError(
        .usage, "\(rawValue) maps become metres by the focal length of the camera, which is not known",
        remedy: .stateCamera)
    }
    let camera = RadialDepth.Camera(calibration, width: map.width, height: map.height)
    return (camera.fx + camera.fy) / 2
  }

  /// Reads disparity, in pixels or in steps of `step` pixels: the offset is added, and the scale gives 1/metres.
  ///
  /// A stated scale is the whole factor from samples to pixels.
  private func reading(
    disparity content: MapContent, _ options: DepthMap.Options, step: Double = 1
  ) throws(AuxError) -> (map: PixelPlane, interpretation: DepthMapInterpretation) {
    let map = content.samples
    guard let stereo = options.stereo ?? content.statedCamera?.stereo else {
      throw AuxError(
        .usage,
        "\(rawValue) maps are disparity in pixels, and there is no \(facts.cameraFile?.name ?? "file") beside the map with "
          + "the focal length and the baseline that turn pixels into metres", remedy: .stateStereo)
    }
    if options.focalPixels == nil, options.stereo != nil, case .calibration(let camera)? = options.camera {
      let size = camera.intrinsicMatrixReferenceDimensions
      try CameraFile.check((size.width, size.height), map)
    }
    let factor = Float(options.scale ?? step)
    let pixels: [Float]
    switch map.storage {
    case .uint8: throw refusal(of: content)
    case .uint16(let codes): pixels = codes.map { $0 == 0 ? .nan : Float($0) * factor }
    case .float, .half:
      pixels = map.floats.map { $0 == 0 && content.hasWholeNumbers ? .nan : $0 * factor }
    }
    if let count = stereo.count, case let beyond = pixels.count(where: { $0.isFinite && Double($0) > count }),
      beyond * 100 > pixels.count
    {
      throw AuxError(
        .usage,
        "\(beyond) of \(pixels.count) samples are greater than the \(count) disparities of "
          + "\(facts.cameraFile?.name ?? "the calibration"): they are no disparity in pixels of its pictures")
    }
    let shifted = pixels.map { $0.isFinite ? Float(Double($0) + stereo.offset) : .nan }
    var interpretation = DepthMapInterpretation(quantity: .disparity)
    interpretation.scale = stereo.scale
    (interpretation.near, interpretation.far) = (options.near, options.far)
    return (PixelPlane(width: map.width, height: map.height, known: .float(shifted)), interpretation)
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
      // A stated scale is the whole factor from samples to meters.
      return (content.samples, interpretation.with(options, scale: options.scale == nil ? step : 1))
    case .pixelsPerStep(let step):
      guard content.hasWholeNumbers || content.samples.sampleType == .uint16, !options.isNormalised else {
        throw refusal(of: content)
      }
      return try reading(disparity: content, options, step: step)
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
    guard !map.sampleType.isInteger else { throw refusal(of: MapContent(map)) }
    var values = map.floats
    let (near, far) = try bounds(options)
    try DepthMapInterpretation.checkNearFar(near: near, far: far, infinityAllowed: false)
    let sky = facts.skyValue
    let clipped = options.clip.map { percent in
      DepthMapInterpretation.clip(&values, percent: percent) { $0.isFinite && $0 != sky }
    }
    guard let (low, high) = Quantise.finiteRange(values), low < high else {
      throw AuxError(.usage, "the \(rawValue) map is flat or has no values")
    }
    let (origin, range) = (Double(low), Double(high) - Double(low))
    let spread = values.map { value in
      guard value.isFinite else { return Float.nan }
      guard value != sky else { return 0 }
      let part = (Double(value) - origin) / range
      return Float(1 / far * (1 - part) + 1 / near * part)
    }
    var interpretation = DepthMapInterpretation(quantity: .disparity)
    interpretation.far = far
    interpretation.clippedCount = clipped ?? 0
    return (PixelPlane(width: map.width, height: map.height, known: .float(spread)), interpretation)
  }

  private func bounds(_ options: DepthMap.Options) throws(AuxError) -> (Double, Double) {
    guard let near = options.near, let far = options.far else {
      throw AuxError(.usage, "maps of the convention \(rawValue) state no meters", remedy: .stateDistances)
    }
    return (near, far)
  }
}

extension DepthMapInterpretation {
  /// Returns it for numbers that `scale`, beside that of the options, turns into metres or 1/metres.
  fileprivate func with(_ options: DepthMap.Options, scale: Double) -> DepthMapInterpretation {
    var interpretation = self
    interpretation.scale = (options.scale ?? 1) * scale
    (interpretation.near, interpretation.far) = (options.near, options.far)
    return interpretation
  }
}
