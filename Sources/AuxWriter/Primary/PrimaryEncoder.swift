internal import AuxCodecs
internal import AuxContainers
internal import AuxImage
internal import AuxKernels
internal import AuxReader

/// Codes a photo as a file without auxiliary images.
enum PrimaryEncoder {
  /// Qualities from which on colour keeps its full resolution.
  private static let fullColour = 90

  /// Returns the file, made on at most `jobs` threads of ours, notes on what became other, and those of them that say
  /// what could not be copied.
  ///
  /// Samples have `bits`; nil means the container's default. `sampling` is that of the coded photo that the pixels were decoded
  /// from: chroma of full resolution stays so, whatever the quality. PQ and HLG stay where there is a place for their code points and
  /// samples have more than 8 bits, and are tone mapped elsewhere.
  static func encode(
    _ pixels: PhotoPixels, _ metadata: PhotoMetadata, as container: ImageContainer, quality: Int,
    bits: Int? = nil, sampling: PhotoSampling? = nil, limits: AuxLimits,
    jobs: Int = AuxWorkerPool.coreCount
  ) throws(AuxError) -> (file: FileModel, notes: [String], losses: [String]) {
    guard (1...100).contains(quality) else { throw AuxError(.usage, "a quality is 1 to 100, not \(quality)") }
    let written = try writtenBits(bits, of: pixels, in: container)
    let (given, isExact) = (sampling?.bits ?? pixels.bitsPerSample, pixels.fits(bits: written))
    let fullChroma = sampling?.hasFullChroma ?? false
    var pixels = pixels
    var (notes, losses) = ([String](), [String]())
    if written == 8 || !container.statesHDR, let mapped = try pixels.toneMapped(jobs: jobs) {
      pixels = mapped.pixels
      notes.append(mapped.note)
    }
    // HEVC and AV1 with 10 bits are made of whatever there is.
    if written != 10 { pixels = pixels.withBitsPerSample(written) }
    var metadata = metadata
    if container != .jpeg { try metadata.moveIPTC(limits: limits, &losses) }
    var xmp = try PrimaryXMP(metadata.xmp, limits: limits)
    if container == .jpeg { try xmp.fitSegment(limits: limits) }
    metadata.xmp = xmp.packet
    losses += xmp.losses
    // A size that the source stated wrongly would be wrong in the new file too. A damaged block stays as it is.
    if let block = metadata.exif, var edit = try? ExifEdit(block, limits: limits),
      (try? edit.describe(width: pixels.width, height: pixels.height)) != nil
    {
      if container == .jpeg { try? edit.completeForJPEG() }
      metadata.exif = edit.bytes
    }
    func model(_ bytes: [UInt8]) throws(AuxError) -> FileModel {
      try FileModel(MemoryByteSource(bytes), limits: limits)
    }
    let file: FileModel
    switch container {
    case .jpeg:
      file = try model(
        jpeg(pixels, metadata, xmp.extended, quality: quality, fullChroma: fullChroma, limits, &losses))
    case .heif, .avif:
      let coding = HEIFPhotoCoding(
        coding: container == .avif ? .av1 : .hevc,
        quality: container == .avif ? quality : hevcQuality(quality), bits: written, fullChroma: fullChroma)
      file = try heif(pixels, metadata, coding, limits, &losses)
    case .dng: file = try model(dng(pixels, metadata, quality: quality, limits, &losses))
    case .png: file = try model(png(pixels, metadata, jobs: jobs, &losses))
    case .tiff: file = try model(tiff(pixels, metadata, &losses))
    case .webp, .exr, .jxl:
      throw AuxError(
        .unsupported, "\(container.rawValue) photos are read and not written", remedy: .otherContainer)
    }
    notes += losses
    if fullChroma, container == .avif, written > 8 {
      notes.append(
        "the chroma of full resolution became 4:2:2, the only one that libheif encodes in AV1 with \(written) bits"
      )
    }
    if !isExact, given > written { notes.append("the primary's \(given) bits per sample became \(written)") }
    return (file, notes, losses)
  }

