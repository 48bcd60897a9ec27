package import AuxContainers
public import AuxImage

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
  /// The data of makers after the images, first to last; empty where the container is not asked for them.
  var trailers: [Trailer] { get }
  /// The videos of a motion photo; empty where the container is not asked for them.
  var videos: [Range<Int>] { get }
  /// The bytes of the C2PA manifest; empty without one, and where the container is not asked for it.
  var manifestRanges: [Range<Int>] { get }
  /// Decodes one of ``auxiliaryImages``; ``ImageSource`` sees to it that it is one.
  func stored(_ image: AuxiliaryImage) throws(AuxError) -> StoredAuxiliaryImage
  func primaryPixels() throws(AuxError) -> PhotoPixels
  /// Decodes ``primary``, which is not nil, and says what its pixels do not hold.
  func decodedPrimary() throws(AuxError) -> DecodedPrimary
  /// Whether the headers state PQ or HLG for the primary, or what it is derived from; false where they cannot.
  func hasHDRPrimary() throws(AuxError) -> Bool
  /// Decodes the pictures of the photo, whose ``primary`` is not nil, for nothing but their faults.
  func checkPictures() -> [PictureCheck]
  /// Returns the metadata of ``primary``, which is not nil.
  func primaryMetadata() throws(AuxError) -> PhotoMetadata
}

extension ContainerReader {
  package var cut: AuxError? { nil }

  package var stereoPair: StereoGroup? { nil }

  package var auxiliaryTracks: [AuxiliaryTrack] { [] }

  package var trailers: [Trailer] { [] }

  package var videos: [Range<Int>] { [] }

  package var manifestRanges: [Range<Int>] { [] }

  package func hasHDRPrimary() throws(AuxError) -> Bool { false }

  /// Decodes ``primary`` of a container whose pixels are the file's own.
  package func decodedPrimary() throws(AuxError) -> DecodedPrimary {
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

  package init(pixels: PhotoPixels, notes: [String] = [], isReducedPreview: Bool = false) {
    (self.pixels, self.notes, self.isReducedPreview) = (pixels, notes, isReducedPreview)
  }
}
