package enum Spelling {
  /// Returns the nearest of the words: one that differs in case only, that a few slips of the finger make of the text, or
  /// that the text begins.
  package static func suggestion(for text: String, among words: [String]) -> String? {
    let small = text.lowercased()
    if let same = words.first(where: { $0.lowercased() == small }) { return same }
    let most = max(1, text.count / 3)
    let near = words.compactMap { word in
      EditDistance.distance(Array(text), Array(word), atMost: most).map { (word: word, slips: $0) }
    }
    if let nearest = near.min(by: { $0.slips < $1.slips }) { return nearest.word }
    return text.count > 1 ? words.first { $0.lowercased().hasPrefix(small) } : nil
  }

  /// Says that there is no word of a kind, with the one that was probably meant, or all where they are few.
  package static func unknown(_ kind: String, _ word: String, among words: [String]) -> String {
    let shown = JSONValue.string(String(word.prefix(80))).text
    if let suggestion = suggestion(for: word, among: words) {
      return "there is no \(kind) \(shown); did you mean \"\(suggestion)\"?"
    }
    return "there is no \(kind) \(shown)"
      + (words.count <= 16 ? "; there are \(words.joined(separator: ", "))" : "")
  }
}

/// How many slips of the finger make one name of another.
package enum EditDistance {
  /// Returns how many letters must be added, left out, replaced or swapped with the next to make one name of the other;
  /// nil where they are more than `most`.
  ///
  /// This is the optimal string alignment distance.
  @inlinable
  package static func distance<Letter: Equatable>(
    _ first: [Letter], _ second: [Letter], atMost most: Int
  ) -> Int? {
    guard abs(first.count - second.count) <= most else { return nil }
    // What both begin and end with costs nothing.
    let shorter = min(first.count, second.count)
    let start = (0..<shorter).first { first[$0] != second[$0] } ?? shorter
    let end = (0..<shorter - start).first { first[first.count - 1 - $0] != second[second.count - 1 - $0] }
    let same = end ?? shorter - start
    return distance(of: first[start..<first.count - same], second[start..<second.count - same], atMost: most)
  }

  @inlinable
  static func distance<Letter: Equatable>(
    of one: ArraySlice<Letter>, _ other: ArraySlice<Letter>, atMost most: Int
  ) -> Int? {
    let (first, second) = (Array(one), Array(other))
    // The two rows of the table before the current one; a swap needs the earlier one.
    var (before, last) = (Array(0...second.count), Array(0...second.count))
    var row = last
    var leastOfLast = 0
    for i in first.indices {
      row[0] = i + 1
      var leastOfRow = i + 1
      for j in second.indices {
        var least = min(last[j + 1] + 1, row[j] + 1, last[j] + (first[i] == second[j] ? 0 : 1))
        if i > 0, j > 0, first[i] == second[j - 1], first[i - 1] == second[j] {
          least = min(least, before[j - 1] + 1)
        }
        row[j + 1] = least
        leastOfRow = min(leastOfRow, least)
      }
      // No entry of a later row is less than the least of these two.
      if leastOfRow > most, leastOfLast > most { return nil }
      leastOfLast = leastOfRow
      // The oldest row is the room of the next.
      swap(&before, &last)
      swap(&last, &row)
    }
    return last[second.count] <= most ? last[second.count] : nil
  }
}
