/// Names in the order of the numbers in them: f2 comes before f10.
enum NumericOrder {
  /// Returns a number below 0 where a name comes before the other, above 0 where it comes after it, and 0 where both
  /// differ in nothing but zeros before a number.
  static func compare(_ one: String, _ other: String) -> Int {
    var (left, right) = (Substring(one).utf8, Substring(other).utf8)
    while let first = left.first, let second = right.first {
      if isDigit(first), isDigit(second) {
        let order = compareNumbers(digits(&left), digits(&right))
        if order != 0 { return order }
      } else {
        if first != second { return Int(first) - Int(second) }
        (left, right) = (left.dropFirst(), right.dropFirst())
      }
    }
    return (left.isEmpty ? 0 : 1) - (right.isEmpty ? 0 : 1)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// Takes the digits at the beginning, without the zeros before them.
  private static func digits(_ text: inout Substring.UTF8View) -> [UInt8] {
    let run = text.prefix(while: isDigit)
    text = text.dropFirst(run.count)
    return Array(run.drop { $0 == UInt8(ascii: "0") })
  }

  private static func compareNumbers(_ one: [UInt8], _ other: [UInt8]) -> Int {
    if one.count != other.count { return one.count - other.count }
    return zip(one, other).first { $0 != $1 }.map { Int($0) - Int($1) } ?? 0
  }
}
