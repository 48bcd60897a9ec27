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

  /// Reads the payload.
  package init(parsing reader: inout ByteReader) throws(AuxError) {
    full = try FullBoxHeader(parsing: &reader)
    urn = try reader.readCString()
    subtype = reader.readRest()
  }

  /// Writes the payload; the inverse of ``init(parsing:)``.
  package func serialize(into writer: inout ByteWriter) {
    full.serialize(into: &writer)
    writer.writeCString(urn)
    writer.write(subtype)
  }
}
