#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A focus that follows what is measured in each frame, and does not pump.
///
/// Outliers, measures far from the median of the last third of a second, count as that median. The rest is smoothed
/// exponentially. The focus itself moves only as far as it must to be within a band around that: noise that is smaller than the
/// band does not move it at all. Source: Specs/effects.md, "Focus over time".
package struct FocusFollower: Sendable {
  /// How far the focus may be from the smoothed measure.
  package let band: Float
  /// The share of the way that the smoothed measure goes in a frame.
  private let share: Float
  /// The number of measures that the median is of.
  private let count: Int
  private var measures: [Float] = []
  private var smoothed: Float?
  private var focus: Float = 0

  /// The time in seconds in which the smoothing goes 63 % of the way, and that of the median.
  private static let settling = 0.12, window = 0.3
  /// How far from the median a measure is an outlier.
  private static let outlier: Float = 0.1
  /// The part of the range that is fully in focus, and the least and greatest bands.
  private static let part: Float = 0.3, bands: ClosedRange<Float> = 0.01...0.05

  /// Creates a follower for a plateau of focus of a width, at a rate; 30 frames a second where it is not known.
  package init(width: Float, framesPerSecond: Double?) {
    let rate = framesPerSecond.map { $0 > 0 && $0.isFinite ? $0 : 30 } ?? 30
    band = min(max(Self.part * width, Self.bands.lowerBound), Self.bands.upperBound)
    share = Float(1 - exp(-1 / (rate * Self.settling)))
    count = min(max(Int((rate * Self.window).rounded()), 1), 1000) | 1
  }

  /// Takes what the next frame shows, and returns the focus.
  package mutating func next(_ measure: Float) -> Float {
    measures.append(measure)
    if measures.count > count { measures.removeFirst() }
    guard let last = smoothed else {
      (smoothed, focus) = (measure, measure)
      return measure
    }
    let median = measures.sorted()[measures.count / 2]
    let kept = abs(measure - median) > Self.outlier ? median : measure
    let value = last + (kept - last) * share
    smoothed = value
    focus = min(max(focus, value - band), value + band)
    return focus
  }
}
