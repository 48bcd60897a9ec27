package import AuxContainers
public import AuxImage

/// An image file opened for reading, as `CGImageSource`.
///
/// Opening reads headers only. A source may be used from many threads at once.
public struct ImageSource: Sendable {
  /// The path that messages name; nil for a source in memory.
  public let path: String?
  /// The bounds that reading keeps to.
  public var limits: AuxLimits { model.limits }
  package var bytes: any ByteSource { model.bytes }
  package let parsed: ParsedFile
  /// What the file was parsed to; rules look at it.
  package let model: FileModel
  private let identity: SourceIdentity
  /// The auxiliary images, in the order of the file.
  public let auxiliaryImages: [AuxiliaryImage]
  /// How the primary image of a file with layers or an alpha channel is decoded.
  public var primaryOptions = PrimaryOptions()

  /// Opens the file at `path`, whatever its extension; `-` is standard input, which is read into memory.
  ///
  /// Throws `AuxError`: `inputMissing`, `unsupported` for one of no `ImageContainer`, `malformed` or
  /// `truncated` where its headers are damaged, `io` where the system gives no bytes, as all calls do then; of
  /// standard input also `limitExceeded`. The error names the path.
  public init(_ path: String, limits: AuxLimits = .standard) throws(AuxError) {
    try self.init(bytes: Self.bytes(of: path, limits: limits), limits: limits, path: path)
  }

  /// Opens the file at `path` to be replaced by an edit of itself. Others that open it so wait until all copies of this
  /// value, and all values made from it, are gone.
  ///
  /// Edits of one file from several processes then come one after the other, and each finds the file of the one before.
  /// A thread that opens the same file so twice waits for itself. Throws as the initialiser of a path.
  public init(editing path: String, limits: AuxLimits = .standard) throws(AuxError) {
    try self.init(bytes: Self.bytes(of: path, limits: limits, locking: true), limits: limits, path: path)
  }

  /// Opens the bytes of a file; an error names it.
  private static func bytes(
    of path: String, limits: AuxLimits, locking: Bool = false
  ) throws(AuxError) -> any ByteSource {
    do throws(AuxError) { return try InputBytes.open(path, limits: limits, locking: locking) } catch {
      throw error.about(StandardStream.inputName(path))
    }
  }

  /// Opens a file that is in memory.
  public init(data: [UInt8], limits: AuxLimits = .standard) throws(AuxError) {
    try self.init(FileModel(MemoryByteSource(data), limits: limits))
  }

  /// Opens a file that is read through `bytes`.
  package init(bytes: any ByteSource, limits: AuxLimits = .standard, path: String? = nil) throws(AuxError) {
    do throws(AuxError) {
      self = try bytes.rethrowingReadFailure { () throws(AuxError) in
        try ImageSource(FileModel(bytes, limits: limits), path: path)
      }
    } catch { throw path.map { error.about(StandardStream.inputName($0)) } ?? error }
  }

  /// Takes over a file that was walked already; nothing of its structure is read again.
  package init(_ model: FileModel, path: String? = nil) throws(AuxError) {
    self.path = path
    self.model = model
    switch model.structure {
    case .jpeg(let structure): parsed = .jpeg(try JPEGReader(model.images(of: structure), model.packets))
    case .heif(let structure): parsed = .heif(try HEIFReader(structure, model.packets))
    case .tiff(let structure):
      let file = try DNGFile(TIFFFile(structure))
      parsed = file.isDNG ? .dng(try DNGReader(file, model.packets)) : .readOnly(TIFFReader(file))
    case .readOnly(let reader): parsed = .readOnly(try reader.init(model.bytes, limits: model.limits))
    }
    let identity = SourceIdentity()
    self.identity = identity
    auxiliaryImages = parsed.reader.auxiliaryImages.map { $0.listed(by: identity) }
  }

  /// The container, recognised by content.
  public var container: ImageContainer { parsed.reader.container }
  /// The primary image; nil where the file is a lone auxiliary image.
  public var primary: PrimaryImage? { parsed.reader.primary }
  /// How the photo is to be turned for display, 1...8 as in Exif; `up` where the file is a lone auxiliary image.
  public var orientation: ImageOrientation { primary?.orientation ?? .up }
  /// The images for two eyes that the file has, as a spatial photo of HEIF and a JPEG file with Leia's data do; nil for others.
  public var stereoPair: StereoGroup? { parsed.reader.stereoPair }

