internal import AuxKernels

/// How the codes of an image with several components represent colours.
///
/// Source: ISO/IEC 23091-2; Specs/types.md, "Colour images".
package struct ColourEncoding: Hashable, Sendable {
  /// Which components there are, and how many samples of each.
  package enum Layout: String, Hashable, Sendable, CaseIterable {
    /// Luma, and chroma of half the width and height.
    case yCbCr420 = "4:2:0"
    /// Luma, and chroma of half the width.
    case yCbCr422 = "4:2:2"
    /// Luma and chroma of one size.
    case yCbCr444 = "4:4:4"
    /// Red, green and blue.
    case rgb = "RGB"

    /// By how many bits a column of the image is shifted to give that of chroma, and a row.
    package var chromaShifts: (across: Int, down: Int) {
      switch self {
      case .yCbCr420: (1, 1)
      case .yCbCr422: (1, 0)
      case .yCbCr444, .rgb: (0, 0)
      }
    }

    /// Whether chroma samples begin at a column and a row.
    func isChromaEdge(column: Int, row: Int) -> Bool {
      column & chromaShifts.across == 0 && row & chromaShifts.down == 0
    }
  }

  package var layout: Layout
  /// The bits of a code, 8...16.
  package var bitsPerComponent: Int
  /// The code point of the matrix; 2 is unspecified and taken for 6, that of BT.601.
  package var matrixCoefficients: Int
  /// Whether codes take the full range, and not that of video.
  package var isFullRange: Bool
  /// The code point of the primaries; 2 is unspecified.
  package var colourPrimaries: Int
  /// The code point of the transfer characteristics; 2 is unspecified.
  package var transferCharacteristics: Int

  package init(
    layout: Layout, bitsPerComponent: Int, matrixCoefficients: Int = 2, isFullRange: Bool,
    colourPrimaries: Int = 2, transferCharacteristics: Int = 2
  ) {
    self.layout = layout
    self.bitsPerComponent = bitsPerComponent
    self.matrixCoefficients = matrixCoefficients
    self.isFullRange = isFullRange
    self.colourPrimaries = colourPrimaries
    self.transferCharacteristics = transferCharacteristics
  }

  /// Whether the components as coded are red, green and blue, in whatever order.
  var isRGB: Bool { layout == .rgb || matrixCoefficients == 0 }

  /// The format in which the samples are handed out: Core Video's for the layout, bits and range.
  ///
  /// Red, green and blue are `BGRA` of 8 bits, or `l64r` where they have more; so is luma and chroma of a depth that
  /// Core Video has no format for, converted.
  package var pixelFormat: PixelFormat {
    if !isRGB, let format = PixelFormat(self) { return format }
    return bitsPerComponent == 8 ? .BGRA : .l64r
  }

  /// Returns the matrix; throws `AuxError` with code `unsupported` for one that is not linear, or unknown.
  func matrix() throws(AuxError) -> ColourMatrix {
    switch matrixCoefficients {
    case 0: return .identity
    case 1: return ColourMatrix(red: 0.2126, blue: 0.0722)
    case 4: return ColourMatrix(red: 0.3, blue: 0.11)
    case 2, 5, 6: return ColourMatrix(red: 0.299, blue: 0.114)
    case 7: return ColourMatrix(red: 0.212, blue: 0.087)
    case 8: return .yCgCo
    case 9: return ColourMatrix(red: 0.2627, blue: 0.0593)
    default:
      throw AuxError(
        .unsupported,
        "matrix coefficients \(matrixCoefficients) (ISO/IEC 23091-2 8.3) are not turned into RGB")
    }
  }
}

/// The code points by which samples are colours, as a bitstream or a `colr` property of kind `nclx` states them.
///
/// Source: ISO/IEC 23091-2; 2 means unspecified.
package struct ColourCodePoints: Hashable, Sendable {
  package var primaries: Int
  package var transfer: Int
  package var matrix: Int
  /// Whether samples take all codes, and not those of video alone.
  package var isFullRange: Bool

  /// The matrix by which a photo becomes red, green and blue: a number that is reserved, or names none that is linear, counts as
  /// unspecified (H.265, E.3.1), as with libheif.
  package var photoMatrix: Int {
    switch matrix {
    case 0...2, 4...9: matrix
    case 10: 9
    // By the primaries: those of BT.709 and BT.2020 have matrices of their own.
    case 12, 13: primaries == 1 || primaries == 9 ? primaries : 2
    default: 2
    }
  }

  package init(primaries: Int = 2, transfer: Int = 2, matrix: Int = 2, isFullRange: Bool) {
    (self.primaries, self.transfer, self.matrix) = (primaries, transfer, matrix)
    self.isFullRange = isFullRange
  }
}
