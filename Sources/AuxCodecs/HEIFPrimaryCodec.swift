package import AuxImage
internal import CAuxShims

/// The picture that a HEIC file shows, as interleaved 8-bit RGB, through libheif and x265.
package enum HEIFPrimaryCodec {
  /// What stands beside the pixels.
  package struct Metadata: Hashable, Sendable {
    /// The ICC profile; without one the pixels are sRGB.
    package var icc: [UInt8] = []
    /// The TIFF block of Exif.
    package var exif: [UInt8] = []
    /// The XMP packet.
    package var xmp: [UInt8] = []

    /// Creates metadata of nothing.
    package init() {}
  }

  /// Encodes RGB as a HEIC file, in 4:2:0 where `subsampled` and else in 4:4:4.
  ///
  /// A size that no HEVC picture shows exactly becomes a `grid` of one tile. `irot` and `imir` are the caller's.
  package static func encode(
    rgb samples: [UInt8], width: Int, height: Int, quality: Int, subsampled: Bool = true,
    metadata: Metadata = Metadata()
  ) throws(AuxError) -> [UInt8] {
    guard width > 0, height > 0, let columns = Int32(exactly: width), let rows = Int32(exactly: height) else {
      throw AuxError(.usage, "HEVC cannot hold \(width)x\(height)")
    }
    guard samples.count == width * height * 3 else {
      throw AuxError(.usage, "\(samples.count) samples are not \(width)x\(height) pixels of 3")
    }
    guard metadata.exif.count <= Int32.max, metadata.xmp.count <= Int32.max else {
      throw AuxError(.usage, "Exif or XMP of more than 2 GiB")
    }
    var bytes: UnsafeMutablePointer<UInt8>?
    var size = 0
    var error = aux_error()
    let code = unsafe metadata.icc.withUnsafeBufferPointer { icc in
      unsafe metadata.exif.withUnsafeBufferPointer { exif in
        unsafe metadata.xmp.withUnsafeBufferPointer { xmp in
          var beside = unsafe aux_heif_metadata(
            icc: icc.baseAddress, icc_size: icc.count, exif: exif.baseAddress, exif_size: exif.count,
            xmp: xmp.baseAddress, xmp_size: xmp.count)
          return unsafe aux_heif_encode_rgb(
            samples, columns, rows, Int32(clamping: quality), subsampled ? 1 : 0, &beside, &bytes,
            &size, &error)
        }
      }
    }
    guard code == 0 else { throw codecFailure(error, "the picture cannot be encoded as HEVC") }
    return unsafe takingBytes(bytes, count: size)
  }

  /// Decodes the primary image of a file to RGB as coded: `irot`, `imir` and `clap` are the caller's to apply.
  package static func decodeRGB(
    heifFile: [UInt8], width: Int, height: Int, limits: Limits = .standard
  ) throws(AuxError) -> [UInt8] {
    try HEIFBitstreamCheck.check(heifFile, width: width, height: height, limits: limits)
    var samples = [UInt8](repeating: 0, count: width * height * 3)
    var warnings: Int32 = 0
    var error = aux_error()
    let code = unsafe aux_heif_decode_rgb(
      heifFile, heifFile.count, Int32(width), Int32(height), &samples, &warnings, &error)
    guard code == 0 else { throw codecFailure(error, "the picture cannot be decoded") }
    guard warnings == 0 else {
      throw AuxError(.codec, "the picture is damaged in \(warnings) places: \(text(of: error))")
    }
    return samples
  }
}
