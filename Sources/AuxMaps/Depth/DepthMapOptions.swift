public import AuxImage

extension DepthMap {
  /// What the samples of a depth or disparity map mean, and what is made of them.
  ///
  /// Gray codes say nothing of metres: their ends have to be given. Source: Specs/conversions.md.
  public struct Options: Hashable, Sendable {
    /// What the samples measure; ``convention`` says it itself.
    public var quantity: DepthQuantity
    /// What made the map, which says what quantity, polarity, unit and background are.
    ///
    /// A file is read by it too: which arrays an archive has, and which file beside the map describes the camera.
    public var convention: MapConvention?
    /// The nearest distance in metres: that of black, or of white; numbers that are nearer become it.
    public var near: Double?
    /// The farthest distance in metres, which numbers that are farther become, and the background.
    ///
    /// Infinite only for codes that are linear in disparity, and for background that shall stay infinitely far.
    public var far: Double?
    /// The disparity of black in 1/metres, for codes of a disparity map.
    public var minDisparity: Double?
    /// The disparity of white in 1/metres, for codes of a disparity map.
    public var maxDisparity: Double?
    /// Whether white is near, for codes of a depth map.
    public var whiteIsNear = false
    /// What the codes of a depth map are linear in.
    public var linearIn = DepthQuantity.depth
    /// Whether float samples are parts of 0...1 between the two ends, as codes are: a mist pass.
    public var isNormalised = false
    /// The falloff of Blender's Mist pass, which the samples are; the convention is `blender` then, and ``near`` and ``far`` are the
    /// start and the end of the mist.
    public var mist: MistFalloff?
    /// The unit of the samples, integers too; nil for metres, or 1/metres, and for integers that are codes.
    public var unit: LengthUnit?
    /// The factor that turns samples, in their unit, into metres or 1/metres; nil for 1.
    ///
    /// It makes integers numbers, as a unit does. It is negative if the axis of a depth map points at the camera.
    public var scale: Double?
    /// The percentage of samples at each end, nearest and farthest, that become the nearest and the farthest of the
    /// others, since a few bad samples would take nearly all codes; nil for none.
    public var clip: Double?
    /// The sample values, before any unit applies, that are holes. An empty list states that no value is a hole, and accepts the
    /// greatest code value as a length. Nil if nothing is stated.
    public var invalid: [Double]?
    /// What becomes of holes: NaN and non-positive depth, negative or infinite disparity. Nil keeps them in map files, and fills
    /// them in photos.
    public var holes: DepthMap.Holes?
    /// The camera, which is recorded with the map; nil for the one that the map's file states.
    public var camera: MapCamera? {
      get { statedCamera?.camera }
      set { statedCamera = newValue.map { StatedCamera($0) } }
    }
    /// ``camera``, with what else is stated of it.
    package var statedCamera: StatedCamera?
    /// The point from which the principal points of arrays in the map's file count, and of a matrix beside it; nil for that of the
    /// convention, or else the corner of the first pixel. The principal point of ``camera`` always counts from the corner.
    public var pixelOrigin: PixelOrigin?
    /// The focal length in pixels of the map, by which disparities are in pixels and not in 1/metres; with ``baseline``.
    public var focalPixels: Double?
    /// The distance in metres of the two cameras whose disparity in pixels the map is; with ``focalPixels``.
    public var baseline: Double?
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

    /// Whether values are computed of the camera.
    var needsCamera: Bool {
      if case .metresPerFocalLength? = convention?.facts.floats { return true }
      return isRadial
    }

    /// Whether nothing is said that a map's file could say too.
    var leavesMeaningOpen: Bool {
      convention == nil && unit == nil && scale == nil && !isNormalised && !whiteIsNear && linearIn == .depth
        && [near, far, minDisparity, maxDisparity, focalPixels, baseline].allSatisfy { $0 == nil }
    }

