package import AuxImage
package import AuxKernels
internal import CAuxShims

/// Streams of JPEG XL, as DNG holds them, through libjxl.
///
/// Source: ISO/IEC 18181-1; DNG 1.7.1.0, "Compression".
package enum JPEGXLCodec {
  /// The most pixels that a coded byte is taken to decode to: an even picture of any size takes a few dozen bytes.
  package static let largestRatio = 1 << 18

  /// Decodes a stream of exactly `width` by `height` and one channel to little-endian samples, rows tightly packed.
  ///
  /// Throws `unsupported` for colour, animations, and codes of another number of bits than the samples have.
  package static func decodeGray(
    _ data: [UInt8], width: Int, height: Int, sampleType: PixelPlane.SampleType, limits: AuxLimits = .standard
  ) throws(AuxError) -> [UInt8] {
    let sample =
      switch sampleType {
      case .uint8: AUX_JXL_UINT8
      case .uint16: AUX_JXL_UINT16
      case .half: AUX_JXL_HALF
      case .float: AUX_JXL_FLOAT
      }
    return try decode(
      data, width: width, height: height, channels: 1, sample: Int32(sample),
      byteCount: sampleType.byteCount, limits)
  }

  package static func decodeRGB(
    _ data: [UInt8], width: Int, height: Int, limits: AuxLimits = .standard
  ) throws(AuxError) -> [UInt8] {
    try decode(
      data, width: width, height: height, channels: 3, sample: Int32(AUX_JXL_UINT8), byteCount: 1, limits)
  }

  private static func decode(
    _ data: [UInt8], width: Int, height: Int, channels: Int, sample: Int32, byteCount: Int,
    _ limits: AuxLimits
  ) throws(AuxError) -> [UInt8] {
    let count = try limits.checkedPixelCount(width: width, height: height)
    guard let across = Int32(exactly: width), let down = Int32(exactly: height),
      count / largestRatio <= data.count
    else { throw AuxError(.codec, "a JPEG XL stream of \(data.count) bytes is no \(width)x\(height)") }
    _ = try limits.checkedDecoding(width: width, height: height)
    let size = count * channels * byteCount
    return try unsafe decodedSamples(size, "the JPEG XL stream cannot be decoded") { target, error in
      unsafe aux_jxl_decode(data, data.count, across, down, Int32(channels), sample, target, size, &error)
    }
  }
}
