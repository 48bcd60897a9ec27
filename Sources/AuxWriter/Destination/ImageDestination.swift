internal import AuxContainers
public import AuxImage
internal import AuxMaps
public import AuxReader

/// An image file to be written, as `CGImageDestination`: a source, less some auxiliary images, plus others.
///
/// Nothing is written before ``finalize(to:options:)``, and nothing that was in the source is coded again.
public struct ImageDestination: Sendable {
  /// How an auxiliary image is coded.
  public struct AuxiliaryEncoding: Hashable, Sendable {
    /// The quality of the codec, 1...100.
    public var quality: Int
    /// Whether every code must come back as it was.
    public var isLossless: Bool
    /// Whether a depth map that is quantised for DNG gets codes of 16 bits, and not of 8 as elsewhere.
    public var hasWideCodes: Bool

    /// The most that a code of HEVC may change at quality 100: 2, or 1 where only what was changed should differ.
    var largestError = 2

    /// Creates an encoding; the default loses two codes at most.
    public init(quality: Int = 100, isLossless: Bool = false, hasWideCodes: Bool = true) {
      self.quality = quality
      self.isLossless = isLossless
      self.hasWideCodes = hasWideCodes
    }

    /// Returns the encoding with which what is carried over from another container is coded: from one coding of HEIF
    /// into another no code changes, unless less than the highest quality is asked for.
    func keepingCodes(of source: ImageContainer, in target: ImageContainer) -> Self {
      var encoding = self
      encoding.isLossless = isLossless || quality == 100 && source == .avif && target == .heif
      return encoding
    }

    /// The bits of a code of a depth map in a container.
    func codeBits(in container: ImageContainer) -> Int { hasWideCodes ? container.depthCodeBits : 8 }
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
    /// The image of another source that came along without being asked for.
    var carried: AuxiliaryImage?
    /// The map that the image was made of.
    var attachment: MapAttachment?
    /// The size of codes that are yet to be coded.
    var codesSize: (width: Int, height: Int)? {
      switch content {
      case .codes(let stored, _, _): (stored.width, stored.height)
      case .coded: nil
      }
    }
  }

