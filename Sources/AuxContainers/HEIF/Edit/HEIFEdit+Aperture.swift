package import AuxImage

extension HEIFEdit {
  /// Gives the primary item, which has no `clap` yet, the first columns and rows as its clean aperture, as an
  /// essential property before those that turn it.
  ///
  /// Throws `usage` where it has one, where it is turned already, or where the size is larger than the image.
  /// Source: ISO/IEC 14496-12, 12.1.4; ISO/IEC 23000-22, 7.3.6.7.
  package mutating func cropPrimary(width: Int, height: Int) throws(AuxError) {
    let types = file.properties(of: file.primaryItem).map(\.box.type)
    let size = try file.imageSize(of: file.primaryItem)
    guard !types.contains("clap"), !types.contains("irot"), !types.contains("imir") else {
      throw AuxError(.usage, "the primary item is cropped or turned already", place: "meta/iprp/ipma")
    }
    guard
      let aperture = CleanApertureProperty(firstColumns: width, rows: height, of: size)
    else { throw AuxError(.usage, "\(width)x\(height) of an image of \(size.width)x\(size.height)") }
    try associate([Box("clap", aperture.serialize)], isEssential: true, with: meta.primary.itemID)
  }
}

extension CleanApertureProperty {
  /// Creates the aperture of the first columns and rows of an image; nil where it has fewer, or none are left.
  package init?(firstColumns width: Int, rows height: Int, of size: (width: Int, height: Int)) {
    guard let columns = UInt32(exactly: width), let rows = UInt32(exactly: height), columns > 0, rows > 0,
      width <= size.width, height <= size.height, let right = Int32(exactly: width - size.width),
      let bottom = Int32(exactly: height - size.height)
    else { return nil }
    self.width = Fraction(columns, 1)
    self.height = Fraction(rows, 1)
    // The distance of the centres is half of what is cut off.
    horizontalOffset = Fraction(UInt32(bitPattern: right), 2)
    verticalOffset = Fraction(UInt32(bitPattern: bottom), 2)
  }
}
