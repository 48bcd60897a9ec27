/// What a word that nobody knows was probably meant to be.
enum Spelling {
  /// Returns the nearest of the words: one that the text begins, or one that a few slips of the finger make of it.
  static func suggestion(for text: String, among words: [String]) -> String? {
    let mostSlips = max(1, text.count / 3)
    let near = words.map { (word: $0, slips: distance(text, $0)) }.filter { $0.slips <= mostSlips }
    if let nearest = near.min(by: { $0.slips < $1.slips }) { return nearest.word }
    return text.count > 1 ? words.first { $0.hasPrefix(text) } : nil
  }

  /// Returns how many letters must be added, left out, replaced or swapped with the next to make one word of the other.
  ///
  /// This is the optimal string alignment distance.
  static func distance(_ first: String, _ second: String) -> Int {
    let (a, b) = (Array(first), Array(second))
    var rows = [Array(0...b.count)]
    for i in 1..<(a.count + 1) {
      var row = [i]
      for j in 1..<(b.count + 1) {
        let replaced = rows[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)
        var least = min(rows[i - 1][j] + 1, row[j - 1] + 1, replaced)
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          least = min(least, rows[i - 2][j - 2] + 1)
        }
        row.append(least)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
