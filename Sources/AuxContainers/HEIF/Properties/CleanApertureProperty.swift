package import AuxImage

/// `clap`: the part of an image that is shown. Source: ISO/IEC 14496-12:2022, 12.1.4.
package struct CleanApertureProperty: Hashable, Sendable {
  /// A quotient of two 32-bit numbers.
  package struct Fraction: Hashable, Sendable {
    /// The numerator; signed for the offsets.
    package var numerator: UInt32
    /// The denominator.
    package var denominator: UInt32

    /// Creates a fraction.
    package init(_ numerator: UInt32, _ denominator: UInt32) {
      self.numerator = numerator
      self.denominator = denominator
    }

    /// The quotient rounded to the nearest whole number; nil where the denominator is 0.
    package var rounded: Int? {
      denominator == 0 ? nil : (Int(numerator) + Int(denominator) / 2) / Int(denominator)
    }
  }

  /// The width.
  package var width: Fraction
  /// The height.
  package var height: Fraction
  /// The distance of the centres, left to right.
  package var horizontalOffset: Fraction
  /// The distance of the centres, top to bottom.
  package var verticalOffset: Fraction

  /// Reads the payload.
  package init(parsing reader: inout ByteReader) throws(AuxError) {
    width = try Fraction(parsing: &reader)
    height = try Fraction(parsing: &reader)
    horizontalOffset = try Fraction(parsing: &reader)
    verticalOffset = try Fraction(parsing: &reader)
  }

  /// Writes the payload; the inverse of ``init(parsing:)``.
  package func serialize(into writer: inout ByteWriter) {
    for fraction in [width, height, horizontalOffset, verticalOffset] {
      writer.write(fraction.numerator)
      writer.write(fraction.denominator)
    }
  }
}

extension CleanApertureProperty.Fraction {
  fileprivate init(parsing reader: inout ByteReader) throws(AuxError) {
    numerator = try reader.readUInt32()
    denominator = try reader.readUInt32()
  }
}

extension CleanApertureProperty {
  /// Returns the part of an image of that size that is shown; nil where it is not inside.
  package func rectangle(
    width fullWidth: Int, height fullHeight: Int
  ) -> (left: Int, top: Int, width: Int, height: Int)? {
    guard let width = width.rounded, let height = height.rounded, width > 0, height > 0,
      let x = horizontalOffset.signed, let y = verticalOffset.signed
    else { return nil }
    // The offsets are those of the centres of both rectangles of samples.
    let left = Int((x + Double(fullWidth - width) / 2).rounded())
    let top = Int((y + Double(fullHeight - height) / 2).rounded())
    guard left >= 0, top >= 0, left + width <= fullWidth, top + height <= fullHeight else { return nil }
    return (left, top, width, height)
  }
}

extension CleanApertureProperty.Fraction {
  /// The quotient with the numerator taken as a signed number; nil where the denominator is 0.
  fileprivate var signed: Double? {
    denominator == 0 ? nil : Double(Int32(bitPattern: numerator)) / Double(denominator)
  }
}
