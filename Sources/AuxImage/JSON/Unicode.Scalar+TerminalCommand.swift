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
