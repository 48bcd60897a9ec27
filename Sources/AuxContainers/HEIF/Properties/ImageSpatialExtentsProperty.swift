package import AuxImage

/// `ispe`: the size of an image as it is coded. Source: ISO/IEC 23008-12, 6.5.3.
package struct ImageSpatialExtentsProperty: Hashable, Sendable {
  /// Version and flags.
  package var full = FullBoxHeader()
  /// The width in pixels.
  package var width: UInt32
  /// The height in pixels.
  package var height: UInt32

  /// Creates the property.
  package init(width: UInt32, height: UInt32) {
    self.width = width
    self.height = height
  }

  /// Reads the payload.
  package init(parsing reader: inout ByteReader) throws(AuxError) {
    full = try FullBoxHeader(parsing: &reader)
    width = try reader.readUInt32()
    height = try reader.readUInt32()
  }

  /// Writes the payload; the inverse of ``init(parsing:)``.
  package func serialize(into writer: inout ByteWriter) {
    full.serialize(into: &writer)
    writer.write(width)
    writer.write(height)
  }
}
