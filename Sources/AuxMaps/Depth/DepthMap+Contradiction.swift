internal import AuxImage
internal import AuxKernels

extension DepthMap {
  /// Depth Anything's metric models call their arrays so, after the photo's name.
  private static let metricName = "_depth_meter"
  /// How much greater, on average, the upper quarter of a map is than the lower one where it is of distances: the
  /// ground is nearer than what is above it.
  private static let topFactor = 1.5
  /// How near to 0 and to 1 the ends of a map are that was spread between them, as halves round them.
  private static let spreadTolerance: Float = 0.001

  /// Throws `usage` where the name of the file or its samples show that the map is not of the convention that is named.
  ///
  /// `isUpright` says whether the first row is the top of the picture.
  func checkConvention(isUpright: Bool) throws(AuxError) {
    guard let convention = options.convention else { return }
    for contradiction in convention.facts.contradictions {
      switch contradiction {
      case .looksMetric: try checkInverse(convention, isUpright: isUpright)
      case .isSpread: try checkSpread(convention)
      case .isFarther(let metres): try checkDistances(convention, metres)
      }
    }
  }

  /// Read as inverse depth, near and far of a map in metres would change places.
  private func checkInverse(_ convention: MapConvention, isUpright: Bool) throws(AuxError) {
    guard !content.hasIntegers else { return }
    let name = path.map { PathText.fileName(of: $0).lowercased() } ?? ""
    let reason: String
    if name.contains(Self.metricName) {
      reason = "the metric models of Depth Anything name their maps so"
    } else if isUpright, looksMetric {
      reason = "no sample is 0 and the upper quarter is greater than the lower one, as with metres"
    } else {
      return
    }
    throw AuxError(
      .usage,
      "\(reason), and the convention \(convention.rawValue) is of inverse depth, in which near is great",
      remedy: .stateConvention)
  }

  /// Whether samples grow towards the top and none is 0, which the relative models give to the sky.
  private var looksMetric: Bool {
    let rows = samples.height / 4
    let values = samples.floats
    guard rows > 0, !values.isEmpty, values.allSatisfy({ $0 > 0 && $0.isFinite }) else { return false }
    let count = rows * samples.width
    func sum(_ part: ArraySlice<Float>) -> Double { part.reduce(0) { $0 + Double($1) } }
    return sum(values.prefix(count)) > Self.topFactor * sum(values.suffix(count))
  }

  private func checkSpread(_ convention: MapConvention) throws(AuxError) {
    guard !content.hasIntegers, !options.isNormalised, options.scale == nil, options.unit == nil,
      let (low, high) = Quantise.finiteRange(samples.floats), abs(low) <= Self.spreadTolerance,
      abs(high - 1) <= Self.spreadTolerance
    else { return }
    throw AuxError(
      .usage,
      "the samples are \(low)...\(high), spread as those of previews and relative models are, and \(convention.rawValue) "
        + "maps are metres; name the convention of a relative model, or say that they are parts of 0...1, or their unit"
    )
  }

  private func checkDistances(_ convention: MapConvention, _ metres: Double) throws(AuxError) {
    guard options.scale == nil, options.unit == nil, !options.isNormalised else { return }
    var step = 1.0
    if content.hasIntegers {
      guard case .metresPerStep(let size) = convention.facts.codes else { return }
      step = size
    }
    let limit = Float(metres / step)
    let beyond: Int
    switch samples.storage {
    case .uint8: return
    case .uint16(let codes): beyond = codes.count(where: { Float($0) > limit })
    case .float, .half: beyond = samples.floats.count(where: { $0.isFinite && $0 > limit })
    }
    guard beyond * 100 > samples.width * samples.height else { return }
    throw AuxError(
      .usage,
      "\(beyond) of \(samples.width * samples.height) samples would be farther than \(metres) m, beyond what "
        + "\(convention.rawValue) maps reach: they are of another unit", remedy: .stateUnit)
  }
}
