internal import AuxCodecs
internal import AuxContainers
internal import AuxImage
internal import AuxKernels
internal import TestSupport

/// The inputs that the corpora of the codecs begin with.
extension Seeds {
  /// A lossless WebP file.
  static let webP = WebPBytes.file([WebPBytes.chunk("VP8L", webPData)])

  private static let webPData = WebPBytes.lossless(
    width: 4, isHigh: [true, false, true, false, true, false, false, false], red: 7, green: (3, 200), blue: 9)

  /// Photos in TIFF of 8 and of 16 bits, in both orders of bytes.
  static let photosInTIFF: [[UInt8]] = [
    TIFFPhotoBytes(.little), TIFFPhotoBytes(.big), TIFFPhotoBytes(isBig: true),
  ]
  .flatMap { builder in
    [8, 16].map { bits in
      let strip = (0..<(4 * 3 * 3 * bits / 8)).map { UInt8($0 * 5 % 256) }
      return builder.file(
        strip: strip, builder.image(width: 4, height: 3, channels: 3, bits: bits, photometric: 2))
    }
  }

  /// Pictures of HEVC with colours and without, and of AV1.
  static func codedImages() throws -> [[UInt8]] {
    var images = [try CodedTile.image(seed: 0), try CodedTile.image(seed: 1)]
    for (coding, lossless) in [(HEIFCoding.hevc, true), (.hevc, false), (.av1, true), (.av1, false)] {
      images.append(
        try HEIFImageCodec.encode(
          gray: Pictures.ramp(width: 24, height: 20), as: coding, quality: 60, lossless: lossless))
    }
    return images.map(CodedImageTarget.input)
  }

  /// Streams of JPEG, JPEG XL and WebP, each after its codec and size.
  static func codedStreams() throws -> [[UInt8]] {
    let gray = try JPEGCodec.encode(
      gray: Pictures.ramp(width: 16, height: 12), quality: 80, restartInterval: 1)
    let photo = try Pictures.photo(width: 16, height: 12)
    return [
      [0, 16, 12] + gray, [0, 16, 12] + photo, [1, 16, 12] + photo,
      [2, 8, 6] + JPEGXLVector.bytes(JPEGXLVector.colour),
      [3, 8, 6] + JPEGXLVector.bytes(JPEGXLVector.gray8),
      [4, 8, 6] + JPEGXLVector.bytes(JPEGXLVector.gray16),
      [7, 4, 2] + webP,
    ]
  }
}
