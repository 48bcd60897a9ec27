#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Numbers as Apple's XMP packets spell them.
///
/// Source: Specs/xmp.md, "Serialisation".
package enum NumberText {
  /// Returns a number with so many decimals, as C's `%f`.
  package static func decimals(_ value: Double, _ count: Int) -> String { printed(value, "%.\(count)f") }

  /// Returns a number with so many significant digits, as C's `%g`.
  package static func significant(_ value: Double, _ digits: Int) -> String { printed(value, "%.\(digits)g") }

  /// Returns a scalar with six decimals, as C's `%f`.
  package static func fixed(_ value: Double) -> String { decimals(value, 6) }

  /// Returns the bound of a value range: six decimals, or more where six would not bring the value back.
  ///
  /// Six decimals are Apple's form and hold every half from 0.00195 up. A map of far distances has
  /// smaller disparities, and cutting those would move its codes by more than the rounding of the codes
  /// themselves; `tolerance` is the error that may pass.
  package static func bound(_ value: Double, tolerance: Double) -> String {
    let text = fixed(value)
    if let back = Double(text), abs(back - value) <= tolerance { return text }
    return exact(value)
  }

  /// Returns a member of an array: 17 significant digits, zero as `0.0`.
  package static func member(_ value: Double) -> String {
    value == 0 ? "0.0" : significant(value, 17)
  }

  /// Returns a whole number without decimals, any other as ``member(_:)`` does.
  package static func plain(_ value: Double) -> String {
    Int(exactly: value).map { "\($0)" } ?? member(value)
  }

  /// Returns the shortest decimal without an exponent that reads back as the same number.
  private static func exact(_ value: Double) -> String {
    for digits in 7...40 {
      let text = decimals(value, digits)
      if Double(text) == value { return text }
    }
    return "\(value)"
  }

  /// Returns the finite number that `text` spells, white space around it ignored.
  package static func number(_ text: String) -> Double? {
    guard let value = Double(text.trimmed), value.isFinite else {
      return nil
    }
    return value
  }

  /// Returns the whole number that `text` spells; `65536.0` counts as one.
  package static func integer(_ text: String) -> Int? {
    guard let value = number(text) else { return nil }
    return Int(exactly: value)
  }

  /// Returns the truth value that `text` spells, in XMP's spelling or as 0 and 1.
  package static func boolean(_ text: String) -> Bool? {
    switch text.trimmed.lowercased() {
    case "true", "1": true
    case "false", "0": false
    default: nil
    }
  }

  /// Returns what C prints of a number, with a point in it whatever the locale of the process is.
  private static func printed(_ value: Double, _ format: String) -> String {
    let former = unsafe uselocale(neutral)
    defer { unsafe uselocale(former) }
    // The largest double has 309 digits before the point.
    return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 400) { text in
      let count = unsafe withVaList([value]) { values in
        unsafe vsnprintf(text.baseAddress, text.count, format, values)
      }
      precondition(count >= 0 && count < text.count)
      return unsafe String(cString: text.baseAddress!)
    }
  }

  /// The locale of C; NULL, which changes nothing, where there is no memory for it.
  private nonisolated(unsafe) static let neutral = unsafe newlocale(LC_NUMERIC_MASK, "C", nil)
}

extension StringProtocol {
  /// The text without the white space around it.
  package var trimmed: SubSequence {
    // The usual text has none; properties of characters are looked up in tables.
    let visible: ClosedRange<Unicode.Scalar> = "!"..."~"
    if let first = unicodeScalars.first, let last = unicodeScalars.last, visible ~= first, visible ~= last {
      return self[...]
    }
    let head = unicodeScalars.drop { $0.properties.isWhitespace }
    var end = head.endIndex
    while end > head.startIndex {
      let before = head.index(before: end)
      guard head[before].properties.isWhitespace else { break }
      end = before
    }
    return self[head.startIndex..<end]
  }
}
