/// The header of a PNG file.
package struct PNGHeader: Hashable, Sendable {
  /// The kinds of pixel.
  package enum ColorType: Int, Hashable, Sendable {
    /// Gray.
    case gray = 0
    /// Red, green and blue.
    case rgb = 2
    /// Indexes into a palette.
    case palette = 3
    /// Gray and alpha.
    case grayAlpha = 4
    /// Red, green, blue and alpha.
    case rgba = 6
  }

  /// The number of pixels in a row.
  package var width: Int
  /// The number of rows.
  package var height: Int
  /// The number of bits of a sample in the file: 1, 2, 4, 8 or 16.
  package var bitDepth: Int
  /// The kind of pixel in the file.
  package var colorType: ColorType

  /// Creates a header.
  package init(width: Int, height: Int, bitDepth: Int, colorType: ColorType) {
    self.width = width
    self.height = height
    self.bitDepth = bitDepth
    self.colorType = colorType
  }
}
