package import AuxContainers
public import AuxImage
public import AuxKernels

/// What every container's reader offers.
package protocol ContainerReader: Sendable {
  var container: ImageContainer { get }
  var primary: PrimaryImage? { get }
  var auxiliaryImages: [AuxiliaryImage] { get }
  var notes: [String] { get }
  /// What the headers name and the file lacks; nil where nothing is, and where rules look at the structure.
  var cut: AuxError? { get }
  /// The images for two eyes; nil where the file has none, or its container is not asked for them.
  var stereoPair: StereoGroup? { get }
  /// The tracks of auxiliary images beside a sequence; none where the container is not asked for them.
  var auxiliaryTracks: [AuxiliaryTrack] { get }
  /// The data of known forms after the images, first to last; empty where the container is not asked for them.
  var trailers: [Trailer] { get }
  /// Other data after the images; nil without any, and where the container is not asked for them.
  var unknownTrailer: Range<Int>? { get }
  /// The videos of a motion photo; empty where the container is not asked for them.
  var videos: [Range<Int>] { get }
  /// The bytes of the C2PA manifest; empty without one, and where the container is not asked for it.
  var manifestRanges: [Range<Int>] { get }
  /// Decodes one of ``auxiliaryImages``; ``ImageSource`` sees to it that it is one.
  func stored(_ image: AuxiliaryImage) throws(AuxError) -> StoredAuxiliaryImage
  func primaryPixels() throws(AuxError) -> PhotoPixels
  /// Decodes ``primary``, which is not nil, and says what its pixels do not hold.
  func decodedPrimary(_ options: PrimaryOptions) throws(AuxError) -> DecodedPrimary
  /// Whether the headers state PQ or HLG for the primary, or what it is derived from; false where they cannot.
  func hasHDRPrimary() throws(AuxError) -> Bool
  /// Decodes the pictures of the photo, whose ``primary`` is not nil, for nothing but their faults.
  func checkPictures() -> [PictureCheck]
  /// Returns the metadata of ``primary``, which is not nil.
  func primaryMetadata() throws(AuxError) -> PhotoMetadata
  /// Returns the Exif block of ``primaryMetadata()``; nil without one.
  func primaryExif() throws(AuxError) -> [UInt8]?
}

extension ContainerReader {
  package var cut: AuxError? { nil }

  package var stereoPair: StereoGroup? { nil }

  package var auxiliaryTracks: [AuxiliaryTrack] { [] }

  package var trailers: [Trailer] { [] }

  package var unknownTrailer: Range<Int>? { nil }

  package var videos: [Range<Int>] { [] }

  package var manifestRanges: [Range<Int>] { [] }

  package func hasHDRPrimary() throws(AuxError) -> Bool { false }

  package func primaryExif() throws(AuxError) -> [UInt8]? { try primaryMetadata().exif }

  /// Decodes ``primary`` of a container whose pixels are the file's own.
  package func decodedPrimary(_ options: PrimaryOptions) throws(AuxError) -> DecodedPrimary {
    DecodedPrimary(pixels: try primaryPixels())
  }
}

/// A reader of a container that is never written to, whose file no ``FileModel`` walks before.
package protocol ReadOnlyFileReader: ContainerReader {
  /// The container.
  static var container: ImageContainer { get }
  /// Reads the headers.
  init(_ source: any ByteSource, limits: AuxLimits) throws(AuxError)
  /// Adds the parts of a file, right or wrong up to the first that cannot be read.
  static func addParts(
    of source: any ByteSource, to list: inout StructureList, limits: AuxLimits
  ) throws(AuxError)
}

extension ReadOnlyFileReader {
  package var container: ImageContainer { Self.container }
}

/// A reader of a container that holds no auxiliary images: a source of primaries.
package protocol PrimaryReader: ContainerReader {}

extension PrimaryReader {
  package var auxiliaryImages: [AuxiliaryImage] { [] }

  package func stored(_ image: AuxiliaryImage) throws(AuxError) -> StoredAuxiliaryImage {
    throw container.lacksAuxiliaryImages(.missingImage)
  }
}

/// The pixels of a primary image, and what became of samples that they cannot hold.
public struct DecodedPrimary: Hashable, Sendable {
  /// The pixels as they are stored.
  public let pixels: PhotoPixels
  /// Notes on clipped, converted or dropped data; empty where the pixels are the file's own.
  public let notes: [String]
  /// Whether the pixels are a preview of a raw image that has more of them, and is not developed.
  public let isReducedPreview: Bool
  /// The opacity as codes of 8 bits, 255 for opaque; nil if all pixels are opaque, or flattened.
  public let alpha: PixelPlane?

  package init(
    pixels: PhotoPixels, notes: [String] = [], isReducedPreview: Bool = false, alpha: PixelPlane? = nil
  ) {
    (self.pixels, self.notes, self.isReducedPreview, self.alpha) = (pixels, notes, isReducedPreview, alpha)
  }
}

/// How the primary image of a file with layers or an alpha channel is decoded.
public struct PrimaryOptions: Hashable, Sendable {
  /// What becomes of the alpha channel.
  public enum Alpha: Hashable, Sendable {
    /// The picture is put over a color, in code values of its color space.
    case flattened(red: UInt8, green: UInt8, blue: UInt8)
    /// The colors stay, and `DecodedPrimary.alpha` is the opacity.
    case kept

    /// Creates it from `black`, `white`, `#RRGGBB`, or `none` for ``kept``; nil for another text.
    package init?(text: String) {
      switch text {
      case "none": self = .kept
      case "black": self = .flattened(red: 0, green: 0, blue: 0)
      case "white": self = .flattened(red: 255, green: 255, blue: 255)
      default:
        guard text.utf8.count == 7, text.hasPrefix("#"), let color = UInt32(text.dropFirst(), radix: 16)
        else {
          return nil
        }
        self = .flattened(
          red: UInt8(color >> 16), green: UInt8(color >> 8 & 0xFF), blue: UInt8(color & 0xFF))
      }
    }
  }

  /// The layer of an OpenEXR file that is the photo, as `ViewLayer.Combined`, or as `PART/LAYER`; nil for the usual one.
  public var layer: String?
  /// What becomes of the alpha channel of PNG, TIFF, WebP and OpenEXR files.
  public var alpha = Alpha.flattened(red: 0, green: 0, blue: 0)
  /// What a decoder of JPEG may divide both sides by, 1, 2, 4 or 8, since a smaller picture is made of it; others do not.
  package var reduction = 1

  /// Creates the default options.
  public init() {}
}
