internal import AuxContainers
public import AuxImage
public import AuxReader

/// An image file to be written, as `CGImageDestination`: a source, less some auxiliary images, plus others.
///
/// Nothing is written before ``finalize(to:replacement:)``, and nothing that was in the source is coded again.
public struct ImageDestination: Sendable {
  /// How an auxiliary image is coded.
  public struct AuxiliaryEncoding: Hashable, Sendable {
    /// The quality of the codec, 1...100.
    public var quality: Int
    /// Whether every code must come back as it was.
    public var isLossless: Bool

    /// Creates an encoding; the default loses two codes at most.
    public init(quality: Int = 100, isLossless: Bool = false) {
      self.quality = quality
      self.isLossless = isLossless
    }
  }

  /// What is done with a file that has the output's name.
  public enum Replacement: Hashable, Sendable {
    /// The output must not exist.
    case never
    /// The output is replaced; the new file has the old one's mode.
    case replace
    /// The source itself is replaced; mode, owner and extended attributes stay.
    case inPlace
  }

  /// An image that was asked for.
  struct Addition: Sendable {
    /// The forms in which images are given.
    enum Content: Sendable {
      /// Codes that are yet to be coded, but for those that `same` holds already.
      case codes(StoredAuxiliaryImage, AuxiliaryEncoding, same: CodedAuxiliaryImage? = nil)
      /// Coded bytes of another file of the same container.
      case coded(CodedAuxiliaryImage)
    }

    var type: AuxiliaryDataType
    var content: Content
  }

  let base: ImageSource
  let isPrimaryEncoded: Bool
  var additions: [Addition] = []
  private(set) var removals: Set<Int> = []
  private var carried: Set<AuxiliaryDataType> = []
  /// The depth map that the primary's XMP gets in Google's form.
  var gdepth: GDepthMap?
  /// What does not go along into another container.
  public internal(set) var notes: [String] = []
  /// The primary image as it will be written.
  public var primary: PrimaryImage? { base.primary }
  /// The container that is written.
  public var container: ImageContainer { base.container }

  /// Creates a destination that takes everything from `source`, in the same container.
  ///
  /// Throws `AuxError` with code `unsupported` where the container holds no auxiliary images, `usage` where
  /// the source has no primary image.
  public init(from source: ImageSource) throws(AuxError) {
    guard source.container != .png, source.container != .tiff else {
      throw AuxError(
        .unsupported,
        "\(source.container.rawValue) holds no auxiliary images; name an output that ends in .jpg, .heic or .dng"
      )
    }
    guard source.primary != nil else {
      throw AuxError(.usage, "the file is a lone auxiliary image and has no primary")
    }
    base = source
    isPrimaryEncoded = false
  }

  /// Creates a destination whose primary is that of `source`, coded anew for another container.
  ///
  /// Exif, XMP and the ICC profile go along. Throws `AuxError` with code `unsupported` for a pair of
  /// containers that this version does not know.
  public init(
    encoding source: ImageSource, as container: ImageContainer, quality: Int
  ) throws(AuxError) {
    guard source.primary != nil else {
      throw AuxError(.usage, "the file is a lone auxiliary image and has no primary")
    }
    let (file, losses) = try PrimaryEncoder.encode(source, as: container, quality: quality)
    base = file
    notes = losses
    isPrimaryEncoded = true
    try carryAuxiliaryImages(of: source)
  }

  /// Adds the auxiliary images of a source in another container: their codes stay what they are.
  mutating func carryAuxiliaryImages(of source: ImageSource) throws(AuxError) {
    for image in source.auxiliaryImages {
      guard Self.canHold(image.type, in: base.container) else {
        notes.append("\(base.container.rawValue) holds no image of type \(image.type); it is left out")
        continue
      }
      guard !additions.contains(where: { Self.isSame($0.type, image.type) }) else {
        notes.append("a second image of type \(image.type) is left out")
        continue
      }
      var stored = try source.stored(image)
      // A map of Google's has no properties of Apple's: it becomes a depth map like those that are attached.
      if image.location.isOfPrimaryXMP { stored = try StoredAuxiliaryImage(quantising: stored.depthData()) }
      let fitted = try Self.fitting(stored, base.container)
      additions.append(Addition(type: fitted.type, content: .codes(fitted, .init())))
      carried.insert(stored.type)
    }
  }

  static func canHold(_ type: AuxiliaryDataType, in container: ImageContainer) -> Bool {
    switch container {
    case .dng:
      type.isDepthData || type == .portraitEffectsMatte || AuxiliaryDataType.semanticMattes.contains(type)
    case .heif: type.urn != nil
    default: type != .isoGainMap
    }
  }

