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
    let (planes, bits) = try decodePlanes(image, limits: limits)
    return (planes[0], bits)
  }

  /// Decodes an image to luma, Cb and Cr as they are coded, or to luma alone where there is nothing else.
  ///
  /// Codes are as those of ``decodeGray(_:limits:)``, and chroma is as small as it is coded. Throws as that does.
  package static func decodePlanes(
    _ image: SingleImageFile, limits: Limits = .standard
  ) throws(AuxError) -> (planes: [PixelPlane], bits: Int) {
    try HEIFBitstreamCheck.check(image, limits: limits)
    let chroma = try CodedSamples(configuration: image.configuration).chromaFormat
    var image = image
    if chroma > 0 {
      // Whatever the colours are, none are asked for.
      let identity = ColourInformationProperty.nclx(primaries: 1, transfer: 13, matrix: 0, range: 0x80)
      image.properties = [Box("colr", identity.serialize)]
    }
    let (width, height) = (Int32(image.width), Int32(image.height))
    var decoded = DecodedPlanes()
    try decode(image) { file, warnings, error in
      unsafe aux_heif_decode_planes(
        file, file.count, width, height, Int32(chroma), &decoded.raw, &warnings, &error)
    }
    return (decoded.planes, decoded.bits)
  }

  /// Decodes an image to interleaved 8-bit RGB, by the matrix and range of its `colr` or else its bitstream.
  ///
  /// No transfer, rotation or aperture is applied. Throws `codecMissing` where no decoder is installed.
  package static func decodeRGB(
    _ image: SingleImageFile, limits: Limits = .standard
  ) throws(AuxError) -> [UInt8] {
    try HEIFBitstreamCheck.check(image, limits: limits)
    var samples: [UInt8] = []
    try decode(image) { file, warnings, error in
      samples = [UInt8](repeating: 0, count: image.width * image.height * 3)
      return unsafe aux_heif_decode_rgb(
        file, file.count, Int32(image.width), Int32(image.height), &samples, &warnings, &error)
    }
    return samples
  }

  /// Throws `io` where the codecs, which work on threads of their own, would wait for ever for one.
  static func checkThreads() throws(AuxError) {
    guard WorkerThread.isAvailable else { throw AuxError(.io, "the system gives the codec no thread") }
  }

  /// Calls the decoder with the file of an image whose parameter sets were checked; throws what it reports.
  private static func decode(
    _ image: SingleImageFile,
    _ call: (_ file: [UInt8], _ warnings: inout Int32, _ error: inout aux_error) -> Int32
  ) throws(AuxError) {
    try checkThreads()
    var warnings: Int32 = 0
    var error = aux_error()
    let code = call(try image.bytes(), &warnings, &error)
    guard code == 0 else { throw codecFailure(error, "the image cannot be decoded") }
    guard warnings == 0 else {
      throw AuxError(.codec, "the image is damaged in \(warnings) places: \(text(of: error))")
    }
  }
}

/// The owner of the planes that libheif decoded.
@safe
private struct DecodedPlanes: ~Copyable {
  var raw = aux_heif_planes()

  deinit {
    unsafe aux_free(raw.samples.0)
    unsafe aux_free(raw.samples.1)
    unsafe aux_free(raw.samples.2)
  }

  /// The bits of a code.
  var bits: Int { Int(raw.bit_depth) }

  /// Copies that Swift owns.
  var planes: [PixelPlane] {
    let all = unsafe [
      plane(raw.samples.0, raw.sizes.0, raw.widths.0, raw.heights.0),
      plane(raw.samples.1, raw.sizes.1, raw.widths.1, raw.heights.1),
      plane(raw.samples.2, raw.sizes.2, raw.widths.2, raw.heights.2),
    ]
    return all.compactMap(\.self)
  }

  private func plane(
    _ samples: UnsafeMutablePointer<UInt8>?, _ size: Int, _ width: Int32, _ height: Int32
  ) -> PixelPlane? {
    guard let samples = unsafe samples else { return nil }
    let bytes = unsafe UnsafeRawBufferPointer(start: samples, count: size)
    let storage: PixelPlane.Storage =
      unsafe bits == 8 ? .uint8(Array(bytes)) : .uint16(Array(bytes.bindMemory(to: UInt16.self)))
    return PixelPlane(width: Int(width), height: Int(height), storage: storage)
  }
}
