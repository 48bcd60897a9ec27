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
  package let isTakenOver: Bool
  /// What could not be carried over.
  public let notes: [String]

  /// Creates the photo of one eye; without `container` in that of the pair.
  ///
  /// As HEIF, of a HEIF file, it is the file without the other eye: its coded bytes, Exif, XMP, auxiliary images and camera
  /// are unchanged. As JPEG, of a JPEG file with Leia's data, it is the photo without the data after it, or the other picture
  /// of these data, bit for bit. In other containers the picture is coded anew: in one that holds them with its auxiliary images,
  /// as PNG turned upright and alone. Throws `AuxError`: `missingImage` where the file holds no pair, `unsupported` for other
  /// containers and where an image is derived from the other eye, and as
  /// ``ImageDestination/init(encoding:as:quality:allowsPreview:)``.
  public init(
    _ eye: StereoEye, of source: ImageSource, as container: ImageContainer? = nil,
    quality: Int = ImageDestination.standardQuality
  ) throws(AuxError) {
    let container = container ?? source.container
    guard ImageContainer.pictures.contains(container) else {
      throw AuxError(
        .unsupported, "pictures are not written as \(container.rawValue.uppercased())",
        remedy: .pictureContainer)
    }
    var notes: [String] = []
    let graft = try Self.graft(eye, of: source, &notes)
    isTakenOver = container == source.container
    if isTakenOver {
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

  /// Returns the picture of an eye as a file of the container of the pair, with its coded bytes.
  private static func graft(
    _ eye: StereoEye, of source: ImageSource, _ notes: inout [String]
  ) throws(AuxError) -> [UInt8] {
    switch source.parsed {
    case .heif(let reader):
      if source.c2paManifest != nil {
        notes.append("the C2PA manifest, which is of both pictures, does not go along")
      }
      if reader.file.meta.groups.count(where: { $0.type == "ster" }) > 1 {
        notes.append("the pictures of the other stereo pairs stay, and are not grouped any more")
      }
      return try graft(eye, of: source, reader)
    case .jpeg(let reader): return try picture(of: eye, in: source, reader, &notes)
    case .dng, .readOnly: throw AuxError.noStereoPair
    }
  }

  /// Returns the HEIF file without the other eye, compared with the source.
  private static func graft(
    _ eye: StereoEye, of source: ImageSource, _ reader: HEIFReader
  ) throws(AuxError) -> [UInt8] {
    guard let pair = source.stereoPair, let kept = UInt32(exactly: pair.image(for: eye).number),
      let other = UInt32(exactly: pair.image(for: eye.other).number), kept != other
    else {
      throw AuxError.noStereoPair
    }
    var edit = HEIFEdit(reader.file)
    edit.removesManifest = source.c2paManifest != nil
    try edit.keepEye(kept)
    let bytes = try edit.composition(of: source.bytes).bytes(of: source.bytes)
    let written = try ImageSource(data: bytes, limits: source.limits)
    guard written.stereoPair == nil, case .heif(let found) = written.parsed, found.file.primaryItemID == kept,
      found.file.item(other) == nil, let before = reader.file.item(kept),
      try found.file.codedBytes(of: found.file.primaryItem, from: written.bytes)
        == reader.file.codedBytes(of: before, from: source.bytes)
    else { throw AuxError(.verification, "the picture of the \(eye.rawValue) eye did not come back alone") }
    return bytes
  }

  /// Returns the JPEG file of one eye: what comes before the maker's data, or the picture in them.
  private static func picture(
    of eye: StereoEye, in source: ImageSource, _ reader: JPEGReader, _ notes: inout [String]
  ) throws(AuxError) -> [UInt8] {
    guard let other = reader.otherEye else { throw AuxError.noStereoPair }
    if source.auxiliaryImages.contains(where: { $0.embeddedForm == .trailer }) {
      notes.append("the maps in the data after the photo do not go along")
    }
    let range = other.eye == eye ? other.range : 0..<other.dataOffset
    guard range.count <= source.limits.codedBytes else {
      throw AuxError(
        .limitExceeded, "\(range.count) coded bytes, \(source.limits.codedBytes) at most")
    }
    return try source.bytes.rethrowingReadFailure { () throws(AuxError) in
      try source.bytes.read(at: range.lowerBound, count: range.count)
    }
  }
}
