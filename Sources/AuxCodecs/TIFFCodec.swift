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
  /// Gray with or without alpha, or RGB whose samples are equal; codes where 0 is white are inverted.
  package static func decode(_ data: [UInt8], limits: Limits = .standard) throws(AuxError) -> PixelPlane {
    try unsafe data.withUnsafeBufferPointer { bytes throws(AuxError) in
      let file = try unsafe OpenTIFF(bytes, limits: limits)
      return try file.plane()
    }
  }

  /// Returns the tag Orientation of the first image, 1 where it is absent.
  package static func orientation(_ data: [UInt8], limits: Limits = .standard) throws(AuxError) -> Int {
    try unsafe data.withUnsafeBufferPointer { bytes throws(AuxError) in
      let file = try unsafe OpenTIFF(bytes, limits: limits)
      return file.orientation
    }
  }

  /// Returns the tag ImageDescription of the first image, nil where it is absent.
  package static func description(
    _ data: [UInt8], limits: Limits = .standard
  ) throws(AuxError) -> String? {
    try unsafe data.withUnsafeBufferPointer { bytes throws(AuxError) in
      let file = try unsafe OpenTIFF(bytes, limits: limits)
      return file.description
    }
  }

  /// Encodes a plane of any kind of sample, with Deflate and a predictor; the inverse of `decode`.
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
    var bytes: UnsafeMutablePointer<UInt8>?
    var size = 0
    var error = aux_error()
    func call(_ text: UnsafePointer<CChar>?) -> Int32 {
      unsafe (icc ?? []).withUnsafeBufferPointer { icc in
        var beside = unsafe aux_tiff_metadata(
          description: text, icc: icc.baseAddress, icc_size: icc.count)
        return unsafe aux_tiff_write(
          samples, across, down, Int32(channels), Int32(kind), &beside, &bytes, &size, &error)
      }
    }
    let code = description.map { unsafe $0.withCString { unsafe call($0) } } ?? call(nil)
    guard code == 0 else { throw codecFailure(error, "the plane cannot be encoded as TIFF") }
    return unsafe takingBytes(bytes, count: size)
  }
}

/// The owner of an open file; the bytes must outlive it.
@safe
private struct OpenTIFF: ~Copyable {
  private let handle: OpaquePointer?
  private let info: aux_tiff_info
  private let limits: Limits

  init(_ bytes: UnsafeBufferPointer<UInt8>, limits: Limits) throws(AuxError) {
    var handle: OpaquePointer?
    var info = aux_tiff_info()
    var error = aux_error()
    let code = unsafe aux_tiff_open(
      bytes.baseAddress, bytes.count, UInt64(clamping: limits.pixels), &handle, &info, &error)
    guard code == 0 else { throw codecFailure(error, "the TIFF file cannot be read") }
    unsafe self.handle = unsafe handle
    self.info = info
    self.limits = limits
  }

  deinit {
    unsafe aux_tiff_close(handle)
  }

  var description: String? {
    guard let text = unsafe aux_tiff_description(handle) else { return nil }
    return unsafe String(cString: text)
  }

  var orientation: Int { Int(info.orientation) }

  func plane() throws(AuxError) -> PixelPlane {
    let (width, height) = (Int(info.width), Int(info.height))
    let count = try limits.checkedDecoding(width: width, height: height)
    var error = aux_error()
    var code: Int32 = 0
    let storage: PixelPlane.Storage
    // Memory is not touched before there are samples for it, so that a false size costs nothing.
    switch Int(info.sample) {
    case Int(AUX_SAMPLE_UINT8):
      let samples = unsafe [UInt8](unsafeUninitializedCapacity: count) { target, written in
        code = unsafe aux_tiff_read(handle, target.baseAddress, count, &error)
        written = code == 0 ? count : 0
      }
      storage = .uint8(samples)
    case Int(AUX_SAMPLE_FLOAT):
      let samples = unsafe [Float](unsafeUninitializedCapacity: count) { target, written in
        code = unsafe aux_tiff_read(handle, target.baseAddress, count * 4, &error)
        written = code == 0 ? count : 0
      }
      storage = .float(samples)
    default:
      let samples = unsafe [UInt16](unsafeUninitializedCapacity: count) { target, written in
        code = unsafe aux_tiff_read(handle, target.baseAddress, count * 2, &error)
        written = code == 0 ? count : 0
      }
      storage = Int(info.sample) == Int(AUX_SAMPLE_HALF) ? .half(samples) : .uint16(samples)
    }
    guard code == 0 else { throw codecFailure(error, "the TIFF file cannot be read") }
    return PixelPlane(width: width, height: height, storage: storage)
  }
}

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
