/// The bounds that hostile or broken input may not pass; checked before anything is allocated.
public struct Limits: Hashable, Sendable {
  /// The largest number of pixels of one image that is decoded; 2^28 (268 megapixels).
  public var pixels: Int = 1 << 28
  /// The largest number of channels in one OpenEXR file; 4,096.
  public var exrChannels: Int = 4096
  /// The largest XMP packet, extended XMP included, in bytes; 64 MiB.
  public var xmpBytes: Int = 64 << 20
  /// The largest number of segments before one JPEG scan; 4,096.
  public var jpegSegments: Int = 4096
  /// The largest number of chunks of a PNG file that are looked at; 131,072.
  public var pngChunks: Int = 1 << 17
  /// The largest number of chunks of a WebP file that are looked at; 65,536.
  public var webpChunks: Int = 1 << 16
  /// The largest number of images in one multi-picture file, and of auxiliary images in one HEIF file; 1,024.
  public var images: Int = 1024
  /// The largest coded auxiliary image that is loaded, in bytes; 256 MiB.
  public var codedBytes: Int = 256 << 20
  /// The largest map file that is loaded, and the most that is read from standard input, in bytes; 2 GiB.
  public var mapFileBytes: Int = 2 << 30
  /// The deepest nesting of ISO BMFF boxes; 16.
  public var boxDepth: Int = 16
  /// The largest number of items in one HEIF file; 65,536.
  public var items: Int = 65_536
  /// The largest `meta` box, in bytes; 64 MiB.
  public var metaBytes: Int = 64 << 20
  /// The largest number of TIFF directories; 256.
  public var directories: Int = 256
  /// The deepest nesting of TIFF directories in each other's SubIFDs; 16.
  public var directoryDepth: Int = 16
  /// The largest value of one TIFF entry that is loaded, in bytes; 16 MiB.
  public var entryBytes: Int = 16 << 20

  /// Creates the default limits.
  public init() {}

  /// The default limits.
  public static let standard = Limits()

  /// Returns `width * height`, or throws where the product passes ``pixels`` or a side is zero.
  public func checkedPixelCount(width: Int, height: Int) throws(AuxError) -> Int {
    guard width > 0, height > 0 else {
      throw AuxError(.malformed, "an image of \(width)x\(height) has no pixels")
    }
    let (count, overflow) = width.multipliedReportingOverflow(by: height)
    guard !overflow, count <= pixels else {
      throw AuxError(.limitExceeded, "\(width)x\(height) is more than the limit of \(pixels) pixels")
    }
    return count
  }
}
