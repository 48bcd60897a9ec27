/// Bytes of a file that several of its parts claim.
package enum SharedBytes {
  /// Returns for each part the bytes of those of its ranges that overlap another range, of whichever part.
  ///
  /// Parts of their own have none, whatever the others do. The ranges are sorted once.
  package static func counts(_ parts: [[Range<Int>]]) -> [Int] {
    var ranges: [(range: Range<Int>, part: Int)] = []
    for (part, claimed) in parts.enumerated() {
      for range in claimed where !range.isEmpty { ranges.append((range, part)) }
    }
    ranges.sort { $0.range.lowerBound < $1.range.lowerBound }
    var counts = [Int](repeating: 0, count: parts.count)
    var end = 0
    for (index, (range, part)) in ranges.enumerated() {
      let followed = index + 1 < ranges.count && ranges[index + 1].range.lowerBound < range.upperBound
      if range.lowerBound < end || followed { counts[part] += range.count }
      end = max(end, range.upperBound)
    }
    return counts
  }
}
