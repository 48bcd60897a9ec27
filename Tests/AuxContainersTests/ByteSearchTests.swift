import AuxContainers
import Testing

/// Words among bytes.
@Suite struct ByteSearchTests {
  @Test(
    "A word is found wherever it stands, whole",
    arguments: [
      ("Canon", "Canon", true), ("aCanon", "Canon", true), ("Canona", "Canon", true), ("", "C", false),
      ("CanCanon", "Canon", true), ("Cano", "Canon", false), ("CanoCano", "Canon", false), ("n", "n", true),
    ])
  func words(text: String, word: String, isThere: Bool) {
    #expect(Array(text.utf8).contains(word: word) == isThere)
  }
}
