package import AuxImage
package import AuxKernels

extension DepthMapInterpretation {
  /// How far beyond 0...1 a normalised map may be, as resampling makes it.
  private static let overshoot: Float = 0.001

  /// Returns a map in metres or 1/metres: NaN is a hole, and background is infinity or 0.
  package func marked(_ map: PixelPlane) throws(AuxError) -> [Float] {
    var map = map
    return try marked(taking: &map)
  }

  /// As ``marked(_:)``; floats of a map that nobody else holds are marked where they are.
  func marked(taking map: inout PixelPlane) throws(AuxError) -> [Float] {
    let width = map.width
    if let mist { return try distances(ofMist: parts(of: map.takeStorage()), mist, width: width) }
    switch map.takeStorage() {
    case .float(var samples):
      if isNormalised { return try parts(samples, width: width) }
      try mark(&samples)
      return samples
    case .half(let bits):
      var samples = Half.decode(bits)
      if isNormalised { return try parts(samples, width: width) }
      try mark(&samples)
      return samples
    case .uint8(let codes):
      if integersAreNumbers { return try numbers(codes.map(Float.init)) }
      let (black, white, reciprocal) = try ends()
      return Quantise.values(
        fromCodes8: codes, firstValue: black, lastValue: white, reciprocal: reciprocal)
    case .uint16(let codes):
      if integersAreNumbers { return try numbers(codes.map(Float.init)) }
      let (black, white, reciprocal) = try ends()
      return Quantise.values(
        fromCodes16: codes, firstValue: black, lastValue: white, reciprocal: reciprocal)
    }
  }

  /// Returns how many samples of a map of distances or disparities are negative, after the turn of the axis.
  func negativeCount(in map: PixelPlane) -> Int {
    guard !isNormalised, mist == nil else { return 0 }
    let sign: Float = scale < 0 ? -1 : 1
    return map.floats.count { $0 * sign < 0 }
  }

  private func numbers(_ samples: consuming [Float]) throws(AuxError) -> [Float] {
    var values = samples
    try mark(&values)
    return values
  }

  /// Background is known by the numbers that a program writes, and so before scale and unit.
  private func mark(_ values: inout [Float]) throws(AuxError) {
    if scale < 0 {
      var samples = values.mutableSpan
      for index in 0..<samples.count { samples[index] = -samples[index] }
    }
    if !values.contains(where: { $0 > 0 }), let negative = values.first(where: { $0 < 0 }) {
      throw AuxError(
        .usage,
        "no sample is positive, but there are negative ones (\(negative)): the axis points at the camera",
        remedy: .turnAxis)
    }
    if zeroIsHole {
      var samples = values.mutableSpan
      for index in 0..<samples.count where samples[index] == 0 { samples[index] = .nan }
    }
    // Samples that need no marks stay those of the map that they are of, and are not copied.
    let isMarked =
      quantity == .depth
      ? SampleMarks.isMarkedDepth(values, backgroundFrom: backgroundLimit)
      : SampleMarks.isMarkedDisparity(values, backgroundFrom: Self.usualBackgroundLimit)
    switch quantity {
    case _ where isMarked: break
    case .depth: SampleMarks.markDepth(&values, backgroundFrom: backgroundLimit)
    case .disparity: SampleMarks.markDisparity(&values, backgroundFrom: Self.usualBackgroundLimit)
    }
    guard abs(scale) != 1 else { return }
    let factor = abs(scale)
    var scaled = values.mutableSpan
    for index in 0..<scaled.count { scaled[index] = Float(Double(scaled[index]) * factor) }
  }

  /// Returns samples as floats: codes as parts of 0...1.
  private func parts(of storage: PixelPlane.Storage) -> [Float] {
    switch storage {
    case .float(let samples): samples
    case .half(let bits): Half.decode(bits)
    case .uint8(let codes): codes.map { Float($0) / 255 }
    case .uint16(let codes): codes.map { Float($0) / 65535 }
    }
  }

  /// Returns distances along the rays; full mist is background, which may be farther than mist reaches.
  private func distances(
    ofMist samples: [Float], _ falloff: MistFalloff, width: Int
  ) throws(AuxError) -> [Float] {
    let (near, far, _) = try ends()
    var values = samples
    for (index, mist) in samples.enumerated() {
      let part = try clamped(mist, at: index, width: width)
      values[index] =
        part < 1 ? Float(near + (far - near) * falloff.share(ofMist: part)) : part.isNaN ? .nan : .infinity
    }
    return values
  }

  /// Returns a sample of a normalized map as a part of 0...1; throws `usage` if it is beyond what resampling makes of one.
  private func clamped(_ part: Float, at index: Int, width: Int) throws(AuxError) -> Double {
    guard !(part < -Self.overshoot || part > 1 + Self.overshoot) else {
      throw AuxError(
        .usage, "a normalised map has values of 0...1, not \(part) at (\(index % width), \(index / width))")
    }
    return part.isNaN ? .nan : Double(min(max(part, 0), 1))
  }

  private func parts(_ samples: [Float], width: Int) throws(AuxError) -> [Float] {
    let (black, white, reciprocal) = try ends()
    let background: Float = quantity == .depth ? .infinity : 0
    var values = samples
    for (index, part) in samples.enumerated() {
      guard part < Self.usualBackgroundLimit else {
        values[index] = part.isNaN ? .nan : background
        continue
      }
      let position = try clamped(part, at: index, width: width)
      let line = black * (1 - position) + white * position
      values[index] = Float(reciprocal ? (line == 0 ? .infinity : 1 / line) : line)
    }
    return values
  }

  /// The line between black and white, in its own quantity; whether that is the other than the map's.
  private func ends() throws(AuxError) -> (Double, Double, reciprocal: Bool) {
    switch grayscale {
    case .linearDepth(let black, let white): return (black, white, quantity == .disparity)
    case .linearDisparity(let black, let white): return (black, white, quantity == .depth)
    case nil:
      throw AuxError(
        .usage,
        quantity == .depth
          ? "a grayscale map says nothing of metres"
          : "a grayscale disparity map says nothing of 1/metres",
        remedy: quantity == .depth ? .stateMetres : .stateDisparities)
    }
  }

  /// What the background becomes, in the map's quantity; nil for the farthest value that the map has.
  var backgroundValue: Float? {
    let metres: Double
    switch (far, grayscale) {
    case (let far?, _): metres = far
    case (nil, .linearDepth(let black, let white)): metres = max(black, white)
    case (nil, .linearDisparity(let black, let white)): metres = 1 / min(black, white)
    case (nil, nil): return nil
    }
    return Float(quantity == .depth ? metres : 1 / metres)
  }
}

extension DepthQuantity {
  /// Whether a value is known, and not infinitely far.
  func isKnown(_ value: Float) -> Bool {
    switch self {
    case .depth: abs(value) < .infinity
    case .disparity: value > 0
    }
  }

  func isBackground(_ value: Float) -> Bool {
    switch self {
    case .depth: value == .infinity
    case .disparity: value == 0
    }
  }

  /// Counts the marked samples of a map.
  func census(of values: [Float]) -> SampleCensus {
    switch self {
    case .depth: SampleCensus(depths: values)
    case .disparity: SampleCensus(disparities: values)
    }
  }
}
