internal import AuxContainers
internal import AuxImage
internal import AuxKernels
internal import AuxReader

/// A photo as a JPEG whose pixels are upright, for readers that ignore the orientation.
struct DatasetPhoto {
  let bytes: [UInt8]
  let width: Int
  let height: Int
  /// Whether the coded pixels are those of the photo: copied, or turned by whole blocks.
  let isTakenOver: Bool
  let notes: [String]

  /// What is removed of the metadata unless it is kept, as by `edit --strip all`.
  private static let strips: Set<MetadataKind> = [.all]

  /// Takes the file of a JPEG that is upright, turns the coded blocks of another JPEG where they are whole, and codes anew what
  /// is left.
  ///
  /// The metadata is removed unless `keepsMetadata`; that codes no pixel.
  init(_ source: ImageSource, quality: Int, keepsMetadata: Bool) throws(AuxError) {
    guard let primary = source.primary else {
      throw AuxError(.missingImage, "the file is a lone auxiliary image and has no photo")
    }
    if source.container == .jpeg {
      if primary.orientation == .up {
        bytes = keepsMetadata ? try Self.file(of: source) : try Self.stripped(source)
        (width, height, isTakenOver, notes) = (primary.width, primary.height, true, [])
        return
      }
      if let turned = try Self.turned(source, keepsMetadata: keepsMetadata) {
        bytes = turned
        (width, height) = primary.displaySize
        (isTakenOver, notes) = (true, [])
        return
      }
    }
    let decoded = try source.decodedPrimary()
    let pixels = decoded.pixels.upright()
    // Photos are worked on side by side already.
    let metadata = try source.primaryMetadata()
    var losses: [String] = []
    let destination =
      keepsMetadata
      ? try ImageDestination(
        picture: pixels, of: source, metadata: metadata, as: .jpeg, quality: quality, jobs: 1)
      : try ImageDestination(
        pixels: pixels,
        metadata: metadata.removing(Self.strips, keepingHeadroom: false, limits: source.limits, &losses),
        as: .jpeg, quality: quality, limits: source.limits, jobs: 1)
    bytes = try destination.finalize().data
    (width, height, isTakenOver) = (pixels.width, pixels.height, false)
    notes = decoded.notes + losses + destination.notes
  }

  private static func file(of source: ImageSource) throws(AuxError) -> [UInt8] {
    let count = source.bytes.byteCount
    guard count <= source.limits.codedBytes else {
      throw AuxError(.limitExceeded, "\(count) coded bytes, \(source.limits.codedBytes) at most")
    }
    return try source.bytes.rethrowingReadFailure { () throws(AuxError) in
      try source.bytes.read(at: 0, count: count)
    }
  }

  /// Returns the file with its coded images as they are, without metadata.
  private static func stripped(_ source: ImageSource) throws(AuxError) -> [UInt8] {
    var edit = PhotoEdit()
    edit.strips = strips
    do throws(AuxError) {
      return try edit.applied(to: source, as: .jpeg, jobs: 1).destination.finalize().data
    } catch {
      try error.throwIfOfSystem()
      throw AuxError(
        error.code, "the metadata cannot be removed: \(error.reason)", offset: error.offset,
        place: error.place,
        path: error.path, remedy: .keepMetadata)
    }
  }

  /// Returns the JPEG with its blocks turned, alone; nil where a block at an edge is not whole.
  private static func turned(_ source: ImageSource, keepsMetadata: Bool) throws(AuxError) -> [UInt8]? {
    var edit = PhotoEdit()
    (edit.isUpright, edit.isLossless) = (true, true)
    if !keepsMetadata { edit.strips = strips }
    edit.dropped = Set(source.auxiliaryImages.map(\.type)).sorted { $0.name < $1.name }.map(
      AuxiliaryKind.type)
    do throws(AuxError) {
      return try edit.applied(to: source, as: .jpeg, jobs: 1).destination.finalize().data
    } catch {
      try error.throwIfOfSystem()
      return nil
    }
  }
}
