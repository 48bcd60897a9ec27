/// The least or the greatest of the values around each.
enum SlidingExtreme {
  /// Finds the least or greatest value up to `reach` samples away from each.
  static func along(
    _ samples: [Float], border: Int, reach: Int, least: Bool, into target: inout [Float]
  ) {
    let source = samples.span
    var result = target.mutableSpan
    precondition(source.count == result.count + 2 * border && reach <= border)
    // One pass per distance: each is a plain loop over neighbours in memory.
    for offset in border - reach...border + reach {
      let shifted = source.extracting(offset..<offset + result.count)
      precondition(shifted.count == result.count)
      if offset == border - reach {
        for column in 0..<shifted.count { result[column] = shifted[column] }
      } else if least {
        for column in 0..<shifted.count {
          let (one, two) = (shifted[column], result[column])
          result[column] = one < two ? one : two
        }
      } else {
        for column in 0..<shifted.count {
          let (one, two) = (shifted[column], result[column])
          result[column] = one > two ? one : two
        }
      }
    }
  }
}
