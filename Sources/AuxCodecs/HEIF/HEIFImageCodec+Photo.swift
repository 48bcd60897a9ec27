package import AuxContainers
package import AuxImage
internal import CAuxShims

extension HEIFImageCodec {
  /// Returns the shortest side, not below the given one, that a colour picture of 4:2:0 shows exactly.
  ///
  /// These are even sides of one coding tree unit at least (ITU-T H.265, 7.4.3.2.1).
  package static func colourSide(_ side: Int) -> Int { max(64, side + side % 2) }

  /// Encodes a picture as the primary of a HEIC or AVIF file, in 4:2:0 where `subsampled` and else in 4:4:4.
  ///
  /// Its codes have `bits`, 8 or 10. Without an ICC profile it is sRGB; Exif and XMP go along. A size that no HEVC picture shows exactly becomes a
  /// `grid` of one tile: callers extend the picture to ``colourSide(_:)`` and crop it; AV1 has any size. `irot`, `imir` and `clap` are
  /// the caller's.
  package static func encode(
    _ pixels: PhotoPixels, as coding: HEIFCoding = .hevc, metadata: PhotoMetadata = PhotoMetadata(),
    quality: Int, subsampled: Bool = true, bits: Int = 8
  ) throws(AuxError) -> [UInt8] {
    guard let columns = Int32(exactly: pixels.width), let rows = Int32(exactly: pixels.height) else {
      throw AuxError(.usage, "\(coding.name) cannot hold \(pixels.width)x\(pixels.height)")
    }
    _ = try Limits.standard.checkedDecoding(
      width: pixels.width, height: pixels.height, bytesPerPixel: coding.bytesPerPixel)
    let (exif, xmp) = (metadata.exif ?? [], metadata.xmp ?? [])
    guard exif.count <= Int32.max, xmp.count <= Int32.max else {
      throw AuxError(.usage, "Exif or XMP of more than 2 GiB")
    }
    try checkThreads()
    var bytes: UnsafeMutablePointer<UInt8>?
    var size = 0
    var error = aux_error()
    let code = unsafe (pixels.iccProfile ?? []).withUnsafeBufferPointer { icc in
      unsafe exif.withUnsafeBufferPointer { exif in
        unsafe xmp.withUnsafeBufferPointer { xmp in
          var beside = unsafe aux_heif_metadata(
            icc: icc.baseAddress, icc_size: icc.count, exif: exif.baseAddress, exif_size: exif.count,
            xmp: xmp.baseAddress, xmp_size: xmp.count)
          func encode(_ samples: UnsafeRawPointer) -> Int32 {
            unsafe aux_heif_encode_rgb(
              samples, Int32(clamping: bits), columns, rows, coding.code, Int32(clamping: quality),
              subsampled ? 1 : 0, threads, &beside, &bytes, &size, &error)
          }
          return bits == 8 ? unsafe encode(pixels.rgb8) : unsafe encode(pixels.rgb10)
        }
      }
    }
    guard code == 0 else {
      throw codecFailure(error, "the picture cannot be encoded as \(coding.name)", usesThreads: true)
    }
    return unsafe takingBytes(bytes, count: size)
  }
}

extension PhotoPixels {
  /// The samples as 10-bit red, green and blue in turn, rounded.
  fileprivate var rgb10: [UInt16] {
    let codes: [UInt16] =
      switch samples {
      case .uint8(let codes): codes.map { UInt16((Int($0) * 1023 + 127) / 255) }
      case .uint16(let codes): codes.map { UInt16((Int($0) * 1023 + 32767) / 65535) }
      }
    return channels == 3 ? codes : codes.flatMap { [$0, $0, $0] }
  }
}

extension HEIFCoding {
  /// The number by which the shims know the codec.
  var code: Int32 {
    switch self {
    case .hevc: Int32(AUX_HEIF_HEVC)
    case .av1: Int32(AUX_HEIF_AV1)
    }
  }

  /// The most bytes for each pixel that the encoder was seen to take, and libheif around it, with room for more: 18 of
  /// x265, 42 of libaom.
  var bytesPerPixel: Int {
    switch self {
    case .hevc: 24
    case .av1: 56
    }
  }
}
