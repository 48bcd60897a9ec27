package import AuxImage

/// A number as the depth representation message writes it: sign, exponent and mantissa.
///
/// Source: ITU-T H.265, G.14.2.3, depth_rep_info_element.
package struct DepthRepresentationValue: Hashable, Sendable {
  /// Whether the number is negative.
  package var isNegative: Bool
  /// The exponent plus 31; 0 for numbers below 2^-30, 127 for an unspecified number.
  package var exponent: UInt8
  /// The number of bits of the mantissa, 1 to 32.
  package var mantissaCount: Int
  /// The bits after the binary point.
  package var mantissa: UInt32

  /// Creates a number with 16 bits of mantissa, as Apple writes it, or with 32 where 16 are not exact.
  ///
  /// Half and single precision numbers in range are exact. Throws `usage` for infinity, NaN and 2^96 or more.
  package init(_ value: Double) throws(AuxError) {
    guard value.isFinite, value.magnitude < 0x1p96 else {
      throw AuxError(.usage, "\(value) cannot be written as a depth representation value")
    }
    let short = Self.rounded(value, 16)
    self = short.value == value ? short : Self.rounded(value, 32)
  }

  private init(isNegative: Bool, exponent: UInt8, mantissaCount: Int, mantissa: UInt32) {
    self.isNegative = isNegative
    self.exponent = exponent
    self.mantissaCount = mantissaCount
    self.mantissa = mantissa
  }

  private static func rounded(_ value: Double, _ count: Int) -> DepthRepresentationValue {
    let scale = Double(UInt64(1) << UInt64(count))
    let isSmall = value.magnitude < 0x1p-30
    var exponent = isSmall ? 0 : Int(value.exponent) + 31
    let fraction = isSmall ? value.magnitude * 0x1p30 : value.significand - 1
    var mantissa = UInt64((fraction * scale).rounded(.toNearestOrEven))
    if mantissa >> UInt64(count) != 0 {
      mantissa = 0
      exponent += 1
    }
    return DepthRepresentationValue(
      isNegative: value.sign == .minus, exponent: UInt8(min(exponent, 126)), mantissaCount: count,
      mantissa: UInt32(truncatingIfNeeded: mantissa))
  }

  /// The number; nil where the exponent says that it is unspecified.
  package var value: Double? {
    guard exponent < 127 else { return nil }
    let fraction = Double(mantissa) / Double(UInt64(1) << UInt64(mantissaCount))
    let magnitude =
      exponent == 0
      ? fraction * 0x1p-30 : Double(sign: .plus, exponent: Int(exponent) - 31, significand: 1 + fraction)
    return isNegative ? -magnitude : magnitude
  }

  /// Reads the element.
  package init(parsing bits: inout BitReader) throws(AuxError) {
    isNegative = try bits.readFlag()
    exponent = UInt8(try bits.readBits(7))
    mantissaCount = Int(try bits.readBits(5)) + 1
    mantissa = UInt32(try bits.readBits(mantissaCount))
  }

  /// Writes the element; the inverse of ``init(parsing:)``.
  package func serialize(into bits: inout BitWriter) {
    bits.write(flag: isNegative)
    bits.write(UInt64(exponent), bits: 7)
    bits.write(UInt64(mantissaCount - 1), bits: 5)
    bits.write(UInt64(mantissa), bits: mantissaCount)
  }
}