  /// Returns the quality that x265 gets in libheif for an error about as large as JPEG's at a quality.
  ///
  /// Source: Specs/heif.md, "Writing", Quality.
  private static func hevcQuality(_ quality: Int) -> Int {
    let points = [(1, 1), (60, 30), (75, 38), (85, 44), (92, 52), (95, 60), (98, 78), (100, 100)]
    guard let next = points.firstIndex(where: { $0.0 > quality }) else { return 100 }
    let (low, high) = (points[next - 1], points[next])
    return low.1 + (quality - low.0) * (high.1 - low.1) / (high.0 - low.0)
  }

  /// Returns the bits that samples get: those asked for, else the most of the container out of 16, else 8; of PQ and HLG
  /// the most where the container states these.
  private static func writtenBits(
    _ bits: Int?, of pixels: PhotoPixels, in container: ImageContainer
  ) throws(AuxError) -> Int {
    guard let bits else {
      if pixels.hdr != nil, container.statesHDR { return container.photoBits.max() ?? 8 }
      return min(pixels.bitsPerSample, container.photoBits.first ?? 8)
    }
    guard container.photoBits.contains(bits) else {
      throw AuxError(
        .usage,
        "a photo in \(container.rawValue) has "
          + "\(container.photoBits.sorted().map(String.init).alternatives) bits a sample, not \(bits)")
    }
    return bits
  }

  private static func jpeg(
    _ pixels: PhotoPixels, _ metadata: PhotoMetadata, _ extended: ExtendedXMP.Packet?, quality: Int,
    fullChroma: Bool, _ limits: AuxLimits, _ losses: inout [String]
  ) throws(AuxError) -> [UInt8] {
    let file = JPEGPhotoFile(
      stream: try jpegStream(pixels, quality: quality, fullChroma: fullChroma),
      profile: pixels.iccProfile(forChannels: pixels.channels, &losses), orientation: pixels.orientation)
    return try file.bytes(metadata, extended, limits: limits, &losses)
  }

  private static func jpegStream(
    _ pixels: PhotoPixels, quality: Int, fullChroma: Bool
  ) throws(AuxError) -> [UInt8] {
    guard pixels.channels == 3 else {
      return try JPEGCodec.encode(
        gray: PixelPlane(width: pixels.width, height: pixels.height, known: .uint8(pixels.samples8)),
        quality: quality, restartInterval: 0)
    }
    return try JPEGCodec.encode(
      rgb: pixels.rgb8, width: pixels.width, height: pixels.height, quality: quality,
      subsampled: !fullChroma && quality < fullColour)
  }

  /// Returns the file that libheif makes, with its description completed in memory: it is composed once, with its maps.
  private static func heif(
    _ pixels: PhotoPixels, _ metadata: PhotoMetadata, _ how: HEIFPhotoCoding, _ limits: AuxLimits,
    _ losses: inout [String]
  ) throws(AuxError) -> FileModel {
    var (pixels, metadata) = (pixels, metadata)
    pixels.iccProfile = pixels.iccProfile(forChannels: 3, &losses)
    // HEIF readers turn an image by its properties and ignore Exif; both state the same nevertheless.
    if metadata.exif != nil {
      metadata.exif = ExifBlock.setting(pixels.orientation, in: metadata.exif)
    }
    // AV1 has pictures of any size.
    let coded =
      how.coding == .av1
      ? pixels
      : pixels.extended(
        width: HEIFImageCodec.colourSide(pixels.width), height: HEIFImageCodec.colourSide(pixels.height))
    let source = MemoryByteSource(
      try HEIFImageCodec.encode(
        coded, as: how.coding, metadata: metadata, quality: how.quality, subsampled: !how.fullChroma,
        bits: how.bits, limits: limits))
    let structure = HEIFStructure(source, limits: .ofEncoders)
    var edit = HEIFEdit(try HEIFFile(structure))
    try edit.normalizeConfigurations()
    edit.meta.locations.removeBaseOffsets()
    if (coded.width, coded.height) != (pixels.width, pixels.height) {
      try edit.cropPrimary(width: pixels.width, height: pixels.height)
    }
    try edit.orientPrimary(pixels.orientation)
    return FileModel(
      bytes: source, limits: limits, structure: .heif(HEIFStructure(structure, edited: edit, limits: limits)))
  }

