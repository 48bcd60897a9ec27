package import AuxImage

/// `irot` or `imir`: a turn or a mirroring for display. Source: ISO/IEC 23008-12, 6.5.10 and 6.5.12.
package enum ImageTransformProperty: Hashable, Sendable {
  /// Quarter turns anticlockwise, 0 to 3.
  case rotation(UInt8)
  /// True for left and right exchanged (`imir` 1), false for top and bottom (`imir` 0).
  case mirror(leftRight: Bool)

  package var type: FourCharacterCode {
    if case .rotation = self { "irot" } else { "imir" }
  }

  /// Reads the payload of a box of that type; throws `unsupported` for any other than `irot` and `imir`.
  package init(_ type: FourCharacterCode, parsing reader: inout ByteReader) throws(AuxError) {
    switch type {
    case "irot": self = .rotation(try reader.readUInt8() & 3)
    case "imir": self = .mirror(leftRight: try reader.readUInt8() & 1 == 1)
    default: throw AuxError(.unsupported, "\(type) is neither irot nor imir")
    }
  }

  package func serialize(into writer: inout ByteWriter) {
    switch self {
    case .rotation(let quarters): writer.write(quarters)
    case .mirror(let leftRight): writer.write(leftRight ? 1 : 0 as UInt8)
    }
  }
}

extension ImageOrientation {
  /// Every orientation as a mirroring of left and right and then quarter turns clockwise.
  private static let parts: [(orientation: ImageOrientation, isMirrored: Bool, quarters: Int)] = [
    (.up, false, 0), (.right, false, 1), (.down, false, 2), (.left, false, 3),
    (.upMirrored, true, 0), (.rightMirrored, true, 1), (.downMirrored, true, 2), (.leftMirrored, true, 3),
  ]

  /// Creates the orientation that the transforms give, applied one after the other.
  package init(_ transforms: [ImageTransformProperty]) {
    var isMirrored = false
    var quarters = 0
    for transform in transforms {
      switch transform {
      case .rotation(let anticlockwise): quarters -= Int(anticlockwise)
      case .mirror(let leftRight):
        // A mirroring after turns is the same mirroring before the opposite turns.
        quarters = (leftRight ? 0 : 2) - quarters
        isMirrored.toggle()
      }
    }
    let turns = ((quarters % 4) + 4) % 4
    self = Self.parts.first { $0.isMirrored == isMirrored && $0.quarters == turns }?.orientation ?? .up
  }

  /// The transforms that give this orientation, as Apple writes them: `irot`, and `imir` where it is mirrored.
  package var transforms: [ImageTransformProperty] {
    guard let part = Self.parts.first(where: { $0.orientation == self }) else { return [] }
    // Turning first and mirroring then needs the opposite turns, which anticlockwise ones are.
    let turn = part.isMirrored ? part.quarters : (4 - part.quarters) % 4
    return [.rotation(UInt8(turn))] + (part.isMirrored ? [.mirror(leftRight: true)] : [])
  }
}

/// `clap`: the part of an image that is shown. Source: ISO/IEC 14496-12:2022, 12.1.4.
package struct CleanApertureProperty: Hashable, Sendable {
  package struct Fraction: Hashable, Sendable {
    /// Signed for the offsets.
    package var numerator: UInt32
    package var denominator: UInt32

    package init(_ numerator: UInt32, _ denominator: UInt32) {
      (self.numerator, self.denominator) = (numerator, denominator)
    }

    fileprivate init(parsing reader: inout ByteReader) throws(AuxError) {
      self.init(try reader.readUInt32(), try reader.readUInt32())
    }

    /// The quotient rounded to the nearest whole number; nil where the denominator is 0.
    package var rounded: Int? {
      denominator == 0 ? nil : (Int(numerator) + Int(denominator) / 2) / Int(denominator)
    }

    /// The quotient with the numerator taken as a signed number; nil where the denominator is 0.
    fileprivate var signed: Double? {
      denominator == 0 ? nil : Double(Int32(bitPattern: numerator)) / Double(denominator)
    }
  }

  package var width: Fraction
  package var height: Fraction
  /// The distance of the centres, left to right.
  package var horizontalOffset: Fraction
  package var verticalOffset: Fraction

  package init(parsing reader: inout ByteReader) throws(AuxError) {
    width = try Fraction(parsing: &reader)
    height = try Fraction(parsing: &reader)
    horizontalOffset = try Fraction(parsing: &reader)
    verticalOffset = try Fraction(parsing: &reader)
  }

  package func serialize(into writer: inout ByteWriter) {
    for fraction in [width, height, horizontalOffset, verticalOffset] {
      writer.write(fraction.numerator)
      writer.write(fraction.denominator)
    }
  }

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
