internal import AuxCodecs
internal import AuxContainers
package import AuxImage
internal import AuxKernels
package import AuxReader

/// The small pictures of a photo that are made anew of its edited pixels, where the source had them.
package struct PhotoThumbnail: Sendable {
  /// The longer side of the one in Exif; nil where the source has none.
  var exifSide: Int?
  /// The longer side of the item in a HEIF file, likewise.
  var itemSide: Int?

  private static let quality = 85

  /// Finds the thumbnails of a photo.
  package init(of source: ImageSource) throws(AuxError) {
    if let block = try source.primaryMetadata().exif, let edit = try? ExifEdit(block, limits: source.limits) {
      exifSide = edit.thumbnailSide
    }
    if case .heif(let reader) = source.parsed { itemSide = reader.thumbnailSide }
  }

  /// Returns the stream that Exif gets: baseline JPEG of 4:2:0.
  func exifStream(of pixels: PhotoPixels, jobs: Int) throws(AuxError) -> [UInt8]? {
    guard let exifSide else { return nil }
    let small = try Self.reduced(pixels, toLongerSide: exifSide, jobs: jobs)
    return try JPEGCodec.encode(
      rgb: small.rgb8, width: small.width, height: small.height, quality: Self.quality, subsampled: true)
  }

  /// Returns the item that a HEIF file gets, with the colours of the pixels.
  func item(
    of pixels: PhotoPixels, as coding: HEIFCoding, jobs: Int, limits: AuxLimits
  ) throws(AuxError) -> HEIFCodedImage? {
    guard let itemSide else { return nil }
    let whole = try Self.reduced(pixels, toLongerSide: itemSide, jobs: jobs).asRGB8
    // A window of odd sides does not exist where chroma has half of them.
    let small = whole.cropped(
      left: 0, top: 0, width: max(whole.width & ~1, min(whole.width, 2)),
      height: max(whole.height & ~1, min(whole.height, 2)))
    let file = try HEIFImageCodec.encode(thumbnail: small, as: coding, quality: Self.quality, limits: limits)
    var item = HEIFCodedImage(file, urn: "")
    item.bitsPerChannel = [8, 8, 8]
    // The matrix is that of the encoder, which a profile alone leaves to what readers assume.
    let points = ColourInformationProperty.nclx(
      primaries: small.iccProfile == nil ? 1 : 2, transfer: small.iccProfile == nil ? 13 : 2, matrix: 6,
      range: 0x80)
    item.extraProperties = [.init(Box("colr", points.serialize), isEssential: false)]
    if let profile = small.iccProfile {
      let property = ColourInformationProperty.profile(isRestricted: false, profile)
      item.extraProperties.insert(.init(Box("colr", property.serialize), isEssential: false), at: 0)
    }
    return item
  }

  /// Returns a small picture of SDR: nothing states PQ and HLG for a thumbnail of Exif.
  private static func reduced(
    _ pixels: PhotoPixels, toLongerSide side: Int, jobs: Int
  ) throws(AuxError) -> PhotoPixels {
    let mapped = try pixels.toneMapped(jobs: jobs)?.pixels ?? pixels
    return mapped.reduced(toLongerSide: min(max(side, 16), 4096))
  }
}

extension PhotoThumbnail {
  /// Returns the metadata of a photo for a picture that was made of it: without pictures of the old pixels, and with a thumbnail
  /// of the new ones where Exif had one.
  func metadata(
    _ metadata: PhotoMetadata, of pixels: PhotoPixels, limits: AuxLimits, jobs: Int, _ notes: inout [String]
  ) throws(AuxError) -> PhotoMetadata {
    var metadata = try metadata.removing([.thumbnail], keepingHeadroom: true, limits: limits, &notes)
    guard let block = metadata.exif, let stream = try exifStream(of: pixels, jobs: jobs) else {
      return metadata
    }
    var edit = try ExifEdit(block, limits: limits)
    try edit.addThumbnail(stream)
    metadata.exif = edit.bytes
    return metadata
  }
}

extension PhotoMetadata {
  /// Returns the metadata without what is of some kinds.
  ///
  /// A block or a packet that cannot be read is left out, since it might hold what is to be removed; `notes` say so.
  package func removing(
    _ kinds: Set<MetadataKind>, keepingHeadroom: Bool, limits: AuxLimits, _ notes: inout [String]
  ) throws(AuxError) -> PhotoMetadata {
    let sweep = MetadataSweep(kinds, keepsHeadroom: keepingHeadroom, limits: limits)
    var rest = self
    rest.exif = try exif.flatMap { block throws(AuxError) in try sweep.exif(block) }
    rest.xmp = try xmp.flatMap { packet throws(AuxError) in try sweep.xmp(packet) }
    rest.iptc = iptc.map(sweep.iptc).flatMap { $0.isEmpty ? nil : $0 }
    notes += sweep.findings.notes.filter { !notes.contains($0) }
    return rest
  }

  /// True if Exif, XMP or IPTC state where the photo was taken.
  package func statesLocation(limits: AuxLimits) throws(AuxError) -> Bool {
    let sweep = MetadataSweep([.location], limits: limits)
    _ = try exif.map { block throws(AuxError) in try sweep.exif(block) }
    _ = try xmp.map { packet throws(AuxError) in try sweep.xmp(packet) }
    _ = iptc.map(sweep.iptc)
    // A maker's note may hold a place, and need not.
    return sweep.findings.taken.contains { !$0.kinds.contains(.device) }
  }
}

extension ImageDestination {
  /// Creates a destination whose primary is a picture that was made of a photo, with its metadata and with new thumbnails where
  /// the photo has some.
  ///
  /// Else as ``init(pixels:metadata:as:quality:bitsPerSample:limits:jobs:)``.
  package init(
    picture pixels: PhotoPixels, of source: ImageSource, metadata: PhotoMetadata,
    as container: ImageContainer,
    quality: Int = ImageDestination.standardQuality, bitsPerSample: Int? = nil,
    jobs: Int = AuxWorkerPool.coreCount
  ) throws(AuxError) {
    var losses: [String] = []
    let thumbnail = try PhotoThumbnail(of: source)
    let metadata = try thumbnail.metadata(metadata, of: pixels, limits: source.limits, jobs: jobs, &losses)
    try self.init(
      pixels: pixels, metadata: metadata, as: container, quality: quality, bitsPerSample: bitsPerSample,
      limits: source.limits, jobs: jobs)
    notes = losses + notes
    try addItem(thumbnail, of: pixels, jobs: jobs)
  }

  /// Gives a HEIF file the item of a thumbnail.
  mutating func addItem(
    _ thumbnail: PhotoThumbnail?, of pixels: PhotoPixels, jobs: Int
  ) throws(AuxError) {
    guard let thumbnail, case .heif(let reader) = base.parsed else { return }
    composition.thumbnail = try thumbnail.item(
      of: pixels, as: reader.file.codingOfNewImages, jobs: jobs, limits: base.limits)
  }
}