  let base: ImageSource
  let isPrimaryEncoded: Bool
  var additions: [Addition] = []
  private(set) var removals: Set<Int> = []
  /// The sources whose auxiliary images came along.
  var origins: [ImageSource] = []
  /// The depth map that the primary's XMP gets in Google's form.
  var gdepth: GDepthMap?
  /// A description, an element, that the primary's XMP gets.
  var primaryDescription: String?
  /// Whether the C2PA manifest of the source is left out.
  var removesC2PAManifest = false
  /// How this photo was found to show the one whose images were copied; nil where nothing was compared.
  public internal(set) var pictureMatch: PictureMatch?
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
    guard source.container.holdsAuxiliaryImages else {
      throw source.container.lacksAuxiliaryImages(.unsupported, remedy: .otherContainer)
    }
    guard source.primary != nil else {
      throw AuxError(.usage, "the file is a lone auxiliary image and has no primary")
    }
    base = source
    isPrimaryEncoded = false
  }

  /// Creates a destination whose primary was just coded into `file`, or else taken over.
  init(encoded file: ImageSource, notes: [String], isPrimaryEncoded: Bool = true) {
    base = file
    self.notes = notes
    self.isPrimaryEncoded = isPrimaryEncoded
  }

  /// Whether the file would have an image of that type, or of depth data for one of these.
  func holds(_ type: AuxiliaryDataType) -> Bool {
    additions.contains { Self.isSame($0.type, type) }
      || !present(type).isEmpty
  }

  /// Returns the images of the source that are of that type and stay so far.
  func present(_ type: AuxiliaryDataType) -> [AuxiliaryImage] {
    base.auxiliaryImages.filter {
      Self.isSame($0.type, type) && $0.embeddedForm == nil && !removals.contains($0.index)
    }
  }

  /// Returns the image with the width of codes that the container is written with.
  ///
  /// Throws `unsupported` for a gain map that its metadata alone would identify, where these are missing or unusable.
  static func fitting(
    _ image: StoredAuxiliaryImage, _ container: ImageContainer
  ) throws(AuxError) -> StoredAuxiliaryImage {
    switch image.content {
    case .gainMap(_, nil), .colourGainMap(_, nil):
      guard image.type != .isoGainMap, image.type != .adobeGainMap else {
        throw AuxError(
          .unsupported,
          "the gain map metadata are missing or unusable, and without them nothing says what it is")
      }
    case .depth(let codes, _) where container.depthCodeBits > 8 && codes.sampleType.isInteger: return image
    case .depth, .matte, .gainMap, .colours, .colourGainMap: break
    }
    return try image.with8BitCodes()
  }

  /// Adds an auxiliary image.
  ///
  /// Throws `AuxError` with code `usage` where the destination has one of that type and `replacing` is
  /// false; depth and disparity count as one type, since a photo has one depth map, and so do gain maps of all forms.
  public mutating func addAuxiliaryImage(
    _ image: StoredAuxiliaryImage, encoding: AuxiliaryEncoding = .init(), replacing: Bool = false
  ) throws(AuxError) {
    let image = try Self.fitting(image, base.container)
    let same = replacing ? try codedForm(of: image) : nil
    if same == nil { try image.checkedForCoding() }
    try makeRoom(for: image.type, replacing: replacing)
    additions.append(Addition(type: image.type, content: .codes(image, encoding, same: same)))
  }

  /// Marks what an image of that type replaces; throws as ``addAuxiliaryImage(_:encoding:replacing:)``.
  mutating func makeRoom(for type: AuxiliaryDataType, replacing: Bool) throws(AuxError) {
    guard container.holdsAuxiliaryImages else {
      throw container.lacksAuxiliaryImages(.unsupported)
    }
    func exists(_ old: AuxiliaryDataType) -> AuxError {
      AuxError(.usage, "the file has a \(old) image already", remedy: .replaceImage)
    }
    if let same = additions.firstIndex(where: { Self.isSame($0.type, type) }) {
      guard additions[same].carried != nil else {
        throw AuxError(.usage, "two images of type \(type) are asked for")
      }
      guard replacing else { throw exists(additions[same].type) }
      additions.remove(at: same)
    }
    let old = present(type)
    guard old.isEmpty || replacing else { throw exists(old[0].type) }
    removals.formUnion(old.map(\.index))
  }

  static func isSame(_ a: AuxiliaryDataType, _ b: AuxiliaryDataType) -> Bool {
    a == b || a.isDepthData && b.isDepthData || a.isGainMap && b.isGainMap
  }

  /// Removes an auxiliary image of the source that the destination was made from.
  ///
  /// After ``init(encoding:as:quality:allowsPreview:)`` and ``addAuxiliaryImages(from:turning:changed:)`` that is also an image of the
  /// source that it was carried over from. An image that is not there any more, since it was removed or replaced,
  /// stays away. Throws `AuxError`: `usage` for an image of another source, `unsupported` for a map of Google's
  /// or of a trailer, which leaves only for another container.
  public mutating func removeAuxiliaryImage(_ image: AuxiliaryImage) throws(AuxError) {
    guard base.owns(image) else {
      guard origins.contains(where: { $0.owns(image) }) else { throw image.foreignError }
      additions.removeAll { $0.carried == image }
      return
    }
    guard image.embeddedForm == nil else {
      throw AuxError(
        .unsupported,
        "the \(image.identifier) map belongs to \(image.embeddedForm?.owner ?? "") and is not removed")
    }
    removals.insert(image.index)
  }

  /// Writes the file, reads it back, compares it with what was asked for, and gives it its name.
  ///
  /// For `-`, and for a FIFO or a device, the file is made in memory, and written once it was compared.
  /// Throws `AuxError`: `cannotCreate`, `io`, `verification`, which name the path, and `changed` where the file that is
  /// replaced is the source, and another program wrote to it since it was opened; the output is then absent or the old
  /// one. Sources that are opened by `ImageSource.init(editing:limits:)` wait for one another.
  @discardableResult
  public func finalize(
    to path: String, options: WriteOptions = WriteOptions()
  ) throws(AuxError) -> WriteReport {
    do throws(AuxError) {
      let pieces = try base.bytes.sound { () throws(AuxError) in try composition() }
      let file = ComposedFile(composition: pieces, source: base.bytes, limits: base.limits)
      var (report, notes) = try file.write(to: path, options) { written throws(AuxError) in
        try Verification(self).check(written)
      }
      report.notes += notes
      return report
    } catch { throw error.ofOutput(path) }
  }

  /// Returns the file in memory, read back and compared as ``finalize(to:options:)`` does.
  ///
  /// As `CGImageDestinationCreateWithData`. Throws `AuxError`: `verification`, and what coding throws.
  public func finalize() throws(AuxError) -> (data: [UInt8], report: WriteReport) {
    let data = try base.bytes.sound { () throws(AuxError) in try composition().bytes(of: base.bytes) }
    return (data, try Verification(self).check(ImageSource(data: data, limits: base.limits)))
  }

  private func composition() throws(AuxError) -> ByteComposition {
    switch base.parsed {
    case .jpeg(let reader): return try JPEGComposer.compose(reader, for: self)
    case .heif(let reader): return try HEIFComposer.compose(reader, for: self)
    case .dng(let reader): return try DNGComposer.compose(reader, for: self)
    case .png, .tiff, .webp, .exr:
      var whole = ByteComposition()
      whole.append(source: 0..<base.bytes.byteCount)
      return whole
    }
  }
}
