/// The pieces of an XML document in their order, with the bytes of each.
///
/// It checks only what separates the pieces, and not characters, names or whether elements end, because edits also read
/// packets that are not well-formed. Source: XML 1.0, 2.4 to 3.1.
struct XMLScanner {
  /// A piece of a document. Ranges are without the marks around them.
  enum Token: Equatable {
    /// The beginning of a start tag, with its name.
    case open(Range<Int>)
    /// An attribute of the tag that is open.
    case attribute(name: Range<Int>, value: Range<Int>)
    /// The end of a start tag, and whether that is the end of the element.
    case endOfTag(isEmpty: Bool)
    /// An end tag, with its name.
    case close(Range<Int>)
    case text(Range<Int>)
    case cdata(Range<Int>)
    case comment(Range<Int>)
    /// A processing instruction, or the declaration of XML.
    case instruction(Range<Int>)
    case documentType
  }

  private let bytes: [UInt8]
  private let end: Int
  private var isInTag = false
  /// Where the next token begins.
  private(set) var position: Int
  /// All bytes of the last token, marks included; of an attribute without the white space before it.
  private(set) var range = 0..<0

  /// Takes a document, or a part of one that begins outside of tags.
  init(_ bytes: [UInt8], in part: Range<Int>? = nil) {
    let part = part ?? bytes.indices
    self.bytes = bytes
    (position, end) = (part.lowerBound, part.upperBound)
  }

  /// Returns the next token, or nil at the end.
  ///
  /// Throws `malformed` for a piece that does not end, or is not XML.
  mutating func next() throws(AuxError) -> Token? {
    if isInTag { return try nextInTag() }
    guard position < end else { return nil }
    let start = position
    defer { range = start..<position }
    guard bytes[start] == UInt8(ascii: "<") else {
      position = index(of: UInt8(ascii: "<"), from: start) ?? end
      return .text(start..<position)
    }
    guard start + 1 < end else { throw Self.malformed("a tag that does not end", at: start) }
    switch bytes[start + 1] {
    case UInt8(ascii: "/"): return try closingTag()
    case UInt8(ascii: "?"): return .instruction(try piece(from: start + 2, to: "?>"))
    case UInt8(ascii: "!"): return try declaration()
    default:
      let name = try name(from: start + 1)
      isInTag = true
      return .open(name)
    }
  }

  private mutating func closingTag() throws(AuxError) -> Token {
    let start = position
    let name = try name(from: start + 2)
    skipSpace()
    guard position < end, bytes[position] == UInt8(ascii: ">") else {
      throw Self.malformed("an end tag that does not end", at: start)
    }
    position += 1
    return .close(name)
  }

  private mutating func declaration() throws(AuxError) -> Token {
    let start = position
    if has("<!--", at: start) {
      let content = try piece(from: start + 4, to: "--")
      guard position < end, bytes[position] == UInt8(ascii: ">") else {
        throw Self.malformed("two hyphens in a comment", at: content.upperBound)
      }
      position += 1
      return .comment(content)
    }
    if has("<![CDATA[", at: start) { return .cdata(try piece(from: start + 9, to: "]]>")) }
    guard has("<!DOCTYPE", at: start) else { throw Self.malformed("a tag without a name", at: start) }
    // The rest may hold tags of its own; reading ends here.
    position = end
    return .documentType
  }

  private mutating func nextInTag() throws(AuxError) -> Token {
    let gap = position
    skipSpace()
    let start = position
    defer { range = start..<position }
    guard start < end else { throw Self.malformed("a tag that does not end", at: start) }
    let isEmpty = bytes[start] == UInt8(ascii: "/")
    let close = isEmpty ? start + 1 : start
    if close < end, bytes[close] == UInt8(ascii: ">") {
      position = close + 1
      isInTag = false
      return .endOfTag(isEmpty: isEmpty)
    }
    guard start > gap else { throw Self.malformed("no white space before an attribute", at: start) }
    let name = try name(from: start)
    skipSpace()
    guard position < end, bytes[position] == UInt8(ascii: "=") else {
      throw Self.malformed("an attribute without a value", at: start)
    }
    position += 1
    skipSpace()
    guard position < end, bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "'"),
      let close = index(of: bytes[position], from: position + 1)
    else { throw Self.malformed("an attribute whose value has no quotes", at: start) }
    let value = (position + 1)..<close
    position = close + 1
    return .attribute(name: name, value: value)
  }

  /// Returns the name that begins there, and goes past it.
  private mutating func name(from start: Int) throws(AuxError) -> Range<Int> {
    position = start
    while position < end, !Self.endsName(bytes[position]) { position += 1 }
    guard position > start else { throw Self.malformed("a tag without a name", at: start) }
    return start..<position
  }

  /// Returns the bytes from there up to a mark, and goes past that.
  private mutating func piece(from start: Int, to mark: String) throws(AuxError) -> Range<Int> {
    let first = mark.utf8.first ?? 0
    var found = index(of: first, from: start)
    while let at = found, !has(mark, at: at) { found = index(of: first, from: at + 1) }
    guard let found else { throw Self.malformed("a piece that does not end with \(mark)", at: position) }
    position = found + mark.utf8.count
    return start..<found
  }

  private func has(_ text: String, at start: Int) -> Bool {
    start + text.utf8.count <= end && bytes[start..<(start + text.utf8.count)].elementsEqual(text.utf8)
  }

  private func index(of byte: UInt8, from start: Int) -> Int? {
    start < end ? ByteSearch.first(in: bytes, start..<end) { $0.has(byte) } : nil
  }

  private mutating func skipSpace() {
    while position < end, Self.isSpace(bytes[position]) { position += 1 }
  }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  private static func endsName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ">"), UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "<"),
      UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "&"):
      true
    default: false
    }
  }

  /// Returns an error about the bytes at an offset of a packet.
  static func malformed(_ reason: String, at offset: Int) -> AuxError {
    AuxError(.malformed, "the XMP packet cannot be read: \(reason), at its byte \(offset)")
  }
}
