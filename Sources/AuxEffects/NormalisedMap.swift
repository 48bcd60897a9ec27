public import AuxImage
public import AuxKernels

/// A map of nearness: 0 is the farthest and 1 the nearest sample, linear in disparity; NaN is a hole.
public struct NormalisedMap: Hashable, Sendable {
  /// The number of samples in a row.
  public let width: Int
  /// The number of rows.
  public let height: Int
  /// The samples, rows tightly packed from the top left.
  public internal(set) var values: [Float]
  /// The disparities in 1/metres of 0 and 1, where they are known.
  ///
  /// Where both are the same, that is the disparity of every sample, and the samples are 0.5.
  package internal(set) var disparityRange: ClosedRange<Float>?
  /// How far the ramps reach, in samples, that stretching made of its edges; 0 for a map as it was.
  var rampReach = 0

  /// Creates a map of values from 0 to 1; NaN is a hole.
  ///
  /// Throws `AuxError` with code `usage` where their number is wrong or a value is outside of 0...1.
  public init(width: Int, height: Int, values: [Float]) throws(AuxError) {
    try PlaneSize.check(width: width, height: height, count: values.count)
    if let (low, high) = Quantise.finiteRange(values), low < 0 || high > 1 {
      throw AuxError(.usage, "values from \(low) to \(high) are not normalised to 0...1")
    }
    guard !values.contains(where: \.isInfinite) else {
      throw AuxError(.usage, "an infinite value is not normalised to 0...1")
    }
    self.init(width: width, height: height, known: values)
  }

  /// Creates a map of values that are known to be right.
  package init(width: Int, height: Int, known values: [Float], disparityRange: ClosedRange<Float>? = nil) {
    self.width = width
    self.height = height
    self.values = values
    self.disparityRange = disparityRange
  }

  /// Throws where the map before it in a stream has another size.
  func checkSize(after last: NormalisedMap?) throws(AuxError) {
    guard let last, last.width != width || last.height != height else { return }
    throw AuxError(.usage, "a map is \(width)x\(height), the one before \(last.width)x\(last.height)")
  }

  package var holeCount: Int {
    let samples = values.span
    var count: Int32 = 0
    for index in 0..<samples.count { count &+= samples[index] == samples[index] ? 0 : 1 }
    return Int(count)
  }
}

extension NormalisedMap {
  /// Creates the map of depth data, turned to the display orientation that is given.
  ///
  /// Depth becomes disparity, negative values and those that are not finite become holes, and the least and the greatest
  /// of the others become 0 and 1. A map of one value becomes 0.5: neither near nor far.
  /// Throws `AuxError` with code `usage` where no sample has a usable value.
  public init(normalising depth: DepthData, orientation: ImageOrientation = .up) throws(AuxError) {
    let plane = Orient.apply(orientation.rawValue, to: depth.depthDataMap)
    let map = try DepthData(depthDataType: depth.depthDataType, depthDataMap: plane)
    let disparity = map.depthDataType.quantity == .depth ? Reciprocal.reciprocal(map.values) : map.values
    let (width, height) = (plane.width, plane.height)
    try self.init(width: width, height: height, disparities: disparity)
  }

  /// Creates a map of disparities; `range` becomes 0...1, or without one the range that they have.
  ///
  /// A stream gives one range for all of its frames, so that they do not flicker. Values outside of it are
  /// clamped; values that are not finite, or negative, are holes. Throws `AuxError` with code `usage` where the
  /// number of values is wrong, the range is empty, or all samples are holes.
  public init(
    width: Int, height: Int, disparities: [Float], range: ClosedRange<Float>? = nil
  ) throws(AuxError) {
    try PlaneSize.check(width: width, height: height, count: disparities.count)
    var values = disparities
    Self.markHoles(&values)
    guard let (low, high) = range.map({ ($0.lowerBound, $0.upperBound) }) ?? Quantise.finiteRange(values)
    else { throw AuxError(.usage, "the map has no sample with a usable value") }
    guard low.isFinite, high.isFinite, range == nil || low < high else {
      throw AuxError(.usage, "\(low)...\(high) is no range of disparities")
    }
    Self.stretch(&values, low: low, high: high)
    self.init(width: width, height: height, known: values, disparityRange: low...high)
  }

