/// A RATIONAL or SRATIONAL value, with the two forms that are not numbers.
///
/// Source: TIFF 6.0, section 2; 0/0 and 1/0 from DNG 1.7.1.0, "DepthNear" and "DepthFar".
package struct TIFFRational: Hashable, Sendable {
  package var numerator: Int64
  package var denominator: Int64

  package init(_ numerator: Int64, _ denominator: Int64) {
    (self.numerator, self.denominator) = (numerator, denominator)
  }

  /// 0/0, an unknown value.
  package static let unknown = TIFFRational(0, 0)
  /// 1/0, a distance without end.
  package static let infinity = TIFFRational(1, 0)

  package var isUnknown: Bool { numerator == 0 && denominator == 0 }
  package var isInfinite: Bool { numerator != 0 && denominator == 0 }

  /// The value, infinite where the denominator is 0, or nil for 0/0.
  package var value: Double? { isUnknown ? nil : Double(numerator) / Double(denominator) }

  /// The quotient turned over; the reciprocal of infinity is 0/1.
  package var reciprocal: TIFFRational {
    isInfinite ? TIFFRational(0, 1) : TIFFRational(denominator, numerator)
  }
}

extension TIFFRational {
  /// Creates the unsigned quotient nearest to a value, exact where two 32-bit numbers can be.
  ///
  /// Every half is exact, and every float from 2^-8 on whose integer part has room. Returns nil for a
  /// value that is negative, not finite, or too large for 32 bits, and for one so small that it would become 0.
  package init?(nearestTo value: Double) {
    let most = Double(UInt32.max)
    guard value.isFinite, value >= 0, value <= most else { return nil }
    for exponent in 0..<32 {
      let scaled = value * Double(UInt32(1) << UInt32(exponent))
      guard scaled <= most else { break }
      if scaled == scaled.rounded(.down) {
        self.init(Int64(scaled), Int64(1) << Int64(exponent))
        return
      }
    }
    self.init(continuedFractionOf: value, most: most)
    if numerator == 0 { return nil }
  }

  /// The last convergent of a value whose parts are at most `most`.
  private init(continuedFractionOf value: Double, most: Double) {
    var (before, last) = ((n: 0.0, d: 1.0), (n: 1.0, d: 0.0))
    var rest = value
    for _ in 0..<64 {
      let whole = rest.rounded(.down)
      let next = (n: whole * last.n + before.n, d: whole * last.d + before.d)
      guard next.n <= most, next.d <= most else { break }
      (before, last) = (last, next)
      guard rest > whole else { break }
      rest = 1 / (rest - whole)
    }
    self.init(Int64(last.n), Int64(last.d))
  }
}

extension TIFFRational: CustomStringConvertible {
  package var description: String { "\(numerator)/\(denominator)" }
}
