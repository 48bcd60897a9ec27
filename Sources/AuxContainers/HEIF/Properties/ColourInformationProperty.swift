package import AuxImage

/// `colr`: the colour space of an image. Source: ISO/IEC 14496-12:2022, 12.1.5.
package enum ColourInformationProperty: Hashable, Sendable {
  /// Code points of ISO/IEC 23091-2; the byte holds the full-range flag in its top bit.
  case nclx(primaries: UInt16, transfer: UInt16, matrix: UInt16, range: UInt8)
  /// An ICC profile, restricted (`rICC`) or not (`prof`).
  case profile(isRestricted: Bool, [UInt8])
  /// Another kind, as bytes.
  case other(FourCharacterCode, [UInt8])

  /// Reads the payload.
  package init(parsing reader: inout ByteReader) throws(AuxError) {
    switch try reader.readCode() {
    case "nclx":
      self = .nclx(
        primaries: try reader.readUInt16(), transfer: try reader.readUInt16(),
        matrix: try reader.readUInt16(), range: try reader.readUInt8())
    case "prof": self = .profile(isRestricted: false, reader.readRest())
    case "rICC": self = .profile(isRestricted: true, reader.readRest())
    case let kind: self = .other(kind, reader.readRest())
    }
  }

  /// Writes the payload; the inverse of ``init(parsing:)``.
  package func serialize(into writer: inout ByteWriter) {
    switch self {
    case .nclx(let primaries, let transfer, let matrix, let range):
      writer.write("nclx" as FourCharacterCode)
      for number in [primaries, transfer, matrix] { writer.write(number) }
      writer.write(range)
    case .profile(let isRestricted, let bytes):
      writer.write((isRestricted ? "rICC" : "prof") as FourCharacterCode)
      writer.write(bytes)
    case .other(let kind, let bytes):
      writer.write(kind)
      writer.write(bytes)
    }
  }
}
