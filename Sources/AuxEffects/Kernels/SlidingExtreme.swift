/// The least or the greatest of the values around each.
enum SlidingExtreme {
  /// Returns that of the square of `reach` values to each side, in some columns of a band of rows of a plane.
  ///
  /// At the edges the square is as large as there is a plane.
  static func around(
    _ values: [Float], width: Int, height: Int, reach: Int, band: Range<Int>, columns: Range<Int>, least: Bool
  ) -> [Float] {
    let count = columns.count
    let rows = max(band.lowerBound - reach, 0)..<min(band.upperBound + reach, height)
    var across: [Float] = []
    across.reserveCapacity(rows.count * count)
    var line = [Float](repeating: 0, count: count + 2 * reach)
    var extremes = [Float](repeating: 0, count: count)
    for row in rows {
      let source = values.span.extracting(row * width..<(row + 1) * width)
      for index in line.indices {
        line[index] = source[min(max(columns.lowerBound + index - reach, 0), width - 1)]
      }
      along(line, border: reach, reach: reach, least: least, into: &extremes)
      across += extremes
    }
    var result: [Float] = []
    result.reserveCapacity(band.count * count)
    for row in band {
      let around = max(row - reach, 0) - rows.lowerBound...min(row + reach, height - 1) - rows.lowerBound
      result += across[around.lowerBound * count..<(around.lowerBound + 1) * count]
      let start = (row - band.lowerBound) * count
      for other in around.dropFirst() {
        merge(across, other * count, into: &result, start, count, least: least)
      }
    }
    return result
  }

  /// Takes the lesser or the greater of two rows.
  static func merge(
    _ values: [Float], _ from: Int, into result: inout [Float], _ to: Int, _ count: Int, least: Bool
  ) {
    let source = values.span.extracting(from..<from + count)
    var target = result.mutableSpan
    precondition(to >= 0 && to + count <= target.count)
    if least {
      for index in 0..<count {
        let (one, two) = (source[index], target[to &+ index])
        target[to &+ index] = one < two ? one : two
      }
    } else {
      for index in 0..<count {
        let (one, two) = (source[index], target[to &+ index])
        target[to &+ index] = one > two ? one : two
      }
    }
  }

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
