/// How many letters two names differ by.
enum EditDistance {
  /// By how many letters names that are near may differ.
  private static let most = 3

  /// Whether two names differ, but by three letters at most or in case only.
  static func isNear(_ a: String, _ b: String) -> Bool {
    guard a != b, abs(a.utf8.count - b.utf8.count) <= most, b.utf8.count <= 256 else { return false }
    return a.lowercased() == b.lowercased() || distance(Array(a.utf8), Array(b.utf8)) <= most
  }

  /// Returns by how many letters two names differ, or a greater number than ``most``.
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
      // No entry of a later row is less than the least of this one.
      if row.allSatisfy({ $0 > most }) { return most + 1 }
    }
    return row[b.count]
  }
}
