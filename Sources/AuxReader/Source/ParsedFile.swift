package import AuxImage

/// What reading the headers of a file gave: one case for each container that is known.
package enum ParsedFile: Sendable {
  /// A JPEG file.
  case jpeg(JPEGReader)
  /// A HEIF file: HEIC, AVIF.
  case heif(HEIFReader)
  /// A DNG file.
  case dng(DNGReader)
  /// A PNG file.
  case png(PNGReader)
  /// A TIFF file that is no DNG.
  case tiff(TIFFReader)
  /// A WebP file.
  case webp(WebPReader)
  /// An OpenEXR file.
  case exr(EXRReader)

  /// What the readers of all containers have in common.
  package var reader: any ContainerReader {
    switch self {
    case .jpeg(let reader): reader
    case .heif(let reader): reader
    case .dng(let reader): reader
    case .png(let reader): reader
    case .tiff(let reader): reader
    case .webp(let reader): reader
    case .exr(let reader): reader
    }
  }
}

/// What every container's reader offers.
package protocol ContainerReader: Sendable {
  /// The container.
  var container: ImageContainer { get }
  /// The primary image.
  var primary: PrimaryImage? { get }
  /// The auxiliary images.
  var auxiliaryImages: [AuxiliaryImage] { get }
  /// What was forgiven.
  var notes: [String] { get }
  /// The images for two eyes; nil where the file has none, or its container is not asked for them.
  var stereoPair: StereoGroup? { get }
  /// The tracks of auxiliary images beside a sequence; none where the container is not asked for them.
  var auxiliaryTracks: [AuxiliaryTrack] { get }
  /// Decodes one of ``auxiliaryImages``; ``ImageSource`` sees to it that it is one.
  func stored(_ image: AuxiliaryImage) throws(AuxError) -> StoredAuxiliaryImage
  /// Decodes ``primary``, which is not nil.
  func primaryPixels() throws(AuxError) -> PhotoPixels
  /// Decodes ``primary``, which is not nil, and says what its pixels do not hold.
  func decodedPrimary() throws(AuxError) -> DecodedPrimary
  /// Returns the metadata of ``primary``, which is not nil.
  func primaryMetadata() throws(AuxError) -> PhotoMetadata
}

extension ContainerReader {
  /// No pair: HEIF alone has them.
  package var stereoPair: StereoGroup? { nil }

  /// No tracks: HEIF alone has them.
  package var auxiliaryTracks: [AuxiliaryTrack] { [] }

  /// Decodes ``primary`` of a container whose pixels are the file's own.
  package func decodedPrimary() throws(AuxError) -> DecodedPrimary {
    DecodedPrimary(pixels: try primaryPixels())
  }
}