  /// Creates a map of gray codes of 8 or 16 bits, 0 the farthest and the greatest code the nearest.
  ///
  /// Throws `AuxError` with code `usage` where the plane has other samples.
  public init(codes plane: PixelPlane) throws(AuxError) {
    let values =
      switch plane.storage {
      case .uint8(let codes): Quantise.values(fromCodes8: codes, firstValue: 0, lastValue: 1)
      case .uint16(let codes): Quantise.values(fromCodes16: codes, firstValue: 0, lastValue: 1)
      case .half, .float: throw AuxError(.usage, "gray codes are integers, not \(plane.sampleType)")
      }
    self.init(width: plane.width, height: plane.height, known: values)
  }

  /// Returns the map turned, as `DepthData.applyingExifOrientation(_:)` turns depth data.
  public func applyingExifOrientation(_ orientation: ImageOrientation) -> NormalisedMap {
    guard orientation != .up else { return self }
    let plane = PixelPlane(width: width, height: height, known: .float(values))
    let turned = Orient.apply(orientation.rawValue, to: plane)
    guard case .float(let values) = turned.storage else { preconditionFailure("floats stay floats") }
    var map = NormalisedMap(
      width: turned.width, height: turned.height, known: values, disparityRange: disparityRange)
    map.rampReach = rampReach
    return map
  }

  /// Returns the map in means of `factor` samples across and down, one at least; where half of them are holes, a hole.
  package func reduced(by factor: Int) -> NormalisedMap {
    reduced(toWidth: max(width / factor, 1), height: max(height / factor, 1))
  }

  /// Returns the map with no more columns and rows than a picture has, one at least, in means as ``reduced(by:)``.
  ///
  /// More samples than pixels show no more, and take memory and time in each step.
  package func reduced(toFit picture: (width: Int, height: Int)) -> NormalisedMap {
    guard width > picture.width || height > picture.height else { return self }
    return reduced(toWidth: max(min(width, picture.width), 1), height: max(min(height, picture.height), 1))
  }

  private func reduced(toWidth across: Int, height down: Int) -> NormalisedMap {
    let means = Resample.smooth(values, width: width, height: height, toWidth: across, toHeight: down)
    return NormalisedMap(width: across, height: down, known: means, disparityRange: disparityRange)
  }

  /// Returns the map with each hole given the value of the nearest sample that is not a hole.
  ///
  /// Throws `AuxError` with code `usage` where all samples are holes.
  package func fillingHoles() throws(AuxError) -> NormalisedMap {
    guard holeCount > 0 else { return self }
    var filled = self
    guard HoleFill.fillNearest(&filled.values, width: width, height: height) != nil else {
      throw AuxError(.usage, "the map has no sample with a usable value")
    }
    return filled
  }

  private static func markHoles(_ values: inout [Float]) {
    var samples = values.mutableSpan
    for index in 0..<samples.count {
      let value = samples[index]
      samples[index] = value >= 0 && value <= .greatestFiniteMagnitude ? value : .nan
    }
  }

  private static func stretch(_ values: inout [Float], low: Float, high: Float) {
    var samples = values.mutableSpan
    guard low < high else {
      for index in 0..<samples.count where !samples[index].isNaN { samples[index] = 0.5 }
      return
    }
    // In Double, since the difference of two floats may be infinite.
    let (origin, scale) = (Double(low), 1 / (Double(high) - Double(low)))
    for index in 0..<samples.count {
      let position = Float((Double(samples[index]) - origin) * scale)
      // NaN fails both comparisons and stays.
      let positive = position < 0 ? 0 : position
      samples[index] = positive > 1 ? 1 : positive
    }
  }
}
