package import AuxImage
internal import CAuxShims

/// Still WebP files, through libwebp. Source: RFC 9649.
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

  /// The longest side of a picture.
  package static let longestSide = Int(AUX_WEBP_LONGEST_SIDE)

  /// Encodes interleaved RGB as a lossy file, which is in 4:2:0; `quality` is 0 to 100, `method` 0 (fast) to 6 (small).
  ///
  /// Throws `usage` for a picture of a size that the format does not have, `unsupported` for one with more details than
  /// the format holds, and `codecMissing` without the library.
  package static func encode(
    rgb samples: [UInt8], width: Int, height: Int, quality: Int, method: Int
  ) throws(AuxError) -> [UInt8] {
    guard (1...longestSide).contains(width), (1...longestSide).contains(height) else {
      throw AuxError(.usage, "WebP cannot hold \(width)x\(height); its longest side is \(longestSide)")
    }
    guard samples.count == width * height * 3 else {
      throw AuxError(.usage, "\(samples.count) samples are not \(width)x\(height) pixels of 3")
    }
    return try unsafe encodedFile("the picture cannot be encoded as WebP") { bytes, size, error in
      unsafe aux_webp_encode(
        samples, Int32(width), Int32(height), Int32(clamping: quality), Int32(clamping: method), &bytes,
        &size, &error)
    }
  }
}
