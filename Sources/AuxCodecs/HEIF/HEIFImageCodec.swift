package import AuxContainers
package import AuxImage
package import AuxKernels
internal import CAuxShims

/// Single images of HEVC and AV1 as samples, through libheif; HEVC is encoded by x265.
///
/// Source: ITU-T H.265; Specs/heif.md.
package enum HEIFImageCodec {
  /// Decodes an image to its luma, as stored: no range, transfer or rotation is applied.
  ///
  /// 8-bit codes give bytes, deeper ones 16-bit numbers of which `bits`, 9...16, are used. Throws `codecMissing` where no decoder is installed.
  package static func decodeGray(
    _ image: SingleImageFile, limits: Limits = .standard
  ) throws(AuxError) -> (plane: PixelPlane, bits: Int) {
    let (width, height) = (image.width, image.height)
    var samples: UnsafeMutablePointer<UInt8>?
    var size = 0
    var depth: Int32 = 0
    try decode(image, limits) { file, warnings, error in
      unsafe aux_heif_decode_gray(
        file, file.count, Int32(width), Int32(height), &samples, &size, &depth, &warnings, &error)
    }
    let bytes = unsafe takingBytes(samples, count: size)
    guard depth > 8 else { return (PixelPlane(width: width, height: height, storage: .uint8(bytes)), 8) }
    let numbers = unsafe bytes.withUnsafeBytes { unsafe Array($0.bindMemory(to: UInt16.self)) }
    return (PixelPlane(width: width, height: height, storage: .uint16(numbers)), Int(depth))
  }

  /// Decodes an image to interleaved 8-bit RGB, by the matrix and range of its `colr` or else its bitstream.
  ///
  /// No transfer, rotation or aperture is applied. Throws `codecMissing` where no decoder is installed.
  package static func decodeRGB(
    _ image: SingleImageFile, limits: Limits = .standard
  ) throws(AuxError) -> [UInt8] {
    var samples: [UInt8] = []
    try decode(image, limits) { file, warnings, error in
      samples = [UInt8](repeating: 0, count: image.width * image.height * 3)
      return unsafe aux_heif_decode_rgb(
        file, file.count, Int32(image.width), Int32(image.height), &samples, &warnings, &error)
    }
    return samples
  }

  /// Calls the decoder with the file of an image whose parameter sets were checked; throws what it reports.
  private static func decode(
    _ image: SingleImageFile, _ limits: Limits,
    _ call: (_ file: [UInt8], _ warnings: inout Int32, _ error: inout aux_error) -> Int32
  ) throws(AuxError) {
    try HEIFBitstreamCheck.check(image, limits: limits)
    var warnings: Int32 = 0
    var error = aux_error()
    let code = call(try image.bytes(), &warnings, &error)
    guard code == 0 else { throw codecFailure(error, "the image cannot be decoded") }
    guard warnings == 0 else {
      throw AuxError(.codec, "the image is damaged in \(warnings) places: \(text(of: error))")
    }
  }
}
