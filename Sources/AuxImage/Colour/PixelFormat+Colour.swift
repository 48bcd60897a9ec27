extension PixelFormat {
  /// Blue, green, red and alpha of 8 bits, `kCVPixelFormatType_32BGRA`.
  public static let BGRA = PixelFormat(rawValue: 0x4247_5241)
  /// Red, green, blue and alpha of 16 bits, little-endian, `kCVPixelFormatType_64RGBALE`.
  public static let l64r = PixelFormat(rawValue: 0x6C36_3472)

  /// Core Video's formats of a plane of luma, and one of Cb and Cr in turn.
  ///
  /// Codes of 10 bits are in the upper bits of 16. Source: Core Video, `CVPixelBuffer.h`.
  private static let biplanar:
    [(name: StaticString, layout: ColourEncoding.Layout, bits: Int, isFullRange: Bool)] = [
      ("420v", .yCbCr420, 8, false), ("420f", .yCbCr420, 8, true), ("x420", .yCbCr420, 10, false),
      ("xf20", .yCbCr420, 10, true), ("422v", .yCbCr422, 8, false), ("422f", .yCbCr422, 8, true),
      ("x422", .yCbCr422, 10, false), ("xf22", .yCbCr422, 10, true), ("444v", .yCbCr444, 8, false),
      ("444f", .yCbCr444, 8, true), ("x444", .yCbCr444, 10, false), ("xf44", .yCbCr444, 10, true),
    ]

  /// Creates the format of luma and chroma that are coded like this; nil where Core Video has none.
  init?(_ encoding: ColourEncoding) {
    let found = Self.biplanar.first {
      ($0.layout, $0.bits, $0.isFullRange)
        == (encoding.layout, encoding.bitsPerComponent, encoding.isFullRange)
    }
    guard let found else { return nil }
    self.init(rawValue: "\(found.name)".utf8.reduce(0) { $0 << 8 | UInt32($1) })
  }

  /// What a format of several components says of them; nil for a format of one.
  ///
  /// The matrix is not among it.
  package var colourEncoding: ColourEncoding? {
    switch self {
    case .BGRA: return ColourEncoding(layout: .rgb, bitsPerComponent: 8, isFullRange: true)
    case .l64r: return ColourEncoding(layout: .rgb, bitsPerComponent: 16, isFullRange: true)
    default:
      return Self.biplanar.first { "\($0.name)" == name }.map {
        ColourEncoding(layout: $0.layout, bitsPerComponent: $0.bits, isFullRange: $0.isFullRange)
      }
    }
  }

  /// The number of planes of an image: 2 for luma and chroma apart, else 1.
  package var planeCount: Int {
    guard let encoding = colourEncoding else { return 1 }
    return encoding.layout == .rgb ? 1 : 2
  }

  /// The size of one pixel of the first plane in bytes; 1 for a format that this package does not know.
  package var bytesPerPixel: Int {
    guard let encoding = colourEncoding else { return sampleType?.byteCount ?? 1 }
    return (encoding.layout == .rgb ? 4 : 1) * (encoding.bitsPerComponent == 8 ? 1 : 2)
  }

  /// Returns the planes of an image, rows tightly packed.
  package func planes(width: Int, height: Int) -> [AuxiliaryDataInfo.Plane] {
    let first = AuxiliaryDataInfo.Plane(width: width, height: height, bytesPerRow: width * bytesPerPixel)
    guard let encoding = colourEncoding, encoding.layout != .rgb else { return [first] }
    let shifts = encoding.layout.chromaShifts
    let (across, down) = ((width + shifts.across) >> shifts.across, (height + shifts.down) >> shifts.down)
    return [first, .init(width: across, height: down, bytesPerRow: across * 2 * bytesPerPixel)]
  }
}
