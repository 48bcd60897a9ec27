/// The least or the greatest of the values around each.
enum SlidingExtreme {
  /// Returns that of the square of `reach` values to each side, in some columns of a band of rows of a plane.
  ///
  /// At the edges the square is as large as there is a plane.
  static func around<Value: Comparable & BitwiseCopyable>(
    _ values: [Value], width: Int, height: Int, reach: Int, band: Range<Int>, columns: Range<Int>, least: Bool
  ) -> [Value] {
    // Beyond the edges the border goes on, which changes no extreme.
    let (across, down) = (min(reach, width - 1), min(reach, height - 1))
    let length = columns.count + 2 * across
    var plane: [Value] = []
    plane.reserveCapacity((band.count + 2 * down) * length)
    for row in band.lowerBound - down..<band.upperBound + down {
      let line = values.span.extracting(
        min(max(row, 0), height - 1) * width..<(min(max(row, 0), height - 1) + 1) * width)
      for column in columns.lowerBound - across..<columns.upperBound + across {
        plane.append(line[min(max(column, 0), width - 1)])
      }
    }
    widen(&plane, over: 2 * across + 1, stride: 1, least: least)
    widen(&plane, over: 2 * down + 1, stride: length, least: least)
    var result: [Value] = []
    result.reserveCapacity(band.count * columns.count)
    for row in 0..<band.count { result += plane[row * length..<row * length + columns.count] }
    return result
  }

  /// Makes each value the extreme of it and of the `count` - 1 that follow it, `stride` apart.
  ///
  /// Those near the end, which have fewer after them, become anything.
  static func widen<Value: Comparable & BitwiseCopyable>(
    _ values: inout [Value], over count: Int, stride: Int, least: Bool
  ) {
    var other = values
    // Windows of twice the size out of two, until one more pair has all of them.
    var done = 1
    while done < count {
      let shift = min(done, count - done)
      merge(values, shift * stride, into: &other, least: least)
      swap(&values, &other)
      done += shift
    }
  }

  /// Takes the extremes of each value and the one so many places on.
  private static func merge<Value: Comparable & BitwiseCopyable>(
    _ values: [Value], _ shift: Int, into result: inout [Value], least: Bool
  ) {
    let count = max(values.count - shift, 0)
    let source = values.span.extracting(first: count)
    let shifted = values.span.extracting(last: count)
    var target = result.mutableSpan
    precondition(source.count == count && shifted.count == count && target.count >= count)
    if least {
      for index in 0..<count {
        target[index] = shifted[index] < source[index] ? shifted[index] : source[index]
      }
    } else {
      for index in 0..<count {
        target[index] = shifted[index] > source[index] ? shifted[index] : source[index]
      }
    }
  }

  /// Takes a row into the extremes of its columns.
  static func add<Value: Comparable & BitwiseCopyable>(
    _ row: Span<Value>, to least: inout [Value], _ greatest: inout [Value]
  ) {
    var lower = least.mutableSpan
    var upper = greatest.mutableSpan
    precondition(row.count == lower.count && row.count == upper.count)
    for column in 0..<row.count {
      // In range: all have as many. A test of each would keep the loop from working on several at once.
      let value = unsafe row[unchecked: column]
      let (least, greatest) = unsafe (lower[unchecked: column], upper[unchecked: column])
      unsafe lower[unchecked: column] = value < least ? value : least
      unsafe upper[unchecked: column] = value > greatest ? value : greatest
    }
  }
}
