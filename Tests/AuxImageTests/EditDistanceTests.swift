import AuxImage
import Testing

/// How many slips make one name of another.
@Suite struct EditDistanceTests {
  @Test(
    arguments: [
      ("", "", 0), ("depth", "depth", 0), ("depth", "dept", 1), ("dept", "depth", 1), ("depth", "depht", 1),
      ("depth", "death", 1), ("ca", "abc", 3), ("kitten", "sitting", 3), ("", "abc", 3), ("abcd", "badc", 2),
      ("abcde", "badce", 2),
    ])
  func slips(first: String, second: String, count: Int) {
    let (a, b) = (Array(first), Array(second))
    for most in 0...5 {
      let expected = count <= most ? count : nil
      #expect(EditDistance.distance(a, b, atMost: most) == expected, "at most \(most)")
      #expect(EditDistance.distance(b, a, atMost: most) == expected, "at most \(most), the other way round")
    }
  }
}
