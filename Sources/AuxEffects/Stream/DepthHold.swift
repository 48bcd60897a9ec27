public import AuxImage

/// Frames of a rate among those of a higher one.
package struct RateDivision: Hashable, Sendable {
  /// The lower rate by the higher, at most 1.
  package let ratio: Double

  /// Creates the division of a ratio.
  package init(ratio: Double) { self.ratio = ratio }

  /// Returns whether a frame of the higher rate is the first that shows another of the lower.
  package func begins(at frame: Int) -> Bool { frame == 0 || number(frame) != number(frame - 1) }

  private func number(_ frame: Int) -> Int { Int(Double(frame) * ratio + 1e-9) }
}

/// Maps at a lower rate than the frames they belong to.
///
/// One map comes in for each frame and one goes out. Of the maps that come in, only as many are used as the lower
/// rate needs. At most two are kept.
public struct DepthHold: Sendable {
  /// What a frame gets that has no map of its own.
  public enum Mode: String, Hashable, Sendable, CaseIterable {
    /// The map used last.
    case held
    /// A mixture, by time, of that and the next; where the two are far apart, the nearer in time.
    case interpolated
  }

  /// What a frame gets that has no map of its own.
  public let mode: Mode
  private let rate: RateDivision
  private var index = 0
  private var last: NormalisedMap?
  private var waiting = 0

  /// The difference of nearness from which two maps show different things.
  private static let motion: Float = 0.1

  /// Creates a hold of `rate` maps per second for frames of `frameRate`.
  ///
  /// Throws `AuxError` with code `usage` where a rate is not a positive number.
  public init(rate: Double, frameRate: Double, mode: Mode = .held) throws(AuxError) {
    guard rate > 0, frameRate > 0, rate.isFinite, frameRate.isFinite, (rate / frameRate).isNormal else {
      throw AuxError(.usage, "rates of \(rate) maps and \(frameRate) frames per second")
    }
    self.mode = mode
    self.rate = RateDivision(ratio: min(rate / frameRate, 1))
  }

  /// The greatest number of frames that wait for their map; 0 where maps are held.
  package var latency: Int {
    let gap = (1 / rate.ratio).rounded(.up)
    return mode == .held ? 0 : gap < 1_000_000 ? Int(gap) : 1_000_000
  }

  /// Takes the map of the next frame and returns the maps that are known by now, in the order of frames.
  ///
  /// Throws `AuxError` with code `usage` where the map has another size than those before.
  package mutating func push(_ map: NormalisedMap) throws(AuxError) -> [NormalisedMap] {
    try map.checkSize(after: last)
    let isUsed = rate.begins(at: index)
    index += 1
    guard let last, !isUsed else {
      let between = flush(before: map)
      last = map
      return between + [map]
    }
    if mode == .held { return [last] }
    waiting += 1
    // A map that comes later than this would make an unbounded number of frames wait.
    return waiting >= latency ? finish() : []
  }

  /// Returns the maps of the frames that still wait: the one used last.
  package mutating func finish() -> [NormalisedMap] {
    defer { waiting = 0 }
    return last.map { [NormalisedMap](repeating: $0, count: waiting) } ?? []
  }

  /// Forgets the maps so far.
  package mutating func reset() { (index, last, waiting) = (0, nil, 0) }

  private mutating func flush(before next: NormalisedMap) -> [NormalisedMap] {
    defer { waiting = 0 }
    guard let last, waiting > 0 else { return [] }
    return (1...waiting).map { step in
      Self.mix(last, next, share: Float(step) / Float(waiting + 1))
    }
  }

  private static func mix(_ one: NormalisedMap, _ two: NormalisedMap, share: Float) -> NormalisedMap {
    var result = one
    var target = result.values.mutableSpan
    let source = two.values.span
    precondition(source.count == target.count)
    for index in 0..<source.count {
      let (a, b) = (target[index], source[index])
      if a.isNaN || (b - a).magnitude > motion && share >= 0.5 {
        target[index] = b
      } else if (b - a).magnitude <= motion {
        target[index] = a + (b - a) * share
      }
    }
    return result
  }
}
