/// Depth in metres to disparity in 1/metres and back.
package enum Reciprocal {
  /// Returns 1 over each value.
  ///
  /// Both zeros give positive infinity, infinity gives 0, and NaN, a hole, stays NaN.
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