  /// Returns the image with the width of codes that the container is written with.
  private static func fitting(
    _ image: StoredAuxiliaryImage, _ container: ImageContainer
  ) throws(AuxError) -> StoredAuxiliaryImage {
    guard container == .dng, image.type.isDepthData else { return try image.with8BitCodes() }
    switch image.codes.storage {
    case .uint8, .uint16: return image
    case .half, .float: return try StoredAuxiliaryImage(quantising: image.depthData())
    }
  }

  /// Adds an auxiliary image.
  ///
  /// Throws `AuxError` with code `usage` where the destination has one of that type and `replacing` is
  /// false; depth and disparity count as one type, since a photo has one depth map.
  public mutating func addAuxiliaryImage(
    _ image: StoredAuxiliaryImage, encoding: AuxiliaryEncoding = .init(), replacing: Bool = false
  ) throws(AuxError) {
    let image = try Self.fitting(image, base.container)
    let same = replacing ? try codedForm(of: image) : nil
    try makeRoom(for: image.type, replacing: replacing)
    additions.append(Addition(type: image.type, content: .codes(image, encoding, same: same)))
  }

  /// Marks what an image of that type replaces; throws as ``addAuxiliaryImage(_:encoding:replacing:)``.
  mutating func makeRoom(for type: AuxiliaryDataType, replacing: Bool) throws(AuxError) {
    func exists(_ old: AuxiliaryDataType) -> AuxError {
      AuxError(.usage, "the file has a \(old) image already; --replace puts the new one in its place")
    }
    if let same = additions.firstIndex(where: { Self.isSame($0.type, type) }) {
      let old = additions[same].type
      guard carried.contains(old) else {
        throw AuxError(.usage, "two images of type \(type) are asked for")
      }
      guard replacing else { throw exists(old) }
      additions.remove(at: same)
      carried.remove(old)
    }
    let old = base.auxiliaryImages.filter {
      Self.isSame($0.type, type) && !$0.location.isOfPrimaryXMP && !removals.contains($0.index)
    }
    guard old.isEmpty || replacing else { throw exists(old[0].type) }
    removals.formUnion(old.map(\.index))
  }

  static func isSame(_ a: AuxiliaryDataType, _ b: AuxiliaryDataType) -> Bool {
    a == b || a.isDepthData && b.isDepthData
  }

  /// Removes an auxiliary image of the source.
  ///
  /// Throws `AuxError` with code `unsupported` for a map of Google's, which the primary's XMP holds or names.
  public mutating func removeAuxiliaryImage(_ image: AuxiliaryImage) throws(AuxError) {
    guard !image.location.isOfPrimaryXMP else {
      throw AuxError(
        .unsupported, "the \(image.identifier) map belongs to the primary's XMP and is not removed")
    }
    removals.insert(image.index)
  }

  /// Writes the file, reads it back, compares it with what was asked for, and gives it its name.
  ///
  /// Throws `AuxError`: `cannotCreate`, `io`, `verification`; the output is then absent or the old one.
  public func finalize(
    to path: String, replacement: Replacement = .never
  ) throws(AuxError) -> WriteReport {
    let destination = replacement == .inPlace ? ResolvedPath.of(path) : path
    var output = try AtomicFile(destination: destination, replaces: replacement != .never)
    try output.write(try composition(), source: base.bytes)
    try output.complete(keepingOwner: replacement == .inPlace)
    let report = try Verification(self).check(ImageSource(output.temporaryPath, limits: base.limits))
    try output.commit()
    return report
  }

  /// Returns the file in memory, not compared with anything.
  func bytes() throws(AuxError) -> [UInt8] { try composition().bytes(of: base.bytes) }

  private func composition() throws(AuxError) -> ByteComposition {
    let removed = base.auxiliaryImages.filter { removals.contains($0.index) }.map(\.location)
    switch base.reader {
    case let reader as JPEGReader:
      return try JPEGComposer.compose(
        base.bytes, reader.file, removing: removed, adding: additions, behind: reader.directoryEnd,
        primaryXMP: try gdepth.map { map throws(AuxError) in
          try JPEGPrimaryXMP(adding: map, to: reader.file.primary, in: base.bytes, limits: base.limits)
        })
    case let reader as HEIFReader:
      return try HEIFComposer.compose(base.bytes, reader.file, removing: removed, adding: additions)
    case let reader as DNGReader:
      return try DNGComposer.compose(reader.file, removing: removed, adding: additions)
    default: throw AuxError(.unsupported, "\(base.container.rawValue) files are not written")
    }
  }
}
