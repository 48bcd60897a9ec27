/// A JSON value whose objects keep the order of their members, as reports of this library describe themselves.
///
/// A dictionary literal makes an object; members whose value is nil are left out. Source: RFC 8259.
package enum JSONValue: Hashable, Sendable {
  /// A text.
  case string(String)
  /// A whole number.
  case integer(Int)
  /// A number; one that is not finite becomes `null`, since JSON has no others.
  case number(Double)
  /// A truth value.
  case boolean(Bool)
  /// Values in a row.
  case array([JSONValue])
  /// Named values in a row.
  case object([Member])

  /// A name in an object, and its value.
  package struct Member: Hashable, Sendable {
    package let name: String
    package let value: JSONValue

    package init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// The value as JSON text in one line, without spaces.
  package var text: String {
    switch self {
    case .string(let string): return Self.quoted(string)
    case .integer(let integer): return "\(integer)"
    case .number(let number): return number.isFinite ? Self.decimal(number) : "null"
    case .boolean(let boolean): return boolean ? "true" : "false"
    case .array(let values): return "[" + values.map(\.text).joined(separator: ",") + "]"
    case .object(let members):
      let parts = members.map { "\(Self.quoted($0.name)):\($0.value.text)" }
      return "{" + parts.joined(separator: ",") + "}"
    }
  }

  private static func decimal(_ number: Double) -> String {
    Int(exactly: number).map { "\($0)" } ?? "\(number)"
  }

  private static func quoted(_ string: String) -> String {
    // Base64 of megabytes is such a text.
    if string.utf8.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x5C }) {
      return "\"" + string + "\""
    }
    var result = "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where scalar.isTerminalCommand:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
  /// Creates an object of the members that have a value.
  package init(dictionaryLiteral elements: (String, JSONValue?)...) {
    self = .object(elements.compactMap { name, value in value.map { Member(name, $0) } })
  }
}

extension JSONValue: CustomStringConvertible {
  package var description: String { text }
}

extension JSONValue {
  /// Returns a path as a text, with U+FFFD for bytes that are not UTF-8.
  package static func path(_ path: String) -> JSONValue { .string(PathText.replaced(path)) }

  /// Returns the bytes of a path in base64 (RFC 4648), as the member `pathBytes` beside `path`; nil where they are UTF-8.
  package static func pathBytes(_ path: String) -> JSONValue? {
    PathText.isUTF8(path) ? nil : .string(Base64.text(PathText.bytes(of: path)))
  }
}

extension Unicode.Scalar {
  /// Whether a terminal obeys the character, where it should print it: a control of C0 or C1, the end of a line or
  /// paragraph, or a mark that turns the direction of text.
  ///
  /// Source: ECMA-48; Unicode Standard Annex 9.
  package var isTerminalCommand: Bool {
    switch value {
    case 0..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// The character as people are shown it where it must not be obeyed: `\x1B`, `\u202E`.
  package var shownCode: String {
    let digits = String(value, radix: 16, uppercase: true)
    let isShort = value < 0x100
    let zeros = String(repeating: "0", count: max(0, (isShort ? 2 : 4) - digits.count))
    return (isShort ? "\\x" : "\\u") + zeros + digits
  }
}
