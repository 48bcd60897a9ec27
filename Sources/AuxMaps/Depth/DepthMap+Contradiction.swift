internal import AuxImage
internal import AuxKernels

extension DepthMap {
  /// Farther than this, in metres, nearly all of a scene is seldom.
  private static let usualDistance: Float = 100
  /// Depth Anything's metric models call their arrays so, after the photo's name.
  private static let metricName = "_depth_meter"
  /// How much greater, on average, the upper quarter of a map is than the lower one where it is of distances: the
  /// ground is nearer than what is above it.
  private static let topFactor = 1.5
  /// How near to 0 and to 1 the ends of a map are that was spread between them, as halves round them.
  private static let spreadTolerance: Float = 0.001

  /// Throws `usage` where the file or its samples show that the map is not of the convention that is named, or no metres
  /// where nothing says what they are; returns what is only likely.
  ///
  /// `isUpright` says whether the first row is the top of the picture.
  func checkMeaning(isUpright: Bool) throws(AuxError) -> [MapNote] {
    let notes = try checkCodes()
    guard let convention = options.convention else {
      if isArrayOfMetres {
        // Arrays need not be pictures of a scene with ground below.
        return notes
          + doubts(givenSamples, isUpright: false, below: DepthMapInterpretation.usualBackgroundLimit)
      }
      return isTakenForMetres ? notes + (try checkMetres(isUpright: isUpright)) : notes
    }
    let facts = convention.facts
    for contradiction in facts.contradictions {
      switch contradiction {
      case .looksMetric: try checkInverse(convention, isUpright: isUpright)
      case .isSpread: try checkSpread(convention)
      case .isFarther(let metres): try checkDistances(convention, metres)
      }
    }
    guard facts.floats == .metres, !facts.isRelative, !content.hasIntegers, options.unit == nil,
      options.scale == nil, !options.isNormalised
    else { return notes }
    return notes + doubts(givenSamples, isUpright: isUpright, below: facts.background)
  }

  /// The samples as floats, NaN if their value is invalid.
  private var givenSamples: [Float] {
    guard let invalid = options.invalid, !invalid.isEmpty else { return samples.floats }
    return samples.floats.map { invalid.contains(Double($0)) ? .nan : $0 }
  }

  /// True for floats in memory, not of a photo, that are meters by default.
  private var isArrayOfMetres: Bool {
    content.kind == nil && accuracy == nil && options.quantity == .depth && options.unit == nil
      && options.scale == nil && !options.isNormalised && options.mist == nil && !content.hasIntegers
  }

  /// Whether floats of a file are metres only because nothing says what they are.
  private var isTakenForMetres: Bool {
    guard let kind = content.kind, kind != .raw else { return false }
    return options.quantity == .depth && options.unit == nil && options.scale == nil && options.mist == nil
      && !options.isNormalised && (options.near == nil || options.far == nil) && !content.hasIntegers
      && content.record?.quantity == nil && !content.isNukes && content.channel?.isMist != true
  }

  private func checkMetres(isUpright: Bool) throws(AuxError) -> [MapNote] {
    let background = content.backgroundLimit ?? DepthMapInterpretation.usualBackgroundLimit
    let values = givenSamples
    var reason: String?
    if let channel = content.channel, channel.isUnreal {
      reason = "the channel \(channel.name) is named as Unreal's, whose scene units are centimeters"
    } else if content.channel?.name.lowercased().hasSuffix("disparity") == true {
      reason = "the channel is named disparity"
    } else if isWhole(values, below: background) {
      reason = "all samples are whole numbers, as millimeters and codes are"
    } else if let (low, high) = Self.spread(values) {
      reason = "the samples are \(low)...\(high), spread as those of previews and relative models are"
    }
    if let reason {
      throw AuxError(.usage, "\(reason), and nothing says that they are meters", remedy: .stateMeaning)
    }
    return doubts(values, isUpright: isUpright, below: background)
  }

  /// Returns warnings about values in meters.
  private func doubts(_ values: [Float], isUpright: Bool, below background: Float) -> [MapNote] {
    var notes: [MapNote] = []
    let given = values.count { $0 > 0 && $0 < background }
    let far = values.count { $0 > Self.usualDistance && $0 < background }
    if far * 100 > given * 99 { notes.append(.farAway(far, of: given)) }
    if isUpright, growsDownwards(values, below: background) { notes.append(.growsDownwards) }
    return notes
  }

  /// Whether samples are whole numbers, of three at least: a scene of a surface or two says nothing, and large floats have no
  /// fraction.
  private func isWhole(_ values: [Float], below background: Float) -> Bool {
    let limit = min(background, samples.sampleType == .half ? 0x1p10 : 0x1p23)
    var first: Float?
    var second: Float?
    var isVaried = false
    for value in values where value > 0 && value < limit {
      guard value == value.rounded() else { return false }
      if first == nil || first == value {
        first = value
      } else if second == nil || second == value {
        second = value
      } else {
        isVaried = true
      }
    }
    return isVaried
  }

  /// Whether the ground is greater than what is above it, as with inverse depth.
  private func growsDownwards(_ values: [Float], below background: Float) -> Bool {
    let count = samples.height / 4 * samples.width
    guard count > 0 else { return false }
    func mean(_ part: ArraySlice<Float>) -> Double {
      var (sum, count) = (0.0, 0)
      for value in part where value > 0 && value < background {
        (sum, count) = (sum + Double(value), count + 1)
      }
      return count > 0 ? sum / Double(count) : .infinity
    }
    let bottom = mean(values.suffix(count))
    return bottom.isFinite && bottom > Self.topFactor * mean(values.prefix(count))
  }

  /// The ends of samples that are spread over 0...1; nil for others.
  private static func spread(_ values: [Float]) -> (low: Float, high: Float)? {
    guard let (low, high) = Quantise.finiteRange(values), abs(low) <= spreadTolerance,
      abs(high - 1) <= spreadTolerance
    else { return nil }
    return (low, high)
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
    let values = givenSamples
    guard rows > 0, !values.isEmpty, values.allSatisfy({ $0 > 0 && $0.isFinite }) else { return false }
    let count = rows * samples.width
    func sum(_ part: ArraySlice<Float>) -> Double { part.reduce(0) { $0 + Double($1) } }
    return sum(values.prefix(count)) > Self.topFactor * sum(values.suffix(count))
  }

  private func checkSpread(_ convention: MapConvention) throws(AuxError) {
    guard !content.hasIntegers, !options.isNormalised, options.scale == nil, options.unit == nil,
      let (low, high) = Self.spread(givenSamples)
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
    let invalid = options.invalid ?? []
    let beyond =
      switch samples.storage {
      case .uint8: 0
      case .uint16(let codes): codes.count { Float($0) > limit && !invalid.contains(Double($0)) }
      case .float, .half: givenSamples.count { $0.isFinite && $0 > limit }
      }
    guard beyond * 100 > samples.width * samples.height else { return }
    throw AuxError(
      .usage,
      "\(beyond) of \(samples.width * samples.height) samples would be farther than \(metres) m, beyond what "
        + "\(convention.rawValue) maps reach: they are of another unit", remedy: .stateUnit)
  }
}
