/// Telling apart what the samples of a float map are: values, background and holes.
///
/// Afterwards NaN is a hole, and background, which is infinitely far, is infinity in depth and 0 in disparity.
/// Source: Specs/conversions.md, "Float maps and holes".
package enum SampleMarks {
  /// Makes infinity of every depth from `limit` on, and NaN of what is not positive; infinity is background.
  package static func markDepth(_ values: inout [Float], backgroundFrom limit: Float) {
    var samples = values.mutableSpan
    for index in 0..<samples.count {
      let value = samples[index]
      // All bits set or none: a condition would become a branch, mispredicted at scattered holes. NaN
      // fails both comparisons.
      let isValue: UInt32 = value > 0 ? .max : 0
      let isFar: UInt32 = value >= limit ? .max : 0
      let known = value.bitPattern & ~isFar | Float.infinity.bitPattern & isFar
      samples[index] = Float(bitPattern: known & isValue | Float.nan.bitPattern & ~isValue)
    }
  }

  /// Makes 0, which is background, of every disparity up to 1 / `limit`, and NaN of what is negative or above `limit`.
  package static func markDisparity(_ values: inout [Float], backgroundFrom limit: Float) {
    let least = 1 / limit
    var samples = values.mutableSpan
    for index in 0..<samples.count {
      let value = samples[index]
      let isPositive: UInt32 = value >= 0 ? .max : 0
      let isBelow: UInt32 = value <= limit ? .max : 0
      let isNear: UInt32 = value > least ? .max : 0
      let isValue = isPositive & isBelow
      let known = value.bitPattern & isNear
      samples[index] = Float(bitPattern: known & isValue | Float.nan.bitPattern & ~isValue)
    }
  }
}

extension SampleMarks {
  /// Puts `replacement` in place of every sample that is `value`.
  package static func replace(_ value: Float, in values: inout [Float], with replacement: Float) {
    var samples = values.mutableSpan
    for index in 0..<samples.count where samples[index] == value { samples[index] = replacement }
  }

  /// How many samples are looked at before the answer may be given.
  private static let stride = 1 << 16

  /// Whether ``markDepth(_:backgroundFrom:)`` leaves every sample as it is.
  package static func isMarkedDepth(_ values: [Float], backgroundFrom limit: Float) -> Bool {
    isMarked(values) { value in
      (value > 0 && value < limit) || value == .infinity || value.bitPattern == Float.nan.bitPattern
    }
  }

  /// Whether ``markDisparity(_:backgroundFrom:)`` leaves every sample as it is.
  package static func isMarkedDisparity(_ values: [Float], backgroundFrom limit: Float) -> Bool {
    let least = 1 / limit
    return isMarked(values) { value in
      (value > least && value <= limit) || value.bitPattern == 0 || value.bitPattern == Float.nan.bitPattern
    }
  }

  /// Whether all samples pass a test; without a branch for each sample.
  @inline(__always)
  private static func isMarked(_ values: [Float], _ test: (Float) -> Bool) -> Bool {
    let samples = values.span
    var start = 0
    while start < samples.count {
      let end = min(start + stride, samples.count)
      var isMarked = true
      for index in start..<end { isMarked = test(samples[index]) && isMarked }
      guard isMarked else { return false }
      start = end
    }
    return true
  }
}

/// How many of the marked samples of a map are known, background and holes, and the range of the known ones.
///
/// Samples are those that ``SampleMarks`` leaves: NaN is a hole, background infinity in depth and 0 in disparity.
package struct SampleCensus: Equatable, Sendable {
  /// The least of the known samples; infinity where none is known.
  package private(set) var low = Float.infinity
  /// The greatest of the known samples; negative infinity where none is known.
  package private(set) var high = -Float.infinity
  package private(set) var holes = 0
  /// The number of samples that are infinitely far.
  package private(set) var background = 0

  /// Counts in blocks whose numbers stay within 32 bits, as wide as the samples are.
  private static let block = 1 << 20

  /// Creates the census of no samples.
  package init() {}

  /// Adds the census of other samples of the map.
  package mutating func add(_ other: SampleCensus) {
    (low, high) = (min(low, other.low), max(high, other.high))
    holes += other.holes
    background += other.background
  }

  /// Counts depths in one pass: what is finite is known.
  package init(depths: [Float]) {
    self.init(depths) { bits in
      let magnitude = bits & .max
      return Sample(
        isKnown: (magnitude &- Self.infinity) >> 31, isHole: (Self.infinity &- magnitude) >> 31,
        isBackground: bits == Self.infinity ? -1 : 0)
    }
  }

  /// Counts disparities in one pass: what is above 0 is known.
  package init(disparities: [Float]) {
    self.init(disparities) { bits in
      let magnitude = bits & .max
      let isHole = (Self.infinity &- magnitude) >> 31
      return Sample(
        isKnown: (0 &- bits) >> 31 & ~isHole & ~(bits >> 31), isHole: isHole,
        isBackground: magnitude == 0 ? -1 : 0)
    }
  }

  private static let infinity = Int32(bitPattern: Float.infinity.bitPattern)

  /// What a sample is, as masks: conditions would become branches, mispredicted at scattered holes.
  private struct Sample {
    let isKnown, isHole, isBackground: Int32
  }

  @inline(__always)
  private init(_ values: [Float], _ sample: (_ bits: Int32) -> Sample) {
    let source = values.span
    var (least, greatest) = (Int32.max, Int32.min)
    for start in stride(from: 0, to: source.count, by: Self.block) {
      var (holes, background): (Int32, Int32) = (0, 0)
      for index in start..<min(start + Self.block, source.count) {
        let bits = Int32(bitPattern: source[index].bitPattern)
        let sample = sample(bits)
        let key = Quantise.orderKey(bits) & sample.isKnown
        least = min(least, key | .max & ~sample.isKnown)
        greatest = max(greatest, key | .min & ~sample.isKnown)
        holes &-= sample.isHole
        background &-= sample.isBackground
      }
      self.holes += Int(holes)
      self.background += Int(background)
    }
    guard least <= greatest else { return }
    low = Quantise.value(ofOrderKey: least)
    high = Quantise.value(ofOrderKey: greatest)
  }
}
