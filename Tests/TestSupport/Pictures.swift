import AuxCodecs
import AuxImage
package import AuxKernels

/// Small pictures that decode.
package enum Pictures {
  /// Returns interleaved RGB as a PNG file.
  package static func png(rgb8 samples: [UInt8], width: Int, height: Int) throws -> [UInt8] {
    try PNGCodec.encode(PhotoPixels(width: width, height: height, rgb8: samples)).bytes
  }

  /// Returns a colour gradient as a baseline JPEG without application segments.
  package static func photo(width: Int = 64, height: Int = 48) throws -> [UInt8] {
    try JPEGCodec.encode(
      rgb: gradient(width: width, height: height), width: width, height: height, quality: 85,
      subsampled: true)
  }

  /// Returns a gray photo in which every place looks different, as a baseline JPEG without application segments.
  package static func detailedPhoto(width: Int = 256, height: Int = 192) throws -> [UInt8] {
    let picture = DetailedPicture(width: width, height: height, seed: 7)
    return try JPEGCodec.encode(
      rgb: picture.rgb, width: width, height: height, quality: 85, subsampled: true)
  }

  /// Returns interleaved RGB samples.
  package static func gradient(width: Int, height: Int) -> [UInt8] {
    (0..<(width * height)).flatMap { index in
      let (x, y) = (index % width, index / width)
      return [UInt8(x * 255 / width), UInt8(y * 255 / height), UInt8((x + y) % 256)]
    }
  }

  /// Returns codes that rise smoothly from the top left to the bottom right, all 0...255 used.
  package static func ramp(width: Int = 64, height: Int = 48) -> PixelPlane {
    let codes = (0..<(width * height)).map { index in
      UInt8((index % width + index / width) * 255 / (width + height - 2))
    }
    return PixelPlane(width: width, height: height, known: .uint8(codes))
  }

  /// Returns ``ramp(width:height:)`` as a PNG file.
  package static func rampPNG() throws -> [UInt8] { try PNGCodec.encode(ramp()) }

  /// Returns a further image as a camera writes it: XMP, index, one gray component.
  package static func secondary(
    _ packet: String, plane: PixelPlane, count: Int, hasIndex: Bool = true
  ) throws -> [UInt8] {
    let stream = try JPEGCodec.encode(gray: plane, quality: 95)
    return JPEGBytes.soi + JPEGBytes.xmp(packet)
      + (hasIndex ? MultiPictureBytes.secondaryIndex(count: count) : []) + stream[2...]
  }

  /// Returns a photo with a gain map and a disparity map after it, and a trailer.
  package static func portrait(
    photo: [UInt8]? = nil, trailer: [UInt8] = []
  ) throws -> MultiPictureBytes {
    MultiPictureBytes(
      before: [MultiPictureBytes.appleJFIF, JPEGBytes.exif(orientation: 1)],
      after: [JPEGBytes.segment(0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1] + Array("not a profile".utf8))],
      coded: Array(try (photo ?? Self.photo())[2...]),
      secondaries: [
        try secondary(Packets.gainMap, plane: ramp(width: 32, height: 24), count: 3),
        try secondary(Packets.disparity(), plane: ramp(), count: 3),
      ],
      trailer: trailer)
  }
}
