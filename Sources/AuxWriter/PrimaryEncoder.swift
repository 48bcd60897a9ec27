internal import AuxCodecs
internal import AuxContainers
internal import AuxImage
internal import AuxKernels
internal import AuxReader

/// Codes a primary image for a container that it was not in.
enum PrimaryEncoder {
  /// Returns the new file in memory, without auxiliary images.
  ///
  /// Throws `unsupported` for a pair of containers that is not known.
  static func encode(
    _ source: ImageSource, as container: ImageContainer, quality: Int
  ) throws(AuxError) -> ImageSource {
    guard (1...100).contains(quality) else { throw AuxError(.usage, "a quality is 1 to 100, not \(quality)") }
    guard source.container == .png, container == .jpeg else {
      throw AuxError(
        .unsupported, "\(source.container.rawValue) is not turned into \(container.rawValue) in this version")
    }
    let bytes = try source.bytes.read(at: 0, count: source.bytes.byteCount)
    let image = try PNGCodec.decode(bytes, limits: source.limits)
    guard !image.hasTransparency else {
      throw AuxError(.unsupported, "the image has transparent pixels, which JPEG cannot hold")
    }
    return try ImageSource(data: try jpeg(image, quality: quality), limits: source.limits)
  }

  /// Returns a JPEG file: JFIF header, Exif, XMP, ICC profile, then the coded image.
  private static func jpeg(_ image: PNGImage, quality: Int) throws(AuxError) -> [UInt8] {
    let stream: [UInt8]
    if image.channels < 3 {
      stream = try JPEGCodec.encode(
        gray: PixelPlane(
          width: image.width, height: image.height, storage: .uint8(image.samples8(keepingChannels: 1))),
        quality: quality, restartInterval: 0)
    } else {
      stream = try JPEGCodec.encode(
        rgb: image.samples8(keepingChannels: 3), width: image.width, height: image.height, quality: quality,
        subsampled: quality < 90)
    }
    var bytes: [UInt8] = [0xFF, JPEGMarker.SOI]
    bytes += try JPEGSegment.bytes(
      marker: JPEGMarker.APP0, payload: Array(JFIF.applePayload.prefix(JFIF.payloadCount)))
    if let exif = image.exif {
      bytes += try JPEGSegment.bytes(marker: JPEGMarker.APP1, payload: JPEGIdentifier.exif + exif)
    }
    if let xmp = image.xmp {
      bytes += try JPEGSegment.bytes(marker: JPEGMarker.APP1, payload: JPEGIdentifier.xmp + xmp)
    }
    if let profile = image.iccProfile { bytes += try ICCSegments.segments(of: profile) }
    // Behind the encoder's own SOI.
    return bytes + stream[2...]
  }
}
