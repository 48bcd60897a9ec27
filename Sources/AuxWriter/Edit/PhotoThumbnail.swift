internal import AuxCodecs
internal import AuxContainers
internal import AuxImage
internal import AuxKernels
internal import AuxReader

/// The small pictures of a photo that are made anew of its edited pixels, where the source had them.
struct PhotoThumbnail {
  /// The longer side of the one in Exif; nil where the source has none.
  var exifSide: Int?
  /// The longer side of the item in a HEIF file, likewise.
  var itemSide: Int?

  private static let quality = 85

  /// Finds the thumbnails of a photo.
  init(of source: ImageSource) throws(AuxError) {
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
