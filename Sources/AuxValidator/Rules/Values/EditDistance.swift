/// How many letters two names differ by.
enum EditDistance {
  /// Whether two names differ, but by three letters at most or in case only.
  static func isNear(_ a: String, _ b: String) -> Bool {
    guard a != b, abs(a.utf8.count - b.utf8.count) <= 3, b.utf8.count <= 256 else { return false }
    return a.lowercased() == b.lowercased() || distance(Array(a.utf8), Array(b.utf8)) <= 3
  }

  private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var row = Array(0...b.count)
    for (i, letter) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, other) in b.enumerated() {
        let next = min(row[j] + 1, row[j + 1] + 1, diagonal + (letter == other ? 0 : 1))
        diagonal = row[j + 1]
        row[j + 1] = next
      }
    }
    return row[b.count]
  }
}
