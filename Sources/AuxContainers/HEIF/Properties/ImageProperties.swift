package import AuxImage

/// `ispe`: the size of an image as it is coded, in pixels. Source: ISO/IEC 23008-12, 6.5.3.
package struct ImageSpatialExtentsProperty: Hashable, Sendable {
  /// The sides of an image that is read, in pixels: products of two sides, and sums of these, fit in 64 bits.
  package static let sides: ClosedRange<UInt32> = 1...1 << 28

  package var full = FullBoxHeader()
  package var width: UInt32
  package var height: UInt32

  package init(width: UInt32, height: UInt32) { (self.width, self.height) = (width, height) }

  package init(parsing reader: inout ByteReader) throws(AuxError) {
    full = try FullBoxHeader(parsing: &reader)
    width = try reader.readUInt32()
    height = try reader.readUInt32()
  }

  package func serialize(into writer: inout ByteWriter) {
    full.serialize(into: &writer)
    writer.write(width)
    writer.write(height)
  }
}

/// `pixi`: the bits of each channel. Source: ISO/IEC 23008-12, 6.5.6.
package struct PixelInformationProperty: Hashable, Sendable {
  package var full = FullBoxHeader()
  package var bitsPerChannel: [UInt8]

  package init(bitsPerChannel: [UInt8]) { self.bitsPerChannel = bitsPerChannel }

  package init(parsing reader: inout ByteReader) throws(AuxError) {
    full = try FullBoxHeader(parsing: &reader)
    bitsPerChannel = try reader.readBytes(Int(try reader.readUInt8()))
  }

  package func serialize(into writer: inout ByteWriter) {
    full.serialize(into: &writer)
    writer.write(UInt8(truncatingIfNeeded: bitsPerChannel.count))
    writer.write(bitsPerChannel)
  }
}

/// `auxC`: what kind of auxiliary image an item is. Source: ISO/IEC 23008-12, 6.5.8.
package struct AuxiliaryTypeProperty: Hashable, Sendable {
  package var full = FullBoxHeader()
  package var urn: String
  /// More about the image, by the rules of its kind.
  package var subtype: [UInt8]

  package init(urn: String, subtype: [UInt8] = []) { (self.urn, self.subtype) = (urn, subtype) }

  /// The longest URN in bytes: those that are known have less than 60, those of files less than 255.
  package static let longestURN = 255

  /// Reads the payload; throws `malformed` where the URN is longer than ``longestURN``.
  package init(parsing reader: inout ByteReader) throws(AuxError) {
    full = try FullBoxHeader(parsing: &reader)
    let offset = reader.fileOffset
    urn = try reader.readCString()
    guard urn.utf8.count <= Self.longestURN else {
      throw AuxError(
        .malformed,
        "the name of the kind has \(urn.utf8.count) bytes, \(Self.longestURN) at most: \(urn.prefix(32))...",
        offset: offset)
    }
    subtype = reader.readRest()
  }

  package func serialize(into writer: inout ByteWriter) {
    full.serialize(into: &writer)
    writer.writeCString(urn)
    writer.write(subtype)
  }
}

/// `colr`: the colour space of an image. Source: ISO/IEC 14496-12:2022, 12.1.5.
package enum ColourInformationProperty: Hashable, Sendable {
  /// Code points of ISO/IEC 23091-2; the byte holds the full-range flag in its top bit.
  case nclx(primaries: UInt16, transfer: UInt16, matrix: UInt16, range: UInt8)
  /// An ICC profile, restricted (`rICC`) or not (`prof`).
  case profile(isRestricted: Bool, [UInt8])
  case other(FourCharacterCode, [UInt8])

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

  package var codePoints: ColourCodePoints? {
    guard case .nclx(let primaries, let transfer, let matrix, let range) = self else { return nil }
    return ColourCodePoints(
      primaries: Int(primaries), transfer: Int(transfer), matrix: Int(matrix), isFullRange: range & 0x80 != 0)
  }
}
