package import AuxImage

/// `auxC`: what kind of auxiliary image an item is. Source: ISO/IEC 23008-12, 6.5.8.
package struct AuxiliaryTypeProperty: Hashable, Sendable {
  /// Version and flags.
  package var full = FullBoxHeader()
  /// The URN of the kind.
  package var urn: String
  /// More about the image, by the rules of its kind.
  package var subtype: [UInt8]

  /// Creates the property.
  package init(urn: String, subtype: [UInt8] = []) {
    self.urn = urn
    self.subtype = subtype
  }

  /// The longest name of a kind in bytes: the names that are known have less than 60, those of files less than 255.
  package static let longestURN = 255

  /// Reads the payload; throws `malformed` where the name is longer than ``longestURN``.
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

  /// Writes the payload; the inverse of ``init(parsing:)``.
  package func serialize(into writer: inout ByteWriter) {
    full.serialize(into: &writer)
    writer.writeCString(urn)
    writer.write(subtype)
  }
}