  /// How many views of one scene a multi-picture file has, as cameras of 3D write it; 0 for other files.
  package var viewCount: Int { if case .jpeg(let reader) = parsed { reader.viewCount } else { 0 } }
  /// The tracks of auxiliary images that the file has beside a sequence of images; they are not decoded.
  public var auxiliaryTracks: [AuxiliaryTrack] { parsed.reader.auxiliaryTracks }
  /// Notes on faults that were forgiven while the headers were read.
  public var notes: [String] { parsed.reader.notes }

  /// Returns the first auxiliary image of that type.
  public func auxiliaryImage(_ type: AuxiliaryDataType) -> AuxiliaryImage? {
    auxiliaryImages.first { $0.type == type }
  }

  /// Whether this source, or the one that it is a copy of, listed the image.
  package func owns(_ image: AuxiliaryImage) -> Bool { image.owner == identity }

  /// Throws `AuxError` with code `usage` for an image that this source did not list.
  package func checkOwner(of image: AuxiliaryImage) throws(AuxError) {
    guard owns(image) else { throw image.foreignError }
  }

  /// Throws what kept bytes from being read since the source was opened, whatever became of the error.
  package func checkReading() throws(AuxError) { try bytes.rethrowingReadFailure { () throws(AuxError) in } }

  /// Decodes an auxiliary image of this source to its stored codes.
  ///
  /// Throws `AuxError`: `usage` for an image of another source, ``AuxiliaryImage/failure`` where it has one, `codec` for a
  /// damaged bitstream, `limitExceeded`, `malformed`.
  public func stored(_ image: AuxiliaryImage) throws(AuxError) -> StoredAuxiliaryImage {
    try checkOwner(of: image)
    do throws(AuxError) {
      if let failure = image.failure { throw failure }
      _ = try limits.checkedDecoding(width: image.width, height: image.height)
      return try bytes.rethrowingReadFailure { () throws(AuxError) in try parsed.reader.stored(image) }
    } catch { throw error.within(image.place) }
  }

  /// Decodes the depth data of an auxiliary image of this source.
  ///
  /// Throws `AuxError`: `unsupported` for an image that is not of depth data, else as ``stored(_:)``.
  public func depthData(_ image: AuxiliaryImage) throws(AuxError) -> DepthData {
    try stored(image).depthData()
  }

  /// Decodes the first depth map, depth or disparity, as displayed unless `isUpright` is false.
  ///
  /// `format` chooses the values: 32-bit floats in meters by default. If the accuracy is `relative`, meters may not be meters. Throws
  /// `AuxError`: `missingImage` for a source without a depth map, `usage` for a format that is not of depth data, else as ``stored(_:)``.
  public func depthData(
    as format: PixelFormat = .depthFloat32, isUpright: Bool = true
  ) throws(AuxError) -> DepthData {
    guard let image = auxiliaryImages.first(where: \.type.isDepthData) else {
      throw missingError(of: [.group(.depthMap)])
    }
    return try stored(image).depthData(in: format).applyingExifOrientation(isUpright ? orientation : .up)
  }
}

extension ImageSource: CustomStringConvertible {
  /// The path, the container and what the file holds.
  public var description: String {
    var text = (path.map { "\($0): " } ?? "") + "\(container)"
    if let primary { text += " \(primary.width)x\(primary.height) \(primary.orientation)" }
    return text + auxiliaryImages.map { ", \($0)" }.joined()
  }
}

/// What reading the headers of a file gave: one case for each container to which images are added, and one for the rest.
package enum ParsedFile: Sendable {
  case jpeg(JPEGReader)
  case heif(HEIFReader)
  case dng(DNGReader)
  /// A file of a container to which no auxiliary images are added: PNG, TIFF that is no DNG, WebP, OpenEXR, JPEG XL.
  case readOnly(any ContainerReader)

  /// What the readers of all containers have in common.
  package var reader: any ContainerReader {
    switch self {
    case .jpeg(let reader): reader
    case .heif(let reader): reader
    case .dng(let reader): reader
    case .readOnly(let reader): reader
    }
  }
}
