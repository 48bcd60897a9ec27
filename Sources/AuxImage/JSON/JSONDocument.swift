/// A JSON value that was read; the members of objects are sorted by their names, and `null` is read as NaN.
///
/// Of members of one name the first counts, and a comma may follow the last member, as Foundation has it. What people write
/// by hand is read strictly: both are errors then. Source: RFC 8259.
package struct JSONDocument {
  package private(set) var value = JSONValue.number(.nan)
  private let text: [UInt8]
  private let isStrict: Bool
  private var position = 0

  private static let deepest = 512

  /// Reads a text, of UTF-8, or of UTF-16 with its mark; throws `malformed`, with the line, where it is no JSON, and where
  /// `isStrict` is true, for two members of one name.
  package init(_ bytes: [UInt8], isStrict: Bool = false) throws(AuxError) {
    self.isStrict = isStrict
    guard let utf8 = XMLText.withoutMark(bytes) else { throw AuxError(.malformed, "is no JSON") }
    text = utf8
    value = try readValue(depth: 0)
    skipSpace()
    guard next == nil else { throw fault("\(seen) after the end") }
  }

  private var next: UInt8? { position < text.count ? text[position] : nil }

  private var seen: String {
    guard let next else { return "the text ends" }
    return (0x21...0x7E).contains(next)
      ? "there is '\(Character(Unicode.Scalar(next)))'" : "there is another character"
  }

  /// Returns an error that names the line and the character in it, both from 1.
  private func fault(_ reason: String, at place: Int? = nil) -> AuxError {
    AuxError(.malformed, "is no JSON: \(reason)", place: name(of: place ?? position))
  }

  /// Returns the line and the character in it, both from 1.
  private func name(of place: Int) -> String {
    let before = text[..<place]
    let line = 1 + before.count { $0 == UInt8(ascii: "\n") }
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    // Bytes that go on with a character do not count.
    let column = 1 + before[start...].count { $0 & 0xC0 != 0x80 }
    return "line \(line), column \(column)"
  }

  private mutating func skipSpace() {
    while let byte = next, XMLScanner.isSpace(byte) { position += 1 }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func readValue(depth: Int) throws(AuxError) -> JSONValue {
    guard depth < Self.deepest else { throw fault("it is more than \(Self.deepest) values deep") }
    skipSpace()
    switch next.map({ Character(Unicode.Scalar($0)) }) {
    case "{":
      var members: [String: JSONValue] = [:]
      var places: [String: Int] = [:]
      try readList(until: "}") { reader throws(AuxError) in
        let place = reader.position
        let name = try reader.readName()
        if reader.isStrict, let first = places.updateValue(place, forKey: name) {
          throw AuxError(
            .malformed,
            "the key \(JSONValue.string(name).text) is there twice, first at \(reader.name(of: first)): leave one of them",
            place: reader.name(of: place))
        }
        let value = try reader.readValue(depth: depth + 1)
        if members[name] == nil { members[name] = value }
      }
      return .object(members.sorted { $0.key < $1.key }.map { .init($0.key, $0.value) })
    case "[":
      var values: [JSONValue] = []
      try readList(until: "]") { reader throws(AuxError) in
        values.append(try reader.readValue(depth: depth + 1))
      }
      return .array(values)
    case "\"": return .string(try readString())
    case "t": return try read("true", as: .boolean(true))
    case "f": return try read("false", as: .boolean(false))
    case "n": return try read("null", as: .number(.nan))
    case "-", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9": return try readNumber()
    default: throw fault("\(seen) where a value should be")
    }
  }

  private mutating func readList(
    until end: Unicode.Scalar, _ readMember: (inout Self) throws(AuxError) -> Void
  ) throws(AuxError) {
    position += 1
    skipSpace()
    while !take(end) {
      try readMember(&self)
      skipSpace()
      if take(end) { return }
      let comma = position
      guard take(",") else { throw fault("\(seen) where ',' or '\(end)' should be") }
      skipSpace()
      if isStrict, next == UInt8(ascii: end) {
        throw fault("a comma before '\(end)': take it away", at: comma)
      }
    }
  }

  private mutating func readName() throws(AuxError) -> String {
    guard next == UInt8(ascii: "\"") else { throw fault("\(seen) where a name in quotes should be") }
    let name = try readString()
    skipSpace()
    guard take(":") else { throw fault("\(seen) where ':' should be") }
    return name
  }

  private mutating func readString() throws(AuxError) -> String {
    let start = position
    position += 1
    var bytes: [UInt8] = []
    while let byte = next {
      if take("\"") {
        guard let string = String(validating: bytes, as: UTF8.self) else {
          throw fault("a string that is not of UTF-8", at: start)
        }
        return string
      }
      guard byte >= 0x20 else { throw fault("a string has to end on its line") }
      if take("\\") {
        bytes += try readEscape()
      } else {
        bytes.append(byte)
        position += 1
      }
    }
    throw fault("a string begins that does not end", at: start)
  }

  /// Returns the character that follows a backslash.
  private mutating func readEscape() throws(AuxError) -> [UInt8] {
    if take("u") {
      var units = [try readUnit()]
      // Half a character needs the other half.
      if UTF16.isLeadSurrogate(units[0]), take("\\"), take("u") { units.append(try readUnit()) }
      guard let text = String(validating: units, as: UTF16.self) else {
        throw fault("\\u of half a character")
      }
      return Array(text.utf8)
    }
    let escapes = zip("\"\\/bfnrt".utf8, "\"\\/\u{8}\u{C}\n\r\t".utf8)
    guard let byte = next, let character = escapes.first(where: { $0.0 == byte })?.1 else {
      throw fault("\(seen) after '\\'")
    }
    position += 1
    return [character]
  }

  private mutating func readUnit() throws(AuxError) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw fault("\\u has four digits of 0 to F")
      }
      unit = unit << 4 | UInt16(digit)
      position += 1
    }
    return unit
  }

  private mutating func read(_ word: String, as value: JSONValue) throws(AuxError) -> JSONValue {
    guard text[position...].starts(with: word.utf8) else { throw fault("\(seen) where a value should be") }
    position += word.utf8.count
    return value
  }

  private mutating func readNumber() throws(AuxError) -> JSONValue {
    let start = position
    _ = take("-")
    if !take("0") { try skipDigits() }
    if take(".") { try skipDigits() }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      try skipDigits()
    }
    let spelled = String(decoding: text[start..<position], as: UTF8.self)
    if let integer = Int(spelled) { return .integer(integer) }
    guard let number = Double(spelled), number.isFinite else {
      throw fault("a number is too large", at: start)
    }
    return Int(exactly: number).map(JSONValue.integer) ?? .number(number)
  }

  private mutating func skipDigits() throws(AuxError) {
    let start = position
    while let byte = next, (0x30...0x39).contains(byte) { position += 1 }
    guard position > start else { throw fault("\(seen) where a digit should be") }
  }
}

extension JSONValue {
  /// Whether the value was `null` in a document.
  package var isNull: Bool { if case .number(let number) = self { number.isNaN } else { false } }
}
