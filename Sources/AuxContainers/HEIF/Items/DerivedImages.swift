package import AuxImage

/// The payload of a `grid` item: rows and columns of tiles. Source: ISO/IEC 23008-12, 6.6.2.3.
package struct GridPayload: Hashable, Sendable {
  /// The number of rows, 1 to 256.
  package var rows: Int
  /// The number of columns, 1 to 256.
  package var columns: Int
  package var width: Int
  package var height: Int
  package var isWide: Bool

  package static let largestCount = 12

  package init(rows: Int, columns: Int, width: Int, height: Int) {
    (self.rows, self.columns, self.width, self.height) = (rows, columns, width, height)
    isWide = width > 0xFFFF || height > 0xFFFF
  }

  /// Reads the payload; throws `limitExceeded` where the image is larger than ``AuxLimits/pixels``.
  package init(parsing reader: inout ByteReader, limits: AuxLimits = .standard) throws(AuxError) {
    let version = try reader.readUInt8()
    guard version == 0 else { throw AuxError(.unsupported, "version \(version) of a grid") }
    isWide = try reader.readUInt8() & 1 == 1
    rows = Int(try reader.readUInt8()) + 1
    columns = Int(try reader.readUInt8()) + 1
    width = Int(try reader.readItemID(wide: isWide))
    height = Int(try reader.readItemID(wide: isWide))
    _ = try limits.checkedPixelCount(width: width, height: height)
  }

  package func serialize(into writer: inout ByteWriter) {
    writer.write([
      0, isWide ? 1 : 0, UInt8(truncatingIfNeeded: rows - 1), UInt8(truncatingIfNeeded: columns - 1),
    ])
    writer.write(itemID: UInt32(truncatingIfNeeded: width), wide: isWide)
    writer.write(itemID: UInt32(truncatingIfNeeded: height), wide: isWide)
  }
}

/// The payload of an `iovl` item: a canvas, and the places of images on it. Source: ISO/IEC 23008-12, 6.6.2.2.
package struct OverlayPayload: Hashable, Sendable {
  /// Red, green, blue and alpha of the canvas, of 16 bits.
  package var fill: [UInt16]
  package var width: Int
  package var height: Int
  /// The place of the top left of each image, the undermost first; it may be outside of the canvas.
  package var offsets: [Offset]
  package var isWide: Bool

  package struct Offset: Hashable, Sendable {
    package var left: Int
    package var top: Int

    package init(left: Int, top: Int) { (self.left, self.top) = (left, top) }
  }

  package init(fill: [UInt16], width: Int, height: Int, offsets: [Offset]) {
    (self.fill, self.width, self.height, self.offsets) = (fill, width, height, offsets)
    isWide = false
  }

  package static func largestCount(images: Int) -> Int { 18 + 8 * images }

  /// Reads the payload of so many images; throws `limitExceeded` where the canvas is larger than ``AuxLimits/pixels``.
  package init(
    parsing reader: inout ByteReader, images: Int, limits: AuxLimits = .standard
  ) throws(AuxError) {
    let version = try reader.readUInt8()
    guard version == 0 else { throw AuxError(.unsupported, "version \(version) of an overlay") }
    let isWide = try reader.readUInt8() & 1 == 1
    fill = []
    for _ in 0..<4 { fill.append(try reader.readUInt16()) }
    width = Int(try reader.readItemID(wide: isWide))
    height = Int(try reader.readItemID(wide: isWide))
    _ = try limits.checkedPixelCount(width: width, height: height)
    func signed(_ bits: UInt32) -> Int {
      isWide ? Int(Int32(bitPattern: bits)) : Int(Int16(truncatingIfNeeded: bits))
    }
    offsets = []
    for _ in 0..<images {
      let left = signed(try reader.readItemID(wide: isWide))
      offsets.append(Offset(left: left, top: signed(try reader.readItemID(wide: isWide))))
    }
    self.isWide = isWide
  }

  package func serialize(into writer: inout ByteWriter) {
    writer.write([0, isWide ? 1 : 0] as [UInt8])
    for value in fill { writer.write(value) }
    for number in [width, height] + offsets.flatMap({ [$0.left, $0.top] }) {
      writer.write(itemID: UInt32(truncatingIfNeeded: number), wide: isWide)
    }
  }
}
