package import AuxImage
internal import CAuxShims

/// TIFF images that are developed photos, through libtiff: gray or RGB of 8 or 16 bits.
///
/// Source: TIFF 6.0; Specs/photos.md, "TIFF".
package enum TIFFPhotoCodec {
  /// Decodes the image whose directory stands at that byte of the file; the tag Orientation is not applied.
  ///
  /// Throws `unsupported` for other samples, as floats, inks or palettes, `truncated`, `codec`, `limitExceeded`.
  package static func decode(
    _ data: [UInt8], directory: Int, limits: Limits = .standard
  ) throws(AuxError) -> InterleavedImage {
    try unsafe data.withUnsafeBufferPointer { bytes throws(AuxError) in
      let file = try unsafe TIFFPhoto(bytes, directory: directory, limits: limits)
      return try file.image()
    }
  }
}

/// The owner of an open file; the bytes must outlive it.
@safe
private struct TIFFPhoto: ~Copyable {
  private let handle: OpaquePointer?
  private let info: aux_tiff_photo_info
  private let limits: Limits

  init(_ bytes: UnsafeBufferPointer<UInt8>, directory: Int, limits: Limits) throws(AuxError) {
    var handle: OpaquePointer?
    var info = aux_tiff_photo_info()
    var error = aux_error()
    let code = unsafe aux_tiff_open_photo(
      bytes.baseAddress, bytes.count, UInt64(directory), UInt64(clamping: limits.pixels), &handle, &info,
      &error)
    guard code == 0 else { throw codecFailure(error, "the TIFF image cannot be taken for a photo") }
    unsafe self.handle = unsafe handle
    self.info = info
    self.limits = limits
  }

  deinit {
    unsafe aux_tiff_close(handle)
  }

  func image() throws(AuxError) -> InterleavedImage {
    let (width, height, channels) = (Int(info.width), Int(info.height), Int(info.channels))
    let count = try limits.checkedDecoding(width: width, height: height) * channels
    var error = aux_error()
    var code: Int32 = 0
    let samples: PhotoPixels.Samples
    // Memory is not touched before there are samples for it, so that a false size costs nothing.
    if info.bits == 16 {
      let codes = unsafe [UInt16](unsafeUninitializedCapacity: count) { target, written in
        code = unsafe aux_tiff_read(handle, target.baseAddress, count * 2, &error)
        written = code == 0 ? count : 0
      }
      samples = .uint16(codes)
    } else {
      let codes = unsafe [UInt8](unsafeUninitializedCapacity: count) { target, written in
        code = unsafe aux_tiff_read(handle, target.baseAddress, count, &error)
        written = code == 0 ? count : 0
      }
      samples = .uint8(codes)
    }
    guard code == 0 else { throw codecFailure(error, "the TIFF image cannot be read") }
    return InterleavedImage(width: width, height: height, channels: channels, samples: samples)
  }
}
