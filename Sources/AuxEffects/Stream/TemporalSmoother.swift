public import AuxImage
internal import AuxKernels

/// An exponential average of the maps of a stream over time, per sample.
///
/// A sample that a map is missing keeps its average. One that no map has had yet takes the nearest value of the map.
public struct TemporalSmoother: Sendable {
  /// The share of the past in a value; 0.75 by default.
  public let strength: Float
  private var average: NormalisedMap?

  /// Creates a smoother.
  ///
  /// Throws `AuxError` with code `usage` where the strength is outside of 0...0.99.
  public init(strength: Float = 0.75) throws(AuxError) {
    try Parameter.check(strength, "strength of the smoothing", in: 0...0.99)
    self.strength = strength
  }

  /// Returns the average of the next map and those before.
  ///
  /// Throws `AuxError` with code `usage` if the map and the maps before it differ in size.
  package mutating func smoothed(_ map: NormalisedMap) throws(AuxError) -> NormalisedMap {
    try map.checkSize(after: average)
    var result = map
    if let average {
      let past = average.values.span
      var values = result.values.mutableSpan
      precondition(past.count == values.count)
      for index in 0..<values.count where !past[index].isNaN {
        let value = values[index]
        values[index] = value.isNaN ? past[index] : value + (past[index] - value) * strength
      }
    }
    average = result
    // In a map without any value, all samples stay missing.
    _ = HoleFill.fillNearest(&result.values, width: map.width, height: map.height)
    return result
  }

  /// Forgets the maps so far.
  package mutating func reset() { average = nil }
}
