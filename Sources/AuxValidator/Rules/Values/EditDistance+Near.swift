internal import AuxImage

extension EditDistance {
  /// By how many slips names that are near may differ.
  private static let most = 3

  /// Whether two names differ, but by three slips at most or in case only.
  static func isNear(_ a: String, _ b: String) -> Bool {
    guard a != b, abs(a.utf8.count - b.utf8.count) <= most, b.utf8.count <= 256 else { return false }
    return a.lowercased() == b.lowercased() || distance(Array(a.utf8), Array(b.utf8), atMost: most) != nil
  }
}
