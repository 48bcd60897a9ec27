package import AuxImage
internal import CAuxShims

/// Still WebP files, read through libwebp. Source: RFC 9649.
package enum WebPCodec {
  /// Decodes a file of a size that its headers state, to 8-bit RGB, or RGBA where it has alpha.
  ///
  /// Throws `malformed` where the bitstream is of another size, `truncated`, `codec`, `limitExceeded`.
  package static func decode(
    _ data: [UInt8], width: Int, height: Int, hasAlpha: Bool, limits: AuxLimits = .standard
  ) throws(AuxError) -> InterleavedImage {
    let channels = hasAlpha ? 4 : 3
    let count = try limits.checkedDecoding(width: width, height: height) * channels
    // The format has no larger sides, and their product no more bytes than an `Int32` of stride bears.
    guard let columns = UInt32(exactly: width), let rows = UInt32(exactly: height), width <= 1 << 24 else {
      throw AuxError(.malformed, "no WebP file is \(width)x\(height)")
    }
    let samples: [UInt8] = try unsafe decodedSamples(count, "the WebP data cannot be read") { target, error in
      unsafe aux_webp_read(data, data.count, columns, rows, Int32(channels), target, &error)
    }
    return InterleavedImage(width: width, height: height, channels: channels, samples: .uint8(samples))
  }
}
