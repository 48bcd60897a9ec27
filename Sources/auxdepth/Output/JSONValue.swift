/// A JSON value whose objects keep the order of their keys.
enum JSONValue {
  case string(String)
  case integer(Int)
  case number(Double)
  case boolean(Bool)
  case array([JSONValue])
  case object([(key: String, value: JSONValue?)])

  /// The value in one line; members without a value are left out.
  var text: String {
    switch self {
    case .string(let string): return Self.quoted(string)
    case .integer(let integer): return "\(integer)"
    // JSON has no infinities.
    case .number(let number): return number.isFinite ? Self.decimal(number) : "null"
    case .boolean(let boolean): return boolean ? "true" : "false"
    case .array(let members): return "[" + members.map(\.text).joined(separator: ",") + "]"
    case .object(let members):
      let parts = members.compactMap { member in
        member.value.map { "\(Self.quoted(member.key)):\($0.text)" }
      }
      return "{" + parts.joined(separator: ",") + "}"
    }
  }

  private static func decimal(_ number: Double) -> String {
    Int(exactly: number).map { "\($0)" } ?? "\(number)"
  }

  private static func quoted(_ string: String) -> String {
    var result = "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\u{0}"..<" ":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