    /// Whether integers are numbers of a unit, and not gray codes.
    fileprivate var statesUnit: Bool { unit != nil || scale != nil || focalPixels != nil }

    /// The point from which principal points count where no format of a file says it.
    package var usualOrigin: PixelOrigin { pixelOrigin ?? convention?.facts.pixelOrigin ?? .corner }

    /// The stereo pair that the options state, or their camera's file.
    var stereo: CameraFile.Stereo? { pair ?? statedCamera?.stereo }

    fileprivate var pair: CameraFile.Stereo? {
      guard let focalPixels, let baseline else { return nil }
      return CameraFile.Stereo(focalLength: focalPixels, baseline: baseline)
    }

    /// Takes the numbers of the camera as in pixels of a map of that size, where they name no size; throws as ``MapCamera/ofMap``.
    package mutating func takeIntrinsics(ofMapWith size: (width: Int, height: Int)) throws(AuxError) {
      if let camera { statedCamera?.camera = try camera.ofMap(width: size.width, height: size.height) }
    }

    /// Returns the options with the convention of a Mist pass, if the samples are one.
    func applying(_ channel: MapChannel?) -> Options {
      guard convention == nil, quantity == .depth, mist != nil || channel?.isMist == true && !statesUnit
      else {
        return self
      }
      var options = self
      options.convention = .blender
      return options
    }

    /// Returns the options with the quantity and the unit that a map's file states, where nothing else is said.
    func applying(_ record: MapRecord?) -> Options {
      guard leavesMeaningOpen, let quantity = record?.quantity else { return self }
      var options = self
      options.quantity = quantity
      options.scale = record?.distances.map { 1 / $0.perMetre }
      return options
    }

    /// Returns the ends of gray codes that a map's file states, where nothing else is said.
    func grayRecord(_ content: MapContent) -> DepthMapInterpretation.Grayscale? {
      guard leavesMeaningOpen, content.samples.sampleType.isInteger, let record = content.record,
        let black = record.black, let white = record.white
      else { return nil }
      switch record.quantity {
      case .depth: return .linearDepth(black: black, white: white)
      case .disparity: return .linearDisparity(black: black, white: white)
      case nil: return nil
      }
    }

    /// What the values of the map measure.
    package var valueQuantity: DepthQuantity { convention?.facts.quantity ?? quantity }
  }
}

extension DepthMap.Options {
  /// Throws `AuxError` with code `usage` where options contradict one another or are out of range.
  package func check() throws(AuxError) {
    guard (minDisparity == nil) == (maxDisparity == nil) else {
      throw AuxError(.usage, "the smallest and the largest disparity go together")
    }
    guard minDisparity == nil || quantity == .disparity else {
      throw AuxError(
        .usage, "a depth map has distances at black and white, not disparities", remedy: .stateDistances)
    }
    guard minDisparity == nil || near == nil && far == nil else {
      throw AuxError(.usage, "the ends of a map are distances or disparities, not both")
    }
    try DepthMapInterpretation.checkNearFar(near: near, far: far, infinityAllowed: true)
    if let min = minDisparity, let max = maxDisparity, !(min >= 0 && min < max && max.isFinite) {
      throw AuxError(.usage, "min (\(min)) and max (\(max)) must be finite, 0 <= min < max, in 1/metres")
    }
    if let scale, !(scale.isFinite && scale != 0) {
      throw AuxError(.usage, "a scale is a number other than 0, not \(scale)")
    }
    if let clip, !(clip > 0 && clip < 50) {
      throw AuxError(.usage, "clip is a percentage above 0 and below 50, not \(clip)")
    }
    guard !isNormalised && mist == nil || unit == nil && scale == nil else {
      throw AuxError(
        .usage, "\(mist == nil ? "a normalised map" : "mist") has no unit: its values are between two ends")
    }
    guard mist == nil || quantity == .depth && (convention ?? .blender) == .blender else {
      throw AuxError(.usage, "mist is of depth maps, and of the convention blender")
    }
    if focalPixels != nil || baseline != nil { try checkPair() }
    if let convention { try check(convention) }
  }

