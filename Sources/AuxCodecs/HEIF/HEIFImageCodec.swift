package import AuxContainers
package import AuxImage
package import AuxKernels
internal import CAuxShims

/// Single images of HEVC and AV1 as samples, through libheif; HEVC is encoded by x265, and planes of it are decoded by
/// libde265 alone, where that is.
///
/// Source: ITU-T H.265; Specs/heif.md.
package enum HEIFImageCodec {
  /// How many threads x265 gets; what it makes does not depend on it.
  static var threads: Int32 { Int32(clamping: WorkerPool.coreCount) }

  /// Decodes an image to its luma, as stored: no range, transfer or rotation is applied.
  ///
  /// 8-bit codes give bytes, deeper ones 16-bit numbers of which `bits`, 9...16, are used. Throws `codecMissing` where no decoder is installed.
  package static func decodeGray(
    _ image: SingleImageFile, limits: Limits = .standard
  ) throws(AuxError) -> (plane: PixelPlane, bits: Int) {
    let (planes, bits) = try decodePlanes(image, limits: limits)
    return (planes[0], bits)
  }

  /// Decodes an image to interleaved 8-bit RGB, by the matrix and range of its `colr` or else its bitstream.
  ///
  /// No transfer, rotation or aperture is applied. Throws `codecMissing` where no decoder is installed.
  package static func decodeRGB(
    _ image: SingleImageFile, limits: Limits = .standard
  ) throws(AuxError) -> [UInt8] {
    try HEIFBitstreamCheck.check(image, limits: limits)
    var samples: [UInt8] = []
    let coding: HEIFCoding = CodedItemKind(itemType: image.itemType) == .hevc ? .hevc : .av1
    try decode(.file(of: image)) { handed, error in
      samples = [UInt8](repeating: 0, count: image.width * image.height * 3)
      return unsafe aux_heif_decode_rgb(
        handed.bytes, handed.bytes.count, Int32(image.width), Int32(image.height), coding.code, threads,
        &samples,
        &error)
    }
    return samples
  }

  /// Throws `io` where the codecs, which work on threads of their own, would wait for ever for one.
  static func checkThreads() throws(AuxError) {
    try AuxError.checkCancellation()
    guard WorkerThread.isAvailable else { throw AuxError(.io, "the system gives the codec no thread") }
  }

  /// Calls a decoder with an image whose parameter sets were checked; throws what it reports.
  static func decode(
    _ handed: HandedImage, _ call: (_ handed: HandedImage, _ error: inout aux_error) -> Int32
  ) throws(AuxError) {
    try checkThreads()
    var error = aux_error()
    handed.report()
    let code = call(handed, &error)
    guard code == 0 else { throw codecFailure(error, "the image cannot be decoded", usesThreads: true) }
  }
}
