/// How many samples of a map had a value, and how many were given one.
public struct SampleCounts: Hashable, Sendable {
  /// All samples.
  public var total: Int
  /// Those that were infinitely far, and became the farthest finite distance or the one that was asked for.
  public var background = 0
  /// Those that had no value, and were filled.
  public var holes = 0
  /// Those that were nearer or farther than was asked for, and became the nearest or the farthest distance.
  public var clamped = 0

  /// Creates the counts of a map all of whose samples had a value.
  public init(total: Int) { self.total = total }

  /// The share of the background, 0...1.
  public var backgroundShare: Double { share(background) }
  /// The share of the holes, 0...1.
  public var holeShare: Double { share(holes) }
  /// The share of the samples that were clamped, 0...1.
  public var clampedShare: Double { share(clamped) }

  private func share(_ count: Int) -> Double { total == 0 ? 0 : Double(count) / Double(total) }
}
