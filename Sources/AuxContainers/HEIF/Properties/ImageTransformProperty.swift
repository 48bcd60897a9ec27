package import AuxImage

/// `irot` or `imir`: a turn or a mirroring for display. Source: ISO/IEC 23008-12, 6.5.10 and 6.5.12.
package enum ImageTransformProperty: Hashable, Sendable {
  /// Quarter turns anticlockwise, 0 to 3.
  case rotation(UInt8)
  /// True for left and right exchanged (`imir` 1), false for top and bottom (`imir` 0).
  case mirror(leftRight: Bool)

  /// The type of the box.
  package var type: FourCharacterCode {
    switch self {
    case .rotation: "irot"
    case .mirror: "imir"
    }
  }

  /// Reads the payload of a box of that type; throws `unsupported` for any other than `irot` and `imir`.
  package init(_ type: FourCharacterCode, parsing reader: inout ByteReader) throws(AuxError) {
    switch type {
    case "irot": self = .rotation(try reader.readUInt8() & 3)
    case "imir": self = .mirror(leftRight: try reader.readUInt8() & 1 == 1)
    default: throw AuxError(.unsupported, "\(type) is neither irot nor imir")
    }
  }

  /// Writes the payload; the inverse of ``init(_:parsing:)``.
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
