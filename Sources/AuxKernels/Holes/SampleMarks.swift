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
