package import AuxImage
internal import CAuxShims

/// Zstandard frames, decompressed through libzstd. Source: RFC 8878.
package enum Zstandard {
  /// Decompresses the first `count` bytes of a frame; the rest of it costs nothing.
  ///
  /// Throws `truncated` where there are fewer, `codec` for damaged data and for a window of more than 64 MiB, `codecMissing`.
  package static func prefix(of data: [UInt8], count: Int) throws(AuxError) -> [UInt8] {
    try unsafe decodedSamples(count, "the Zstandard data cannot be read") { target, error in
      unsafe aux_zstd_read(data, data.count, target, count, &error)
    }
  }
}
