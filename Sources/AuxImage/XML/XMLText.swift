/// The characters of an XML document: encodings, what may be in one, and references.
///
/// Source: XML 1.0, 2.2, 2.11, 3.3.3, 4.1 and 4.3.3.
enum XMLText {
  /// Returns a packet as UTF-8, without byte order mark and without the zeros and white space around it.
  ///
  /// UTF-16 begins with its mark. Throws `malformed` where nothing is left, or for invalid UTF-16.
  static func utf8(_ packet: [UInt8]) throws(AuxError) -> [UInt8] {
    func isPadding(_ byte: UInt8) -> Bool { byte == 0 || XMLScanner.isSpace(byte) }
    guard let bytes = withoutMark(packet) else {
      throw AuxError(.malformed, "the XMP packet cannot be read: it is not valid UTF-16")
    }
    guard let first = bytes.firstIndex(where: { !isPadding($0) }),
      let last = bytes.lastIndex(where: { !isPadding($0) })
    else { throw AuxError(.malformed, "the XMP packet is empty") }
    let start = bytes[first...last].starts(with: mark) ? first + mark.count : first
    guard start <= last else { throw AuxError(.malformed, "the XMP packet is empty") }
    return start == 0 && last == bytes.count - 1 ? bytes : Array(bytes[start...last])
  }

  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Returns a text as UTF-8 without the mark that it begins with; nil where it is UTF-16 that is not valid.
  static func withoutMark(_ text: [UInt8]) -> [UInt8]? {
    if text.starts(with: mark) { return Array(text[mark.count...]) }
    guard text.starts(with: [0xFE, 0xFF]) || text.starts(with: [0xFF, 0xFE]) else { return text }
    let isBig = text[0] == 0xFE
    // A packet may end with half a unit of padding.
    let units = stride(from: 2, to: text.count - 1, by: 2).map { at in
      let (first, second) = (UInt16(text[at]), UInt16(text[at + 1]))
      return isBig ? first << 8 | second : second << 8 | first
    }
    return String(validating: units, as: UTF16.self).map { Array($0.utf8) }
  }

  /// Returns a document as UTF-8 without byte order mark: of UTF-8, UTF-16 and UTF-32, with their marks or without; nil if it is
  /// not valid.
  static func transcoded(_ document: [UInt8]) -> [UInt8]? {
    let head = document.prefix(4)
    for (isBig, start) in [
      (true, [0, 0, 0xFE, 0xFF]), (true, [0, 0, 0, 0x3C]), (false, [0xFF, 0xFE, 0, 0]),
      (false, [0x3C, 0, 0, 0]),
    ]
      as [(Bool, [UInt8])]
    where head.elementsEqual(start) {
      var text = String.UnicodeScalarView()
      for at in stride(from: 0, to: document.count - 3, by: 4) {
        let unit = document[at..<(at + 4)]
        let value = (isBig ? Array(unit) : unit.reversed()).reduce(0) { $0 << 8 | UInt32($1) }
        guard let scalar = Unicode.Scalar(value) else { return nil }
        if scalar != "\u{FEFF}" || at > 0 { text.append(scalar) }
      }
      return Array(String(text).utf8)
    }
    if head.starts(with: [0, 0x3C]) { return withoutMark([0xFE, 0xFF] + document) }
    if head.starts(with: [0x3C, 0]) { return withoutMark([0xFF, 0xFE] + document) }
    return withoutMark(document)
  }

