package import AuxImage

/// The payload of a `grid` item: rows and columns of tiles. Source: ISO/IEC 23008-12, 6.6.2.3.
package struct GridPayload: Hashable, Sendable {
  /// The number of rows, 1 to 256.
  package var rows: Int
  /// The number of columns, 1 to 256.
  package var columns: Int
  /// The width of the image.
  package var width: Int
  /// The height of the image.
  package var height: Int
  /// Whether the sizes have 32 bits.
  package var isWide: Bool

  /// The largest payload in bytes.
  package static let largestCount = 12

  /// Creates a grid in the shortest form.
  package init(rows: Int, columns: Int, width: Int, height: Int) {
    self.rows = rows
    self.columns = columns
    self.width = width
    self.height = height
    isWide = width > 0xFFFF || height > 0xFFFF
  }

  /// Reads the payload; throws `limitExceeded` where the image is larger than ``Limits/pixels``.
  package init(parsing reader: inout ByteReader, limits: Limits = .standard) throws(AuxError) {
    let version = try reader.readUInt8()
    guard version == 0 else { throw AuxError(.unsupported, "version \(version) of a grid") }
    isWide = try reader.readUInt8() & 1 == 1
    rows = Int(try reader.readUInt8()) + 1
    columns = Int(try reader.readUInt8()) + 1
    width = Int(try reader.readItemID(wide: isWide))
    height = Int(try reader.readItemID(wide: isWide))
    _ = try limits.checkedPixelCount(width: width, height: height)
  }

  /// Writes the payload; the inverse of ``init(parsing:limits:)``.
  package func serialize(into writer: inout ByteWriter) {
    writer.write(0 as UInt8)
    writer.write(isWide ? 1 : 0 as UInt8)
    writer.write(UInt8(truncatingIfNeeded: rows - 1))
    writer.write(UInt8(truncatingIfNeeded: columns - 1))
    writer.write(itemID: UInt32(truncatingIfNeeded: width), wide: isWide)
    writer.write(itemID: UInt32(truncatingIfNeeded: height), wide: isWide)
  }
}
