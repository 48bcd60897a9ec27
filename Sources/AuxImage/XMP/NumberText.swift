internal import Foundation

/// Numbers as Apple's XMP packets spell them.
///
/// Source: Specs/xmp.md, "Serialisation".
package enum NumberText {
  /// Returns a scalar with six decimals, as C's `%f`.
  package static func fixed(_ value: Double) -> String { String(format: "%f", value) }

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
    value == 0 ? "0.0" : String(format: "%.17g", value)
  }

  /// Returns a whole number without decimals, any other as ``member(_:)`` does.
  package static func plain(_ value: Double) -> String {
    Int(exactly: value).map { "\($0)" } ?? member(value)
  }

  /// Returns the shortest decimal without an exponent that reads back as the same number.
  private static func exact(_ value: Double) -> String {
    for digits in 7...40 {
      let text = String(format: "%.\(digits)f", value)
      if Double(text) == value { return text }
    }
    return "\(value)"
  }

  /// Returns the finite number that `text` spells, white space around it ignored.
  package static func number(_ text: String) -> Double? {
    guard let value = Double(text.trimmingCharacters(in: .whitespacesAndNewlines)), value.isFinite else {
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
    switch text.trimmingCharacters(in: .whitespacesAndNewlines).lowercased() {
    case "true", "1": true
    case "false", "0": false
    default: nil
    }
  }
}
