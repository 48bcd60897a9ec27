internal import AuxCodecs
internal import AuxContainers
internal import AuxImage
internal import AuxKernels
internal import AuxReader

/// Codes a primary image for a container that it was not in.
enum PrimaryEncoder {
  /// Qualities from which on colour keeps its full resolution.
  private static let fullColour = 90

  /// Returns the new file in memory, without auxiliary images, and what could not go along.
  static func encode(
    _ source: ImageSource, as container: ImageContainer, quality: Int
  ) throws(AuxError) -> (file: ImageSource, losses: [String]) {
    let (bytes, losses) = try encode(try PrimaryPicture(of: source), as: container, quality: quality)
    return (try ImageSource(data: bytes, limits: source.limits), losses)
  }

  /// Returns the file of a picture, without auxiliary images, and what could not go along.
  static func encode(
    _ picture: PrimaryPicture, as container: ImageContainer, quality: Int
  ) throws(AuxError) -> (bytes: [UInt8], losses: [String]) {
    guard (1...100).contains(quality) else { throw AuxError(.usage, "a quality is 1 to 100, not \(quality)") }
    var losses: [String] = []
    let bytes: [UInt8]
    switch container {
    case .jpeg: bytes = try jpeg(picture, quality: quality, &losses)
    case .heif: bytes = try heif(picture, quality: quality, &losses)
    case .dng: bytes = try dng(picture, quality: quality, &losses)
    case .png, .tiff: throw AuxError(.unsupported, "\(container.rawValue) holds no auxiliary images")
    }
    if container != .dng, picture.has16Bits {
      losses.append("the primary's 16 bits a sample became 8")
    }
    return (bytes, losses)
  }

  /// Returns a JPEG file: JFIF header, Exif, XMP, ICC profile, then the coded image.
  private static func jpeg(
    _ picture: PrimaryPicture, quality: Int, _ losses: inout [String]
  ) throws(AuxError) -> [UInt8] {
    let stream = try jpegStream(picture, quality: quality)
    var bytes: [UInt8] = [0xFF, JPEGMarker.SOI]
    bytes += try JPEGSegment.bytes(
      marker: JPEGMarker.APP0, payload: Array(JFIF.applePayload.prefix(JFIF.payloadCount)))
    // JPEG has no other place for the orientation, and what HEIF turned by its properties need not say so.
    if let exif = ExifOrientationBlock.setting(picture.orientation, in: picture.exif) {
      bytes += try JPEGSegment.bytes(marker: JPEGMarker.APP1, payload: JPEGIdentifier.exif + exif)
    }
    if let xmp = picture.xmp {
      bytes += try JPEGSegment.bytes(marker: JPEGMarker.APP1, payload: JPEGIdentifier.xmp + xmp)
    }
    if let profile = picture.iccProfile(forChannels: picture.channels, &losses) {
      bytes += try ICCSegments.segments(of: profile)
    }
    // Behind the encoder's own SOI.
    return bytes + stream[2...]
  }

  private static func jpegStream(_ picture: PrimaryPicture, quality: Int) throws(AuxError) -> [UInt8] {
    guard picture.channels == 3 else {
      return try JPEGCodec.encode(
        gray: PixelPlane(width: picture.width, height: picture.height, storage: .uint8(picture.samples8)),
        quality: quality, restartInterval: 0)
    }
    return try JPEGCodec.encode(
      rgb: picture.samples8, width: picture.width, height: picture.height, quality: quality,
      subsampled: quality < fullColour)
  }

  private static func heif(
    _ picture: PrimaryPicture, quality: Int, _ losses: inout [String]
  ) throws(AuxError) -> [UInt8] {
    var metadata = HEIFPrimaryCodec.Metadata()
    metadata.icc = picture.iccProfile(forChannels: 3, &losses) ?? []
    metadata.exif = picture.exif ?? []
    metadata.xmp = picture.xmp ?? []
    let coded = try HEIFPrimaryCodec.encode(
      rgb: picture.rgb, width: picture.width, height: picture.height, quality: quality, metadata: metadata)
    // HEIF readers turn an image by its properties and leave Exif aside.
    let source = MemoryByteSource(coded)
    var edit = HEIFEdit(try HEIFFile(source))
    try edit.orientPrimary(picture.orientation)
    return try edit.composition(of: source).bytes(of: source)
  }

  private static func dng(
    _ picture: PrimaryPicture, quality: Int, _ losses: inout [String]
  ) throws(AuxError) -> [UInt8] {
    let linear: [UInt16]
    switch picture.samples {
    case .uint8: linear = SRGBTransfer.linear(codes8: picture.rgb)
    case .uint16(let samples): linear = SRGBTransfer.linear(codes16: picture.threeChannels(samples))
    }
    var builder = DNGBuilder(width: picture.width, height: picture.height, linearRGB: linear)
    builder.orientation = picture.orientation
    builder.xmp = picture.xmp
    let preview = try JPEGCodec.encode(
      rgb: picture.rgb, width: picture.width, height: picture.height, quality: quality, subsampled: false)
    builder.preview = .jpeg(preview, width: picture.width, height: picture.height, subsampled: false)
    if picture.exif != nil { losses.append("Exif but for the orientation is not carried into DNG") }
    if picture.iccProfile != nil {
      losses.append("the ICC profile is not carried into DNG, whose colours are taken for sRGB")
    }
    return try builder.file().bytes(of: MemoryByteSource([]))
  }
}

extension PrimaryPicture {
  /// The samples with 8 bits, rounded where they have 16.
  fileprivate var samples8: [UInt8] {
    switch samples {
    case .uint8(let samples): samples
    case .uint16(let samples): samples.map { UInt8((UInt32($0) + 128) / 257) }
    }
  }

  /// Whether the samples have 16 bits.
  package var has16Bits: Bool { if case .uint16 = samples { true } else { false } }

  /// Returns the ICC profile, or nil with a loss where it is of another colour space than gray or RGB pixels.
  func iccProfile(forChannels count: Int, _ losses: inout [String]) -> [UInt8]? {
    guard let iccProfile, iccProfile.count >= 20 else { return iccProfile }
    // The data colour space of the header (ICC.1:2022, 7.2.8).
    let space = String(decoding: iccProfile[16..<20], as: UTF8.self)
    let others = ["CMYK", count == 3 ? "GRAY" : "RGB "]
    guard others.contains(space) else { return iccProfile }
    losses.append("the ICC profile is of \(space), which the pixels no longer are, and was left out")
    return nil
  }

  /// The samples as interleaved 8-bit RGB.
  package var rgb: [UInt8] { threeChannels(samples8) }

  /// Returns gray samples three times, others as they are.
  fileprivate func threeChannels<Sample>(_ samples: [Sample]) -> [Sample] {
    channels == 3 ? samples : samples.flatMap { [$0, $0, $0] }
  }
}
