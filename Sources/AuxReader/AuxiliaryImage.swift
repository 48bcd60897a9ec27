public import AuxImage

/// One auxiliary image of a file, as its headers describe it.
public struct AuxiliaryImage: Hashable, Sendable {
  /// Where the image stands in its file.
  package enum Location: Hashable, Sendable {
    /// The further JPEG image of that index.
    case jpegSecondary(Int)
    /// The JPEG file itself, which is an auxiliary image without a primary.
    case jpegPrimary
    /// The image in the XMP of Google's depth maps.
    case gdepth
    /// The item of Google's Dynamic Depth that the primary's XMP names.
    case dynamicDepth
    /// The HEIF item of that number.
    case heifItem(UInt32)
    /// The depth map of a DNG file: the directory at that offset.
    case dngDepth(Int)
    /// The semantic mask of a DNG file: the directory at that offset.
    case dngMask(Int)

    /// Whether the image is one of Google's, which the primary's XMP holds or names.
    ///
    /// It goes where the primary goes: it is neither replaced nor removed, and no image of Apple's.
    package var isOfPrimaryXMP: Bool { self == .gdepth || self == .dynamicDepth }
  }

  /// The position among the auxiliary images of the file, from 0.
  public let index: Int
  /// The kind.
  public let type: AuxiliaryDataType
  /// What the file calls it: a URN, the text of `apdi:AuxiliaryImageType` or of its sub-type, `GDepth` or
  /// `DynamicDepth`.
  public let identifier: String
  /// The width as stored, in pixels.
  public let width: Int
  /// The height as stored, in pixels.
  public let height: Int
  /// The format that decoding hands out.
  public let pixelFormat: PixelFormat
  /// The format of the coded samples, where the file says.
  public let storedFormat: PixelFormat?
  /// What the codes of a depth map mean, where the file says.
  public let range: CodeRange?
  /// The properties.
  public let metadata: AuxiliaryMetadata
  /// The codec of the coded samples: `jpeg`, `hevc`, ….
  public let codec: String
  /// The number of coded bytes.
  public let byteCount: Int
  package let location: Location

  /// Creates a description; the pixel format and, for depth, the meaning of the codes follow from the metadata.
  package init(
    index: Int, type: AuxiliaryDataType, identifier: String, size: (width: Int, height: Int),
    metadata: AuxiliaryMetadata, range: CodeRange?, codec: String, byteCount: Int, location: Location,
    hasWideCodes: Bool = false
  ) {
    self.index = index
    self.type = type
    self.identifier = identifier
    width = size.width
    height = size.height
    pixelFormat = metadata.nativeFormat(for: type)
    // No four characters name 16-bit codes, whatever the XMP beside them says of the 8-bit form.
    storedFormat = hasWideCodes ? nil : metadata.storedFormat
    self.range = range
    self.metadata = metadata
    self.codec = codec
    self.byteCount = byteCount
    self.location = location
  }

  /// The number of bytes of a row of decoded samples.
  public var bytesPerRow: Int { width * (pixelFormat.sampleType?.byteCount ?? 1) }

  /// The smallest and the largest value in the unit of ``pixelFormat``; nil for mattes and gain maps.
  public var valueBounds: (min: Double, max: Double)? {
    guard let range, let quantity = pixelFormat.quantity else { return nil }
    let ends = [range.atZero, range.atMax].map { quantity == range.quantity ? $0 : 1 / $0 }
    return (Swift.min(ends[0], ends[1]), Swift.max(ends[0], ends[1]))
  }
}

/// The primary image of a file, as its headers describe it.
public struct PrimaryImage: Hashable, Sendable {
  /// The width as stored, in pixels.
  public let width: Int
  /// The height as stored, in pixels.
  public let height: Int
  /// How it is to be turned for display.
  public let orientation: ImageOrientation
}
