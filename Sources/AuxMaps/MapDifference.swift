/// How far an image is from the map that it was made of.
public struct MapDifference: Hashable, Sendable {
  /// The units of differences.
  public enum Unit: String, Hashable, Sendable {
    /// Metres.
    case metres = "m"
    /// 1/metres.
    case perMetre = "1/m"
    /// Codes of 8 bits.
    case codes
  }

  /// The greatest absolute difference.
  public let max: Double
  /// The mean absolute difference.
  public let mean: Double
  /// The unit of both: that of the map which was given.
  public let unit: Unit
}
