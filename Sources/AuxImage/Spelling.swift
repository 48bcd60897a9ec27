/// What a word that nobody knows was probably meant to be.
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
