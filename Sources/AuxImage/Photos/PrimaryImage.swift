/// The primary image of a file: its size as stored, and how it is turned for display.
public struct PrimaryImage: Hashable, Sendable {
  /// The width as stored, in pixels.
  public let width: Int
  /// The height as stored, in pixels.
  public let height: Int
  /// How it is to be turned for display.
  public let orientation: ImageOrientation

  /// The size as displayed.
  public var displaySize: (width: Int, height: Int) {
    orientation.swapsSides ? (height, width) : (width, height)
  }

  package init(width: Int, height: Int, orientation: ImageOrientation = .up) {
    self.width = width
    self.height = height
    self.orientation = orientation
  }
}

/// The metadata of a photo, in the bytes of its file.
public struct PhotoMetadata: Hashable, Sendable {
  /// The Exif block, a TIFF stream from its byte-order mark on, if any.
  ///
  /// Source: CIPA DC-008 (Exif 2.32), 4.5.2.
  public var exif: [UInt8]?
  /// The XMP packet, if any. Source: ISO 16684-1.
  public var xmp: [UInt8]?
  /// The records of IPTC-NAA, if any, as the captions and keywords of JPEG and TIFF files.
  ///
  /// Source: IPTC-NAA Information Interchange Model 4.2.
  public var iptc: [UInt8]?

  /// Creates metadata.
  public init(exif: [UInt8]? = nil, xmp: [UInt8]? = nil, iptc: [UInt8]? = nil) {
    (self.exif, self.xmp, self.iptc) = (exif, xmp, iptc)
  }
}