  /// Throws `malformed` at the first byte that is not of UTF-8, or of a character that XML cannot hold.
  static func check(_ bytes: [UInt8]) throws(AuxError) {
    var next = 0
    while let at = ByteSearch.first(in: bytes, next..<bytes.count, where: { $0.hasByte(below: 0x20) }) {
      let byte = bytes[at]
      guard let count = isSpace(byte) ? 1 : sequenceCount(bytes, at: at) else {
        throw XMLScanner.malformed("a byte that is not of UTF-8, or a character that XML cannot hold", at: at)
      }
      next = at + count
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { XMLScanner.isSpace(byte) }

  /// Returns the length of a character of several bytes; nil where XML does not allow it.
  private static func sequenceCount(_ bytes: [UInt8], at start: Int) -> Int? {
    let first = bytes[start]
    let count = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    guard first >= 0xC2, first <= 0xF4, start + count <= bytes.count else { return nil }
    var value = UInt32(first) & (0xFF >> (UInt32(count) + 1))
    for byte in bytes[(start + 1)..<(start + count)] {
      guard byte & 0xC0 == 0x80 else { return nil }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    let least: UInt32 = count == 4 ? 0x10000 : count == 3 ? 0x800 : 0x80
    return value >= least && isCharacter(value) ? count : nil
  }

  /// Whether XML 1.0 can hold a character.
  private static func isCharacter(_ value: UInt32) -> Bool {
    switch value {
    case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }

  /// Where text stands, which decides what becomes of white space.
  enum Place {
    case content, attribute, cdata
  }

  /// Returns the text of a piece of a checked document, references resolved and ends of lines as XML has them.
  ///
  /// Throws `malformed` for an invalid reference, one to an entity of the document, and characters that are not allowed there.
  static func decoded(
    _ bytes: [UInt8], _ range: Range<Int>, in place: Place
  ) throws(AuxError) -> String {
    guard hasSpecial(bytes, range, in: place) else {
      return String(decoding: bytes[range], as: UTF8.self)
    }
    var result: [UInt8] = []
    result.reserveCapacity(range.count)
    var at = range.lowerBound
    while at < range.upperBound {
      let byte = bytes[at]
      at += 1
      switch byte {
      case 0x0D:
        // A line ends with one character, whatever it was written with.
        if at < range.upperBound, bytes[at] == 0x0A { at += 1 }
        result.append(place == .attribute ? 0x20 : 0x0A)
      case 0x09 where place == .attribute, 0x0A where place == .attribute: result.append(0x20)
      case UInt8(ascii: "&") where place != .cdata:
        let scalar = try reference(bytes, at..<range.upperBound, &at)
        if scalar.isASCII { result.append(UInt8(scalar.value)) } else { result += Array(String(scalar).utf8) }
      case UInt8(ascii: "<") where place == .attribute:
        throw XMLScanner.malformed("a value with a tag in it", at: at - 1)
      case UInt8(ascii: "]") where place == .content && bytes[at..<range.upperBound].starts(with: "]>".utf8):
        throw XMLScanner.malformed("text with the end of CDATA in it", at: at - 1)
      default: result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Whether a byte of the range has to be replaced.
  private static func hasSpecial(_ bytes: [UInt8], _ range: Range<Int>, in place: Place) -> Bool {
    let found =
      switch place {
      case .content:
        ByteSearch.first(in: bytes, range) {
          $0.has(0x0D) || $0.has(UInt8(ascii: "&")) || $0.has(UInt8(ascii: "]"))
        }
      case .attribute:
        ByteSearch.first(in: bytes, range) {
          $0.has(0x0D) || $0.has(0x09) || $0.has(0x0A) || $0.has(UInt8(ascii: "<"))
            || $0.has(UInt8(ascii: "&"))
        }
      case .cdata: ByteSearch.first(in: bytes, range) { $0.has(0x0D) }
      }
    return found != nil
  }

  /// The longest reference that is looked at, in bytes.
  private static let longestReference = 32

  /// Returns the character that a reference after its `&` is to, and goes past it.
  private static func reference(
    _ bytes: [UInt8], _ range: Range<Int>, _ at: inout Int
  ) throws(AuxError) -> Unicode.Scalar {
    guard let end = bytes[range].prefix(longestReference).firstIndex(of: UInt8(ascii: ";")),
      let scalar = scalar(bytes[range.lowerBound..<end])
    else { throw XMLScanner.malformed("a reference to no character", at: range.lowerBound - 1) }
    at = end + 1
    return scalar
  }

  private static func scalar(_ name: ArraySlice<UInt8>) -> Unicode.Scalar? {
    guard name.first == UInt8(ascii: "#") else {
      return entities.first { name.elementsEqual($0.name.utf8) }?.scalar
    }
    let isHexadecimal = name.dropFirst().first == UInt8(ascii: "x")
    let digits = name.dropFirst(isHexadecimal ? 2 : 1)
    guard !digits.isEmpty else { return nil }
    var value: UInt32 = 0
    for byte in digits {
      guard let digit = digit(byte), isHexadecimal || digit < 10, value <= 0x10FFFF else { return nil }
      value = value * (isHexadecimal ? 16 : 10) + digit
    }
    return isCharacter(value) ? Unicode.Scalar(value) : nil
  }

  /// The entities that every document has.
  private static let entities: [(name: String, scalar: Unicode.Scalar)] = [
    ("amp", "&"), ("lt", "<"), ("gt", ">"), ("quot", "\""), ("apos", "'"),
  ]

  private static func digit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }
}
