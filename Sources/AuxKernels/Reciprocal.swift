/// Depth in metres to disparity in 1/metres and back.
package enum Reciprocal {
  /// Puts 1 over each value in its place.
  ///
  /// Both zeros give positive infinity, infinity gives 0, and NaN, a hole, stays NaN.
  package static func invert(_ values: inout [Float]) {
    var samples = values.mutableSpan
    for index in 0..<samples.count {
      samples[index] = inverse(samples[index])
    }
  }

  /// Returns 1 over a value, as ``invert(_:)``.
  @inline(__always)
  package static func inverse(_ value: Float) -> Float { value == 0 ? .infinity : 1 / value }

  /// Returns 1 over each value, as ``invert(_:)``.
  package static func reciprocal(_ values: [Float]) -> [Float] {
    var results = Bands.undefined(values.count, of: Float.self)
    let source = values.span
    var target = results.mutableSpan
    precondition(source.count == target.count)
    for index in 0..<source.count {
      target[index] = inverse(source[index])
    }
    return results
  }
}
