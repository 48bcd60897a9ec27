package import AuxImage
package import AuxKernels

extension DepthMapInterpretation {
  /// How far beyond 0...1 a normalised map may be, as resampling makes it.
  private static let overshoot: Float = 0.001

  /// Returns a map in metres or 1/metres: NaN is a hole, and background is infinity or 0.
  package func marked(_ map: PixelPlane) throws(AuxError) -> [Float] {
    switch map.storage {
    case .float(let samples):
      return try isNormalised ? parts(samples, width: map.width) : try numbers(samples)
    case .half(let bits):
      let samples = Half.decode(bits)
      return try isNormalised ? parts(samples, width: map.width) : try numbers(samples)
    case .uint8(let codes):
      if integersAreNumbers { return try numbers(codes.map(Float.init)) }
      let (black, white, reciprocal) = try ends()
      return AuxKernels.Grayscale.values(
        fromCodes8: codes, atBlack: black, atWhite: white, reciprocal: reciprocal)
    case .uint16(let codes):
      if integersAreNumbers { return try numbers(codes.map(Float.init)) }
      let (black, white, reciprocal) = try ends()
      return AuxKernels.Grayscale.values(
        fromCodes16: codes, atBlack: black, atWhite: white, reciprocal: reciprocal)
    }
  }

  /// Background is known by the numbers that a program writes, and so before scale and unit.
  private func numbers(_ samples: [Float]) throws(AuxError) -> [Float] {
    var values = scale < 0 ? samples.map { -$0 } : samples
    if !values.contains(where: { $0 > 0 }), let negative = values.first(where: { $0 < 0 }) {
      throw AuxError(
        .usage,
        "no sample is positive, but there are negative ones (\(negative)): the axis points at the camera",
        remedy: .turnAxis)
    }
    switch quantity {
    case .depth: SampleMarks.markDepth(&values, backgroundFrom: backgroundLimit)
    case .disparity: SampleMarks.markDisparity(&values, backgroundFrom: Self.usualBackgroundLimit)
    }
    guard abs(scale) != 1 else { return values }
    let factor = abs(scale)
    var scaled = values.mutableSpan
    for index in 0..<scaled.count { scaled[index] = Float(Double(scaled[index]) * factor) }
    return values
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
      guard part >= -Self.overshoot, part <= 1 + Self.overshoot else {
        throw AuxError(
          .usage,
          "a normalised map has values of 0...1, not \(part) at (\(index % width), \(index / width))")
      }
      let position = Double(min(max(part, 0), 1))
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

  /// Whether a value is infinitely far.
  func isBackground(_ value: Float) -> Bool {
    switch self {
    case .depth: value == .infinity
    case .disparity: value == 0
    }
  }
}