  private static func png(
    _ pixels: PhotoPixels, _ metadata: PhotoMetadata, jobs: Int, _ losses: inout [String]
  ) throws(AuxError) -> [UInt8] {
    var (pixels, metadata) = (pixels, metadata)
    pixels.iccProfile = pixels.iccProfile(forChannels: pixels.channels, &losses)
    metadata.exif = ExifBlock.setting(pixels.orientation, in: metadata.exif)
    let (bytes, keepsProfile) = try PNGCodec.encode(pixels, metadata: metadata, jobs: jobs)
    if pixels.iccProfile != nil, !keepsProfile {
      losses.append("the ICC profile is damaged and was left out")
    }
    return bytes
  }

  /// Returns a TIFF file of upright pixels: not all readers know its tag Orientation.
  private static func tiff(
    _ pixels: PhotoPixels, _ metadata: PhotoMetadata, _ losses: inout [String]
  ) throws(AuxError) -> [UInt8] {
    var pixels = pixels.upright()
    pixels.iccProfile = pixels.iccProfile(forChannels: pixels.channels, &losses)
    if metadata.exif != nil { losses.append("TIFF pictures are written without Exif") }
    if metadata.xmp != nil { losses.append("TIFF pictures are written without XMP") }
    return try TIFFMapCodec.encode(pixels)
  }

  private static func dng(
    _ pixels: PhotoPixels, _ metadata: PhotoMetadata, quality: Int, _ limits: AuxLimits,
    _ losses: inout [String]
  ) throws(AuxError) -> [UInt8] {
    var pixels = pixels
    pixels.iccProfile = pixels.iccProfile(forChannels: pixels.channels, &losses)
    let (light, colours) = try light(of: pixels)
    var builder = DNGBuilder(width: pixels.width, height: pixels.height, linearRows: light.rows)
    builder.orientation = pixels.orientation
    builder.colours = colours
    builder.xmp = metadata.xmp
    (builder.exif, builder.limits) = (metadata.exif, limits)
    // The preview has three components, and a profile of gray does not describe them.
    builder.previewProfile = pixels.channels == 3 ? pixels.iccProfile : nil
    let preview = try JPEGCodec.encode(
      rgb: pixels.rgb8, width: pixels.width, height: pixels.height, quality: quality, subsampled: false)
    builder.preview = .init(jpeg: preview, width: pixels.width, height: pixels.height, subsampled: false)
    let (file, leftOut) = try builder.file()
    losses += leftOut
    return try file.bytes(of: MemoryByteSource([]))
  }

  /// Returns linear light of a photo, and what colours its components are: those of its profile, else sRGB.
  private static func light(
    of pixels: PhotoPixels
  ) throws(AuxError) -> (light: LinearLight, colours: DNGBuilder.Colours) {
    if let profile = pixels.iccProfile {
      do throws(AuxError) {
        let colours = try ICCColours(profile: profile, channels: pixels.channels)
        return (colours.light(of: pixels), colours.dng)
      } catch {
        throw AuxError(
          .unsupported, "the colours of the photo cannot be described in DNG: \(error.message)",
          remedy: .convertColours)
      }
    }
    return (LinearLight(sRGB: pixels), .sRGB)
  }
}

/// How a photo is coded as HEIC or AVIF.
private struct HEIFPhotoCoding {
  let coding: HEIFCoding
  let quality: Int
  let bits: Int
  let fullChroma: Bool
}

extension ImageContainer {
  /// Whether files state PQ and HLG in a way that readers take for it: code points of HEIF and PNG, and of the ICC profile of
  /// TIFF.
  fileprivate var statesHDR: Bool {
    switch self {
    case .heif, .avif, .png, .tiff: true
    case .jpeg, .dng, .webp, .exr, .jxl: false
    }
  }
}

extension PhotoPixels {
  /// Returns the ICC profile; nil, with a loss, for one of another colour space than the pixels'.
  func iccProfile(forChannels count: Int, _ losses: inout [String]) -> [UInt8]? {
    guard let iccProfile, iccProfile.count >= 20 else { return iccProfile }
    // The data colour space of the header (ICC.1:2022, 7.2.8).
    let space = String(decoding: iccProfile[16..<20], as: UTF8.self)
    let others = ["CMYK", count == 3 ? "GRAY" : "RGB "]
    guard others.contains(space) else { return iccProfile }
    losses.append("the ICC profile is of \(space), which the pixels no longer are, and was left out")
    return nil
  }
}