  /// Checks the numbers that turn disparity in pixels into 1/metres.
  private func checkPair() throws(AuxError) {
    guard let focalPixels, let baseline else {
      throw AuxError(.usage, "the focal length in pixels and the baseline of disparity in pixels go together")
    }
    guard focalPixels > 0, focalPixels.isFinite, CameraFile.Stereo.baselines.contains(baseline) else {
      throw AuxError(
        .usage,
        "a focal length of \(focalPixels) pixels and a baseline of \(baseline) m; the baseline is 0.000001 to 1000 m"
      )
    }
    guard valueQuantity == .disparity, convention?.facts.isInPixels ?? true else {
      throw AuxError(.usage, "a focal length in pixels and a baseline are for disparity in pixels")
    }
    guard unit == nil, minDisparity == nil, !isNormalised else {
      throw AuxError(
        .usage, "disparity in pixels has no unit of length and no ends: a scale is pixels of a sample")
    }
  }

  private func check(_ convention: MapConvention) throws(AuxError) {
    guard !whiteIsNear, linearIn == .depth, minDisparity == nil else {
      throw AuxError(.usage, "a convention says itself which end is near, and what codes are linear in")
    }
    guard quantity == .depth || convention.facts.quantity == .disparity else {
      throw AuxError(
        .usage,
        "\(convention.rawValue) maps are of depth, and the map is given as disparity; give it as depth (disparity in pixels of "
          + "KITTI's stereo sets has the convention kitti-stereo)")
    }
    guard unit == nil || convention.facts.takesUnit else {
      throw AuxError(.usage, "\(convention.rawValue) says itself what its unit is")
    }
  }

  /// Returns how a map without a convention is read.
  func interpretation(of content: MapContent) throws(AuxError) -> DepthMapInterpretation {
    var interpretation = DepthMapInterpretation(quantity: quantity)
    if isNormalised || content.samples.sampleType.isInteger && !statesUnit {
      guard !content.hasWholeNumbers else {
        throw AuxError(.usage, "whole numbers of that size are no parts of 0...1", remedy: .stateUnit)
      }
      interpretation.isNormalised = isNormalised
      let stated = grayRecord(content)
      interpretation.grayscale = stated == nil ? try grayscale() : stated
      return interpretation
    }
    guard !content.isNukes || quantity == .disparity || statesUnit || content.record != nil else {
      throw AuxError(
        .usage,
        "Nuke wrote the file, whose depth is 1 over the distance (the convention nuke); samples that are distances all "
          + "the same need their unit", remedy: .stateNukeDepth)
    }
    guard !content.hasWholeNumbers || statesUnit else {
      throw AuxError(.usage, "a map of whole numbers says nothing of its unit", remedy: .stateUnit)
    }
    guard minDisparity == nil else {
      throw AuxError(
        .usage, "disparities at black and white are for grayscale maps; this one has numbers of a unit")
    }
    interpretation.integersAreNumbers = statesUnit
    interpretation.backgroundLimit = content.backgroundLimit ?? interpretation.backgroundLimit
    interpretation.scale = (scale ?? 1) * (unit?.factor(for: quantity) ?? pair?.scale ?? 1)
    interpretation.zeroIsHole = content.hasIntegers
    (interpretation.near, interpretation.far) = (near, far)
    return interpretation
  }

  private func grayscale() throws(AuxError) -> DepthMapInterpretation.Grayscale? {
    switch quantity {
    case .depth:
      guard let near, let far else { return nil }
      return try DepthMapInterpretation.grayscale(
        near: near, far: far, whiteIsNear: whiteIsNear, linearIn: linearIn)
    case .disparity:
      guard near == nil, far == nil else {
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
