/// Where a text stops being JSON, which Foundation does not say. Source: RFC 8259.
struct JSONFault: Error {
  /// The line and the character in it, both from 1.
  let line, column: Int
  let reason: String

  /// Looks for the first fault; nil where there is none.
  init?(in text: [UInt8]) {
    var scanner = JSONScanner(text)
    do throws(JSONFault) { try scanner.document() } catch {
      self = error
      return
    }
    return nil
  }

  fileprivate init(_ reason: String, at position: Int, of text: [UInt8]) {
    let before = text[..<position]
    line = 1 + before.count { $0 == UInt8(ascii: "\n") }
    // Bytes that go on with a character are none of their own.
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    column = 1 + text[start..<position].count { $0 & 0xC0 != 0x80 }
    self.reason = reason
  }
}

/// Goes over a text by the grammar, and keeps nothing.
private struct JSONScanner {
  private let text: [UInt8]
  private var position = 0
  /// What Foundation reads at most.
  private static let deepest = 512

  init(_ text: [UInt8]) { self.text = text }

  mutating func document() throws(JSONFault) {
    try value(depth: 0)
    skipSpace()
    guard next == nil else { throw fault("\(seen) after the end") }
  }

  private var next: UInt8? { position < text.count ? text[position] : nil }

  private var seen: String {
    guard let next else { return "the text ends" }
    return (0x21...0x7E).contains(next)
      ? "there is '\(Character(Unicode.Scalar(next)))'" : "there is another character"
  }

  private func fault(_ reason: String) -> JSONFault { JSONFault(reason, at: position, of: text) }

  private mutating func skipSpace() {
    while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func value(depth: Int) throws(JSONFault) {
    guard depth < Self.deepest else { throw fault("it is more than \(Self.deepest) values deep") }
    skipSpace()
    switch next.map({ Character(Unicode.Scalar($0)) }) {
    case "{": try list(until: "}", depth, isObject: true)
    case "[": try list(until: "]", depth, isObject: false)
    case "\"": try string()
    case "t": try literal("true")
    case "f": try literal("false")
    case "n": try literal("null")
    case "-", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9": try number()
    default: throw fault("\(seen) where a value should be")
    }
  }

  private mutating func list(
    until end: Unicode.Scalar, _ depth: Int, isObject: Bool
  ) throws(JSONFault) {
    position += 1
    skipSpace()
    if take(end) { return }
    while true {
      if isObject { try name() }
      try value(depth: depth + 1)
      skipSpace()
      if take(end) { return }
      guard take(",") else { throw fault("\(seen) where ',' or '\(end)' should be") }
      skipSpace()
      // Foundation takes a comma after the last one.
      if take(end) { return }
    }
  }

  private mutating func name() throws(JSONFault) {
    guard next == UInt8(ascii: "\"") else { throw fault("\(seen) where a name in quotes should be") }
    try string()
    skipSpace()
    guard take(":") else { throw fault("\(seen) where ':' should be") }
  }

  private mutating func string() throws(JSONFault) {
    let start = position
    position += 1
    while let byte = next {
      if take("\"") { return }
      guard byte >= 0x20 else { throw fault("a string has to end on its line") }
      if take("\\") { try escape() } else { position += 1 }
    }
    position = start
    throw fault("a string begins that does not end")
  }

  private mutating func escape() throws(JSONFault) {
    guard !take("u") else {
      for _ in 0..<4 {
        guard let byte = next, Character(Unicode.Scalar(byte)).isHexDigit else {
          throw fault("\\u has four digits of 0 to F")
        }
        position += 1
      }
      return
    }
    guard let byte = next, "\"\\/bfnrt".utf8.contains(byte) else {
      throw fault("\(seen) after '\\'")
    }
    position += 1
  }

  private mutating func literal(_ word: String) throws(JSONFault) {
    guard text[position...].starts(with: word.utf8) else {
      throw fault("\(seen) where a value should be")
    }
    position += word.utf8.count
  }

  private mutating func number() throws(JSONFault) {
    _ = take("-")
    if !take("0") { try digits() }
    if take(".") { try digits() }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      try digits()
    }
  }

  private mutating func digits() throws(JSONFault) {
    let start = position
    while let byte = next, (0x30...0x39).contains(byte) { position += 1 }
    guard position > start else { throw fault("\(seen) where a digit should be") }
  }
}
