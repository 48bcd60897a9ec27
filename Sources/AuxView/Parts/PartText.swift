/// Bytes as characters of a page in UTF-8, seven bits in each: a seventh more than the bytes, where base64 is a third more.
///
/// The characters are U+0000 to U+007F. What the HTML parser changes or what could end a `script` element, NUL, carriage return
/// and `<`, and escape, which commands terminals, are letters of two bytes instead, U+00C0 more. Source: Specs/viewer.md, "Text of
/// parts"; WHATWG, HTML, 13.2.3.5, "Preprocessing the input stream", and 13.2.5.4, "Script data state".
enum PartText {
  /// Returns the characters in UTF-8: the bits of the bytes from the highest on, the last group filled with zeros.
  static func encoded(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + bytes.count / 5 + 8)
    var (bits, count): (UInt32, UInt32) = (0, 0)
    for byte in bytes {
      bits = bits &<< 8 | UInt32(byte)
      count &+= 8
      while count >= 7 {
        count &-= 7
        append(UInt8(truncatingIfNeeded: bits &>> count & 127), to: &text)
      }
    }
    if count > 0 { append(UInt8(truncatingIfNeeded: bits &<< (7 &- count) & 127), to: &text) }
    return text
  }

  @inline(__always) private static func append(_ group: UInt8, to text: inout [UInt8]) {
    if group == 0 || group == 0x0D || group == 0x1B || group == UInt8(ascii: "<") {
      // UTF-8 of U+00C0 to U+00FF.
      text.append(0xC3)
      text.append(0x80 | group)
    } else {
      text.append(group)
    }
  }
}
