internal import AuxCodecs
package import AuxContainers
public import AuxImage

/// An image file opened for reading, as `CGImageSource`.
///
/// Opening reads headers only. A source may be used from many threads at once.
public struct ImageSource: Sendable {
  /// The path that messages name; nil for a source in memory.
  public let path: String?
  /// The bounds that reading keeps to.
  public let limits: Limits
  package let bytes: any ByteSource
  package let reader: any ContainerReader

  /// Opens the file at `path`, whatever its extension.
  ///
  /// Throws `AuxError`: `inputMissing`, `unsupported` where it is no JPEG, HEIF, DNG or PNG, `malformed` or
  /// `truncated` where its headers are damaged.
  public init(_ path: String, limits: Limits = .standard) throws(AuxError) {
    try self.init(path: path, bytes: FileByteSource(path: path), limits: limits)
  }

  /// Opens a file that is in memory.
  public init(data: [UInt8], limits: Limits = .standard) throws(AuxError) {
    try self.init(path: nil, bytes: MemoryByteSource(data), limits: limits)
  }

  /// Opens a file that is read through `bytes`.
  package init(bytes: any ByteSource, limits: Limits = .standard) throws(AuxError) {
    try self.init(path: nil, bytes: bytes, limits: limits)
  }

  private init(path: String?, bytes: any ByteSource, limits: Limits) throws(AuxError) {
    self.path = path
    self.bytes = bytes
    self.limits = limits
    let prefix = try bytes.readPrefix(at: 0, count: 16)
    guard !prefix.isEmpty else { throw AuxError(.truncated, "the file is empty", offset: 0) }
    switch ImageContainer(prefix: prefix) {
    case .jpeg: reader = try JPEGReader(bytes, limits: limits)
    case .png: reader = try PNGReader(bytes, limits: limits)
    case .heif: reader = try HEIFReader(bytes, limits: limits)
    case .tiff, .dng: reader = try DNGReader(bytes, limits: limits)
    case nil: throw AuxError(.unsupported, "is no JPEG, HEIF, DNG or PNG file", offset: 0)
    }
  }

  /// The container, told by content.
  public var container: ImageContainer { reader.container }
  /// The primary image; nil where the file is a lone auxiliary image.
  public var primary: PrimaryImage? { reader.primary }
  /// The auxiliary images, in the order of the file.
  public var auxiliaryImages: [AuxiliaryImage] { reader.auxiliaryImages }
  /// What was forgiven while the headers were read.
  public var notes: [String] { reader.notes }

  /// Returns the first auxiliary image of that type.
  public func auxiliaryImage(_ type: AuxiliaryDataType) -> AuxiliaryImage? {
    auxiliaryImages.first { $0.type == type }
  }

  /// Decodes an auxiliary image of this source to its stored codes.
  ///
  /// Throws `AuxError`: `codec` for a damaged bitstream, `limitExceeded`, `malformed`.
  public func stored(_ image: AuxiliaryImage) throws(AuxError) -> StoredAuxiliaryImage {
    do throws(AuxError) {
      _ = try limits.checkedPixelCount(width: image.width, height: image.height)
      return try reader.stored(image)
    } catch { throw error.within("auxiliary image \(image.index) (\(image.type))") }
  }

  /// Decodes the depth data of an auxiliary image of this source.
  ///
  /// Throws `AuxError`: `unsupported` for an image that is not of depth data, else as ``stored(_:)``.
  public func depthData(_ image: AuxiliaryImage) throws(AuxError) -> DepthData {
    try stored(image).depthData()
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
  /// Decodes one of ``auxiliaryImages``.
  func stored(_ image: AuxiliaryImage) throws(AuxError) -> StoredAuxiliaryImage
}
