internal import AuxDepthKit

/// What a word that nobody knows was probably meant to be.
enum Spelling {
  /// Returns the nearest of the words: one that the text begins, or one that a few slips of the finger make of it.
  static func suggestion(for text: String, among words: [String]) -> String? {
    let most = max(1, text.count / 3)
    let near = words.compactMap { word in
      EditDistance.distance(Array(text), Array(word), atMost: most).map { (word: word, slips: $0) }
    }
    if let nearest = near.min(by: { $0.slips < $1.slips }) { return nearest.word }
    return text.count > 1 ? words.first { $0.hasPrefix(text) } : nil
  }
}
