/// Depth in metres to disparity in 1/metres and back.
package enum Reciprocal {
  /// Puts 1 over each value in its place.
  ///
  /// Both zeros give positive infinity, infinity gives 0, and NaN, a hole, stays NaN.
  package static func invert(_ values: inout [Float]) {
    var samples = values.mutableSpan
    for index in 0..<samples.count {
      let value = samples[index]
      samples[index] = value == 0 ? .infinity : 1 / value
    }
  }

  /// Returns 1 over each value, as ``invert(_:)``.
  package static func reciprocal(_ values: [Float]) -> [Float] {
    var results = [Float](repeating: 0, count: values.count)
    let source = values.span
    var target = results.mutableSpan
    precondition(source.count == target.count)
    for index in 0..<source.count {
      let value = source[index]
      target[index] = value == 0 ? .infinity : 1 / value
    }
    return results
  }
}
