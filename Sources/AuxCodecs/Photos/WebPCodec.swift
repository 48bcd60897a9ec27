package import AuxImage
internal import CAuxShims

/// WebP files, still ones read and animated ones written, through libwebp. Source: RFC 9649.
package enum WebPCodec {
  /// Decodes a file of a size that its headers state, to 8-bit RGB, or RGBA where it has alpha.
  ///
  /// Throws `malformed` where the bitstream is of another size, `truncated`, `codec`, `limitExceeded`.
  package static func decode(
    _ data: [UInt8], width: Int, height: Int, hasAlpha: Bool, limits: Limits = .standard
  ) throws(AuxError) -> InterleavedImage {
    let channels = hasAlpha ? 4 : 3
    let count = try limits.checkedDecoding(width: width, height: height) * channels
    // The format has no larger sides, and their product no more bytes than an `Int32` of stride bears.
    guard let columns = UInt32(exactly: width), let rows = UInt32(exactly: height), width <= 1 << 24 else {
      throw AuxError(.malformed, "no WebP file is \(width)x\(height)")
    }
    var error = aux_error()
    var code: Int32 = 0
    // Memory is not touched before there are samples for it, so that a false size costs nothing.
    let samples = unsafe [UInt8](unsafeUninitializedCapacity: count) { target, written in
      code = unsafe aux_webp_read(
        data, data.count, columns, rows, Int32(channels), target.baseAddress, &error)
      written = code == 0 ? count : 0
    }
    guard code == 0 else { throw codecFailure(error, "the WebP data cannot be read") }
    return InterleavedImage(width: width, height: height, channels: channels, samples: .uint8(samples))
  }

  /// The longest side of a file.
  package static let longestSide = 16383

  /// Encodes frames of one size, 8-bit RGB, that are shown over and over, each so long; what is nil the file does not
  /// say.
  ///
  /// Throws `usage` where there are none or a side is longer than the format's, `codec`.
  package static func encode(
    frames: [[UInt8]], width: Int, height: Int, milliseconds: Int, quality: Int, iccProfile: [UInt8]?,
    metadata: PhotoMetadata
  ) throws(AuxError) -> [UInt8] {
    guard (1...longestSide).contains(width), (1...longestSide).contains(height), !frames.isEmpty else {
      throw AuxError(.usage, "WebP cannot hold \(width)x\(height); its longest side is \(longestSide)")
    }
    precondition(frames.allSatisfy { $0.count == width * height * 3 }, "frames of RGB")
    var bytes: UnsafeMutablePointer<UInt8>?
    var (size, code) = (0, Int32(0))
    var error = aux_error()
    let (icc, exif, xmp) = (iccProfile ?? [], metadata.exif ?? [], metadata.xmp ?? [])
    code = unsafe aux_webp_write_animation(
      frames.flatMap(\.self), Int32(frames.count), Int32(width), Int32(height), Int32(milliseconds),
      Int32(quality), icc, icc.count, exif, exif.count, xmp, xmp.count, &bytes, &size, &error)
    guard code == 0 else { throw codecFailure(error, "the frames cannot be coded as WebP") }
    return unsafe takingBytes(bytes, count: size)
  }
}
