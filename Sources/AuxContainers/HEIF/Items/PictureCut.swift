package import AuxImage

/// A part of a picture that stays, by what is taken out: tiles of a grid that are outside of it, and a clean aperture for the rest.
///
/// Source: ISO/IEC 23008-12, 6.6.2.3; ISO/IEC 14496-12, 12.1.4; Specs/heif.md, "Crops without coding".
package struct PictureCut: Hashable, Sendable {
  /// The columns of tiles that stay; those of one coded image are 0..<1.
  let columns: Range<Int>
  let rows: Range<Int>
  /// The size of what is coded then.
  let width: Int
  let height: Int
  /// What of that is shown; nil where all is.
  let aperture: CleanApertureProperty?

  /// Cuts one coded image of that size; throws `usage` for a part that is not inside.
  init(_ part: PixelRectangle, of size: (width: Int, height: Int)) throws(AuxError) {
    (columns, rows) = (0..<1, 0..<1)
    (width, height) = size
    aperture = try Self.aperture(part, of: size)
  }

  /// Cuts a grid of tiles of that size, likewise.
  ///
  /// A side of the grid is even where it can be, since chroma may be half as large.
  init(_ part: PixelRectangle, of grid: GridPayload, tile: (width: Int, height: Int)) throws(AuxError) {
    guard tile.width > 0, tile.height > 0 else { throw AuxError(.malformed, "tiles without pixels") }
    let across = Self.tiles(part.x, part.width, of: grid.width, tile.width)
    let down = Self.tiles(part.y, part.height, of: grid.height, tile.height)
    (columns, rows, width, height) = (across.tiles, down.tiles, across.length, down.length)
    let left = part.x - columns.lowerBound * tile.width
    let top = part.y - rows.lowerBound * tile.height
    aperture = try Self.aperture(
      PixelRectangle(x: left, y: top, width: part.width, height: part.height), of: (width, height))
  }

  /// Returns the tiles that a stretch of a side needs, and the length of the side that they make.
  private static func tiles(
    _ start: Int, _ length: Int, of side: Int, _ tile: Int
  ) -> (tiles: Range<Int>, length: Int) {
    let first = start / tile
    let last = (start + length - 1) / tile
    let needed = start + length - first * tile
    return (first..<(last + 1), min(needed + needed % 2, side - first * tile))
  }

  private static func aperture(
    _ part: PixelRectangle, of size: (width: Int, height: Int)
  ) throws(AuxError) -> CleanApertureProperty? {
    guard (part.width, part.height) != size else { return nil }
    guard let aperture = CleanApertureProperty(part, of: size) else {
      throw AuxError(.usage, "\(part) of an image of \(size.width)x\(size.height)")
    }
    return aperture
  }

  /// Returns the numbers of the tiles that stay, row by row, of a grid of so many columns.
  func tiles(ofColumns count: Int) -> [Int] {
    rows.flatMap { row in columns.map { row * count + $0 } }
  }

  /// The grid that is left.
  var grid: GridPayload {
    GridPayload(rows: rows.count, columns: columns.count, width: width, height: height)
  }
}

extension CleanApertureProperty {
  /// Creates the aperture of a part of an image; nil where it is not inside.
  package init?(_ part: PixelRectangle, of size: (width: Int, height: Int)) {
    guard part.isInside(width: size.width, height: size.height), let columns = UInt32(exactly: part.width),
      let rows = UInt32(exactly: part.height),
      // The distance of the centres is half of what is cut off at the left less what is at the right.
      let right = Int32(exactly: 2 * part.x + part.width - size.width),
      let down = Int32(exactly: 2 * part.y + part.height - size.height)
    else { return nil }
    (width, height) = (Fraction(columns, 1), Fraction(rows, 1))
    horizontalOffset = Fraction(UInt32(bitPattern: right), 2)
    verticalOffset = Fraction(UInt32(bitPattern: down), 2)
  }
}

extension HEIFCodedImage {
  /// Returns the image with nothing but a part of it shown; what is coded stays as it is.
  ///
  /// Throws `usage` for a part that is not inside, `malformed` for tiles without a size.
  package func cut(to part: PixelRectangle) throws(AuxError) -> HEIFCodedImage {
    var result = self
    let cut: PictureCut
    if let tile = tiles.first {
      var reader = ByteReader(payload)
      let grid = try GridPayload(parsing: &reader)
      guard let box = tile.properties.first(where: { $0.box.type == "ispe" })?.box else {
        throw AuxError(.malformed, "a tile without ispe (23008-12 6.5.3)")
      }
      var sizeReader = box.reader
      let size = try ImageSpatialExtentsProperty(parsing: &sizeReader)
      cut = try PictureCut(part, of: grid, tile: (Int(size.width), Int(size.height)))
      result.tiles = cut.tiles(ofColumns: grid.columns).map { tiles[$0] }
      var writer = ByteWriter()
      cut.grid.serialize(into: &writer)
      result.payload = writer.bytes
    } else {
      cut = try PictureCut(part, of: (width, height))
    }
    (result.width, result.height, result.aperture) = (cut.width, cut.height, cut.aperture)
    return result
  }
}

extension CleanApertureProperty {
  /// Creates the aperture of the first columns and rows of an image; nil where it has fewer, or none are left.
  package init?(firstColumns width: Int, rows height: Int, of size: (width: Int, height: Int)) {
    guard let part = try? PixelRectangle(x: 0, y: 0, width: width, height: height) else { return nil }
    self.init(part, of: size)
  }
}
