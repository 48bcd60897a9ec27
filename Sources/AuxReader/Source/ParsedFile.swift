package import AuxImage

/// What reading the headers of a file gave: one case for each container that is known.
package enum ParsedFile: Sendable {
  /// A JPEG file.
  case jpeg(JPEGReader)
  /// A HEIF file: HEIC, AVIF.
  case heif(HEIFReader)
  /// A DNG file, or another TIFF file.
  case dng(DNGReader)
  /// A PNG file.
  case png(PNGReader)

  /// What the readers of all containers have in common.
  package var reader: any ContainerReader {
    switch self {
    case .jpeg(let reader): reader
    case .heif(let reader): reader
    case .dng(let reader): reader
    case .png(let reader): reader
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
  /// Decodes one of ``auxiliaryImages``; ``ImageSource`` sees to it that it is one.
  func stored(_ image: AuxiliaryImage) throws(AuxError) -> StoredAuxiliaryImage
  /// Decodes ``primary``, which is not nil.
  func primaryPixels() throws(AuxError) -> PhotoPixels
  /// Returns the metadata of ``primary``, which is not nil.
  func primaryMetadata() throws(AuxError) -> PhotoMetadata
}
