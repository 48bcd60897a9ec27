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

  /// Returns the numbers of the parts, in their order, with which the bytes that parts share would be more than `most`.
  ///
  /// Parts of their own are never among them, and such a part takes nothing from those after it.
  package static func excess(of parts: [[Range<Int>]], over most: Int) -> Set<Int> {
    var left = most
    var excess: Set<Int> = []
    for (part, count) in counts(parts).enumerated() {
      if count > left { excess.insert(part) } else { left -= count }
    }
    return excess
  }
}

/// How much of places in a file that overlap may still be read: altogether no more than the file has.
///
/// Bytes that no other place has cost what they are, and may be read whatever the others did; places of the same bytes
/// cost no more than one.
package struct SharedBytesBudget: Sendable {
  private var shared: [[Range<Int>]: Int]
  private var left: Int

  /// Creates the budget of a file of so many bytes and the places that may be asked for.
  package init(_ places: Set<[Range<Int>]>, byteCount: Int) {
    let all = Array(places)
    shared = Dictionary(uniqueKeysWithValues: zip(all, SharedBytes.counts(all)))
    left = byteCount
  }

  /// Takes the bytes of a place; returns false, and takes none, where those that others have as well are too many.
  package mutating func take(_ place: [Range<Int>]) -> Bool {
    let count = shared[place] ?? 0
    guard count <= left else { return false }
    left -= count
    shared[place] = 0
    return true
  }
}
