public import AuxImage
public import AuxKernels
public import AuxReader

extension ImageDestination {
  /// The quality that a primary is coded with unless another is asked for.
  public static let standardQuality = 92

  /// Creates a destination whose primary is coded from pixels, as `CGImageDestinationAddImage`.
  ///
  /// JPEG, HEIF and DNG take auxiliary images as well; PNG and TIFF take none, and adding one throws. Exif says the
  /// orientation of the pixels then, whatever it said. What a container cannot hold is in ``notes``. `limits` are
  /// those of coding it, of its metadata, and of reading it back. At most `jobs` threads make a PNG, whose bytes do not depend on their number;
  /// other codecs have threads of their own. A sample has `bitsPerSample`, one of `ImageContainer.photoBits`; without
  /// that the most of the container where the pixels have 16, 10 in HEIF and AVIF, else 8. Pixels whose ICC profile states PQ or HLG keep them, without
  /// that in 10 bits of HEIF and AVIF, and are tone mapped for JPEG, DNG and 8 bits.
  ///
  /// Throws `AuxError`: `usage` where the quality is not 1...100, a side too long for the container, or the bits are not
  /// among its own, `unsupported` for WebP and OpenEXR, `codecMissing`.
  public init(
    pixels: PhotoPixels, metadata: PhotoMetadata = PhotoMetadata(), as container: ImageContainer,
    quality: Int = ImageDestination.standardQuality, bitsPerSample: Int? = nil, limits: AuxLimits = .standard,
    jobs: Int = AuxWorkerPool.coreCount
  ) throws(AuxError) {
    try self.init(
      pixels: pixels, metadata: metadata, as: container, quality: quality, bits: bitsPerSample,
      sampling: nil, limits: limits, jobs: jobs)
  }

  /// Creates a destination likewise; `sampling` is that of the coded photo that the pixels were decoded from.
  init(
    pixels: PhotoPixels, metadata: PhotoMetadata, as container: ImageContainer, quality: Int, bits: Int?,
    sampling: PhotoSampling?, limits: AuxLimits, jobs: Int = AuxWorkerPool.coreCount
  ) throws(AuxError) {
    let (file, notes, losses) = try PrimaryEncoder.encode(
      pixels, metadata, as: container, quality: quality, bits: bits, sampling: sampling, limits: limits,
      jobs: jobs)
    self.init(encoded: try ImageSource(file), notes: notes, losses: losses)
  }

  /// Creates a destination whose primary is that of `source`, coded anew for another container.
  ///
  /// Exif, XMP, the ICC profile and the auxiliary images are carried over, but not XMP about data that only the old file has.
  /// `allowsPreview` accepts a DNG's preview that is smaller than its raw image as the photo.
  /// Throws `AuxError` with code `unsupported` for a container without auxiliary images, and for such a preview
  /// otherwise, `usage` where the source has no primary image, and as
  /// ``init(pixels:metadata:as:quality:bitsPerSample:limits:jobs:)`` and `ImageSource.primaryPixels()` do.
  public init(
    encoding source: ImageSource, as container: ImageContainer,
    quality: Int = ImageDestination.standardQuality, allowsPreview: Bool = false
  ) throws(AuxError) {
    guard let primary = source.primary else {
      throw AuxError(.usage, "the file is a lone auxiliary image and has no primary")
    }
    guard container.holdsAuxiliaryImages else {
      throw container.lacksAuxiliaryImages(.unsupported)
    }
    let decoded = try source.decodedPrimary()
    guard allowsPreview || !decoded.isReducedPreview else {
      throw AuxError(.unsupported, decoded.notes.last ?? "", remedy: .takePreview)
    }
    let geometry = PhotoGeometry(of: primary)
    let swapped = try source.swappedBase(
      of: decoded.pixels, by: geometry, in: container, jobs: AuxWorkerPool.coreCount)
    try self.init(
      pixels: swapped?.pixels ?? decoded.pixels, metadata: source.primaryMetadata(), as: container,
      quality: quality, bits: decoded.alpha.flatMap { _ in Self.photoBitsWithAlpha(in: container) },
      sampling: source.primarySampling(), limits: source.limits)
    notes = decoded.notes + notes
    var carrying = AuxiliaryCarrying(by: geometry)
    carrying.swappedGainMap = swapped?.gainMap
    try carryAuxiliaryImages(of: source, carrying)
    try addAlpha(decoded.alpha, by: geometry)
    if source.c2paManifest != nil {
      notes.append("the C2PA manifest, which is of the file and not of the picture, does not go along")
    }
    notes += source.notesOnOtherMetadata
  }

  /// Creates a destination in a container: as ``init(from:)`` in that of the source, so that its primary's coded bytes
  /// are copied, else as ``init(encoding:as:quality:allowsPreview:)``.
  public init(
    from source: ImageSource, as container: ImageContainer, quality: Int = ImageDestination.standardQuality,
    allowsPreview: Bool = false
  ) throws(AuxError) {
    if container == source.container {
      try self.init(from: source)
    } else {
      try self.init(
        encoding: source, as: container, quality: quality, allowsPreview: allowsPreview)
    }
  }

  /// The bits of a photo with an alpha channel of 8 bits; nil if the container has no rule.
  ///
  /// Readers of AVIF refuse alpha of 8 bits next to a photo of more.
  static func photoBitsWithAlpha(in container: ImageContainer) -> Int? { container == .avif ? 8 : nil }

  /// Adds the alpha channel of the pixels that were coded, if there is one, without loss.
  ///
  /// Throws `AuxError` with code `usage` if the container has no place for it.
  mutating func addAlpha(_ alpha: PixelPlane?, by geometry: PhotoGeometry) throws(AuxError) {
    guard let alpha else { return }
    guard container == .heif || container == .avif else {
      throw AuxError(
        .usage, "\(container.rawValue) photos keep no alpha channel, as HEIF and AVIF do", remedy: .flatten)
    }
    let image = try StoredAuxiliaryImage(type: .alpha, codes: alpha, metadata: AuxiliaryMetadata())
    try addAuxiliaryImage(image.edited(by: geometry), encoding: AuxiliaryEncoding(isLossless: true))
  }

  /// Adds the auxiliary images of a source, whatever its container; their codes stay.
  ///
  /// They are turned by `turn`, the source's orientation where the pixels were turned upright. An image is left out, and
  /// ``notes`` say so, if the container cannot hold its type, if it is the second of its type, or if it is damaged. Later
  /// images may replace each. An image in `changed`, which is turned already, replaces the one of its type.
  /// Throws `AuxError` as `ImageSource.stored(_:)`.
  public mutating func addAuxiliaryImages(
    from source: ImageSource, turning turn: ImageOrientation = .up, changed: [StoredAuxiliaryImage] = []
  ) throws(AuxError) {
    var geometry = PhotoGeometry(of: source.primary ?? PrimaryImage(width: 1, height: 1))
    geometry.turnPixels(by: turn)
    try carryAuxiliaryImages(of: source, AuxiliaryCarrying(by: geometry, changed: changed))
  }
}
