/// Gray codes as metres or 1/metres.
///
/// The four conventions of gray maps are lines either in depth (pass near and far) or in disparity
/// (pass 1/near and 1/far); the end that is near decides the polarity, and `reciprocal` turns the one
/// quantity into the other.
package enum Grayscale {
  /// Returns the value of each code on the line from `atBlack` (0) to `atWhite` (255), or 1 over it.
  ///
  /// The ends must be finite. The reciprocal of 0 is positive infinity.
  package static func values(
    fromCodes8 codes: [UInt8], atBlack: Double, atWhite: Double, reciprocal: Bool
  ) -> [Float] {
    // An InlineArray of 256 needs no bounds check for a UInt8.
    var table = [256 of Float](repeating: 0)
    for code in 0..<256 {
      let line = Quantise.interpolate(code: Double(code), limit: 255, atZero: atBlack, atMax: atWhite)
      table[code] = Float(reciprocal ? inverse(line) : line)
    }
    var values = [Float](repeating: 0, count: codes.count)
    let source = codes.span
    var target = values.mutableSpan
    precondition(source.count == target.count)
    for index in 0..<source.count { target[index] = table[Int(source[index])] }
    return values
  }

  /// Returns the value of each code on the line from `atBlack` (0) to `atWhite` (65535), or 1 over it.
  ///
  /// The ends must be finite. The reciprocal of 0 is positive infinity.
  package static func values(
    fromCodes16 codes: [UInt16], atBlack: Double, atWhite: Double, reciprocal: Bool
  ) -> [Float] {
    // Computed rather than looked up: a table of 65,536 costs more than most depth maps have samples.
    var values = [Float](repeating: 0, count: codes.count)
    let source = codes.span
    var target = values.mutableSpan
    precondition(source.count == target.count)
    if reciprocal {
      for index in 0..<source.count {
        let code = Double(source[index])
        target[index] = Float(
          inverse(Quantise.interpolate(code: code, limit: 65535, atZero: atBlack, atMax: atWhite)))
      }
    } else {
      for index in 0..<source.count {
        let code = Double(source[index])
        target[index] = Float(
          Quantise.interpolate(code: code, limit: 65535, atZero: atBlack, atMax: atWhite))
      }
    }
    return values
  }

  /// Returns 1 over a value, where both zeros give positive infinity.
  @inline(__always)
  private static func inverse(_ value: Double) -> Double {
    value == 0 ? .infinity : 1 / value
  }
}
