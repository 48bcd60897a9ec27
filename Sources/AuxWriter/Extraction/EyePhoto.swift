internal import AuxContainers
public import AuxImage
public import AuxReader

/// The picture of one eye of a stereo pair as a photo of its own.
///
/// ```swift
/// let pair = try ImageSource("spatial.heic")
/// let left = try EyePhoto(.left, of: pair)
/// try left.write(to: "left.heic")
/// ```
///
/// ``SpatialPhoto/init(left:right:focalLength:baseline:disparityAdjustment:quality:)`` makes a pair of two.
public struct EyePhoto: Sendable {
  /// The eye.
  public let eye: StereoEye
  /// The container of the file.
  public let container: ImageContainer
  /// The bytes of the file.
  public let bytes: [UInt8]
  /// The width of the picture as it is shown.
  public let width: Int
  /// The height of the picture as it is shown.
  public let height: Int
  /// Whether the coded bytes are those of the pair.
  package var isTakenOver: Bool { container == .heif }
  /// What could not be carried over.
  public let notes: [String]

  /// Creates the photo of one eye.
  ///
  /// As HEIF it is the file without the other eye: its coded bytes, Exif, XMP, auxiliary images and camera
  /// are unchanged. As JPEG the picture is coded anew, with its auxiliary images; as PNG it is turned upright
  /// and alone. Throws `AuxError`: `missingImage` where the file holds no pair, `unsupported` for other containers and
  /// where an image is derived from the other eye, and as ``ImageDestination/init(encoding:as:quality:allowsPreview:)``.
  public init(
    _ eye: StereoEye, of source: ImageSource, as container: ImageContainer = .heif,
    quality: Int = ImageDestination.standardQuality
  ) throws(AuxError) {
    guard ImageContainer.pictures.contains(container) else {
      throw AuxError(
        .unsupported, "pictures are not written as \(container.rawValue.uppercased())",
        remedy: .pictureContainer)
    }
    let graft = try Self.graft(eye, of: source)
    var notes: [String] = []
    if source.c2paManifest != nil {
      notes.append("the C2PA manifest, which is of both pictures, does not go along")
    }
    if container == .heif {
      bytes = graft
    } else {
      let alone = try ImageSource(data: graft, limits: source.limits)
      let destination: ImageDestination
      if container.holdsAuxiliaryImages {
        destination = try ImageDestination(encoding: alone, as: container, quality: quality)
        notes += destination.notes
      } else {
        let decoded = try alone.decodedPrimary()
        destination = try ImageDestination(
          pixels: decoded.pixels.upright(), metadata: alone.primaryMetadata(), as: container,
          limits: source.limits)
        notes += decoded.notes + destination.notes
        if !alone.auxiliaryImages.isEmpty {
          notes.append("\(container.rawValue.uppercased()) holds no auxiliary images; they are left out")
        }
      }
      bytes = try destination.finalize().data
    }
    let size = try ImageSource(data: bytes, limits: source.limits).primary?.displaySize
    (width, height) = (size?.width ?? 0, size?.height ?? 0)
    (self.eye, self.container, self.notes) = (eye, container, notes)
  }

  /// Writes the file; throws `AuxError` as ``OutputFile/write(_:to:options:)``, and `usage` where the extension names
  /// another kind of picture.
  public func write(to path: String, options: WriteOptions = WriteOptions()) throws(AuxError) {
    try container.checkName(ofOutput: path)
    try OutputFile.write(bytes, to: path, options: options)
  }

  /// The photo as a JSON object: `eye`, `path`, `container`, `width`, `height`, and `primaryUnchanged`, which says
  /// whether the coded bytes are those of the pair.
  package func json(path: String? = nil) -> JSONValue {
    [
      "eye": .string(eye.rawValue), "path": path.map(JSONValue.path),
      "pathBytes": path.flatMap(JSONValue.pathBytes),
      "container": .string(container.rawValue), "width": .integer(width), "height": .integer(height),
      "primaryUnchanged": .boolean(isTakenOver),
    ]
  }

  /// The error of a file without a pair.
  static var noPair: AuxError {
    AuxError(.missingImage, "there is no stereo pair: no two images are in a group of the type ster")
  }

  /// Returns the HEIF file without the other eye, compared with the source.
  private static func graft(_ eye: StereoEye, of source: ImageSource) throws(AuxError) -> [UInt8] {
    guard let pair = source.stereoPair, case .heif(let reader) = source.parsed,
      let kept = UInt32(exactly: pair.image(for: eye).number),
      let other = UInt32(exactly: pair.image(for: eye.other).number), kept != other
    else {
      throw noPair
    }
    var edit = HEIFEdit(reader.file)
    edit.removesManifest = source.c2paManifest != nil
    try edit.keepEye(kept, without: other)
    let bytes = try edit.composition(of: source.bytes).bytes(of: source.bytes)
    let written = try ImageSource(data: bytes, limits: source.limits)
    guard written.stereoPair == nil, case .heif(let found) = written.parsed, found.file.primaryItemID == kept,
      found.file.item(other) == nil, let before = reader.file.item(kept),
      try found.file.codedBytes(of: found.file.primaryItem, from: written.bytes)
        == reader.file.codedBytes(of: before, from: source.bytes)
    else { throw AuxError(.verification, "the picture of the \(eye.rawValue) eye did not come back alone") }
    return bytes
  }
}
