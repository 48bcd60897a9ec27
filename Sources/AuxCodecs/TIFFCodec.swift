package import AuxImage
package import AuxKernels
internal import CAuxShims

/// TIFF files of one plane, through libtiff.
///
/// The tag Orientation is not applied: maps are taken as stored. Source: TIFF 6.0; Adobe Photoshop TIFF
/// Technical Note 3 for floats and their predictor.
package enum TIFFMapCodec {
  /// Decodes the first image: 8 or 16 bits unsigned, or floats of 16, 32 or 64 bits, the last rounded to 32.
  ///
  /// Gray with or without alpha, or RGB whose samples are equal; codes where 0 is white are inverted. The description is
  /// the tag ImageDescription, nil where it is absent.
  package static func decode(
    _ data: [UInt8], limits: AuxLimits = .standard
  ) throws(AuxError) -> (plane: PixelPlane, description: String?) {
    try unsafe data.withUnsafeBufferPointer { bytes throws(AuxError) in
      var info = aux_tiff_info()
      let file = try unsafe OpenTIFF(limits, "the TIFF file cannot be read") { handle, error in
        unsafe aux_tiff_open(
          bytes.baseAddress, bytes.count, UInt64(clamping: limits.pixels), &handle, &info, &error)
      }
      let (width, height) = (Int(info.width), Int(info.height))
      let storage: PixelPlane.Storage =
        switch Int(info.sample) {
        case Int(AUX_SAMPLE_UINT8): .uint8(try file.samples(width, height))
        case Int(AUX_SAMPLE_UINT16): .uint16(try file.samples(width, height))
        case Int(AUX_SAMPLE_HALF): .half(try file.samples(width, height))
        default: .float(try file.samples(width, height))
        }
      return (PixelPlane(width: width, height: height, known: storage), file.description)
    }
  }

  /// Encodes a plane of any kind of sample, with Deflate and a predictor.
  package static func encode(_ plane: PixelPlane, description: String? = nil) throws(AuxError) -> [UInt8] {
    return switch plane.storage {
    case .uint8(let samples):
      try write(samples, plane.width, plane.height, Int(AUX_SAMPLE_UINT8), description)
    case .uint16(let samples):
      try write(samples, plane.width, plane.height, Int(AUX_SAMPLE_UINT16), description)
    case .half(let samples): try write(samples, plane.width, plane.height, Int(AUX_SAMPLE_HALF), description)
    case .float(let samples):
      try write(samples, plane.width, plane.height, Int(AUX_SAMPLE_FLOAT), description)
    }
  }

  /// Encodes gray or RGB pixels with their ICC profile; the orientation is the caller's.
  package static func encode(_ pixels: PhotoPixels) throws(AuxError) -> [UInt8] {
    let (width, height, channels) = (pixels.width, pixels.height, pixels.channels)
    return switch pixels.samples {
    case .uint8(let samples):
      try write(samples, width, height, Int(AUX_SAMPLE_UINT8), channels: channels, icc: pixels.iccProfile)
    case .uint16(let samples):
      try write(samples, width, height, Int(AUX_SAMPLE_UINT16), channels: channels, icc: pixels.iccProfile)
    }
  }

  private static func write<Sample: BitwiseCopyable>(
    _ samples: [Sample], _ width: Int, _ height: Int, _ kind: Int, _ description: String? = nil,
    channels: Int = 1, icc: [UInt8]? = nil
  ) throws(AuxError) -> [UInt8] {
    guard let across = UInt32(exactly: width), let down = UInt32(exactly: height) else {
      throw AuxError(.usage, "TIFF cannot hold \(width)x\(height) pixels")
    }
    return try unsafe encodedFile("the plane cannot be encoded as TIFF") { bytes, size, error in
      func call(_ text: UnsafePointer<CChar>?) -> Int32 {
        unsafe (icc ?? []).withUnsafeBufferPointer { icc in
          var beside = unsafe aux_tiff_metadata(
            description: text, icc: icc.baseAddress, icc_size: icc.count)
          return unsafe aux_tiff_write(
            samples, across, down, Int32(channels), Int32(kind), &beside, &bytes, &size, &error)
        }
      }
      return description.map { unsafe $0.withCString { unsafe call($0) } } ?? call(nil)
    }
  }
}

/// TIFF images that are developed photos, through libtiff: gray or RGB of 8 or 16 bits.
///
/// Source: TIFF 6.0; Specs/photos.md, "TIFF".
package enum TIFFPhotoCodec {
  /// Decodes the image whose directory is at that byte of the file; the tag Orientation is not applied.
  ///
  /// Throws `unsupported` for other samples, as floats, inks or palettes, `truncated`, `codec`, `limitExceeded`.
  package static func decode(
    _ data: [UInt8], directory: Int, limits: AuxLimits = .standard
  ) throws(AuxError) -> InterleavedImage {
    try unsafe data.withUnsafeBufferPointer { bytes throws(AuxError) in
      var info = aux_tiff_photo_info()
      let file = try unsafe OpenTIFF(limits, "the TIFF image cannot be taken for a photo") { handle, error in
        unsafe aux_tiff_open_photo(
          bytes.baseAddress, bytes.count, UInt64(directory), UInt64(clamping: limits.pixels), &handle, &info,
          &error)
      }
      let (width, height, channels) = (Int(info.width), Int(info.height), Int(info.channels))
      let attempt = "the TIFF image cannot be read"
      let samples: PhotoPixels.Samples =
        info.bits == 16
        ? .uint16(try file.samples(width, height, channels: channels, attempt))
        : .uint8(try file.samples(width, height, channels: channels, attempt))
      return InterleavedImage(width: width, height: height, channels: channels, samples: samples)
    }
  }
}

/// The owner of an open file; the bytes must outlive it.
@safe
private struct OpenTIFF: ~Copyable {
  private let handle: OpaquePointer?
  private let limits: AuxLimits

  init(
    _ limits: AuxLimits, _ attempt: String,
    _ open: (_ handle: inout OpaquePointer?, _ error: inout aux_error) -> Int32
  ) throws(AuxError) {
    var (handle, error): (OpaquePointer?, aux_error) = (nil, aux_error())
    guard unsafe open(&handle, &error) == 0 else { throw codecFailure(error, attempt) }
    unsafe self.handle = unsafe handle
    self.limits = limits
  }

  deinit {
    unsafe aux_tiff_close(handle)
  }

  var description: String? {
    guard let text = unsafe aux_tiff_description(handle) else { return nil }
    return unsafe String(cString: text)
  }

  func samples<Sample: BitwiseCopyable>(
    _ width: Int, _ height: Int, channels: Int = 1, _ attempt: String = "the TIFF file cannot be read"
  ) throws(AuxError) -> [Sample] {
    let count = try limits.checkedDecoding(width: width, height: height) * channels
    return try unsafe decodedSamples(count, attempt) { target, error in
      unsafe aux_tiff_read(handle, target, count * MemoryLayout<Sample>.stride, &error)
    }
  }
}
