internal import AuxImage

/// Disjoint ranges in ascending order.
struct ByteRanges: Hashable, Sendable {
  private(set) var ranges: [Range<Int>]
  /// The number of bytes in the ranges before each.
  private var counts: [Int] = []

  /// Creates the union of ranges; empty ones do not count.
  init(_ ranges: [Range<Int>]) {
    self.ranges = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
      if let last = self.ranges.last, range.lowerBound <= last.upperBound {
        let end = Swift.max(last.upperBound, range.upperBound)
        self.ranges[self.ranges.count - 1] = last.lowerBound..<end
      } else {
        self.ranges.append(range)
      }
    }
    var count = 0
    for range in self.ranges {
      counts.append(count)
      count += range.count
    }
  }

  private func index(after offset: Int) -> Int {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound > offset { high = middle } else { low = middle + 1 }
    }
    return low
  }

  func overlap(_ range: Range<Int>) -> Bool {
    let index = index(after: range.lowerBound)
    return index < ranges.count && ranges[index].overlaps(range)
  }

  func cover(_ range: Range<Int>) -> Bool {
    let index = index(after: range.lowerBound)
    return index < ranges.count && ranges[index].lowerBound <= range.lowerBound
      && ranges[index].upperBound >= range.upperBound
  }

  /// Returns what is left of a range without these.
  func gaps(in range: Range<Int>) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var position = range.lowerBound
    var index = index(after: position)
    while index < ranges.count, ranges[index].lowerBound < range.upperBound {
      if ranges[index].lowerBound > position { result.append(position..<ranges[index].lowerBound) }
      position = Swift.max(position, ranges[index].upperBound)
      index += 1
    }
    if position < range.upperBound { result.append(position..<range.upperBound) }
    return result
  }

  func count(before offset: Int) -> Int {
    let next = index(after: offset)
    if next < ranges.count { return counts[next] + Swift.max(0, offset - ranges[next].lowerBound) }
    return (counts.last ?? 0) + (ranges.last?.count ?? 0)
  }
}

/// Ranges that do not overlap, which are not joined where they touch.
package struct SortedRanges: Sendable {
  private let ranges: [Range<Int>]

  package init(_ ranges: [Range<Int>]) { self.ranges = ranges.sorted { $0.lowerBound < $1.lowerBound } }

  package func contain(_ range: Range<Int>) -> Bool {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].lowerBound <= range.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low > 0 && ranges[low - 1].upperBound >= range.upperBound
  }
}

/// Where the copied ranges of a source are in the output.
struct OffsetMap: Sendable {
  private var runs: [(source: Range<Int>, output: Int)] = []

  /// Notes a range that is copied; ranges come in the order of the source.
  mutating func append(_ source: Range<Int>, at output: Int) { runs.append((source, output)) }

  /// Returns where a range of the source begins in the output; throws `unsupported` where it is not copied whole.
  func output(of range: Range<Int>) throws(AuxError) -> Int {
    var low = 0
    var high = runs.count
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].source.upperBound > range.lowerBound { high = middle } else { low = middle + 1 }
    }
    guard low < runs.count, runs[low].source.lowerBound <= range.lowerBound,
      runs[low].source.upperBound >= range.upperBound
    else {
      throw AuxError(
        .unsupported, "an offset points at bytes that are not copied as they are", offset: range.lowerBound)
    }
    return runs[low].output + range.lowerBound - runs[low].source.lowerBound
  }
}
