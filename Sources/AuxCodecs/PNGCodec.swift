package import AuxImage
package import AuxKernels
internal import CAuxShims

/// PNG files, through libpng without any conversion of colour or gamma.
///
/// Source: ISO/IEC 15948.
package enum PNGCodec {
  /// Decodes a file; palettes, small bit depths and transparent colours are expanded.
  package static func decode(
    _ data: [UInt8], limits: Limits = .standard
  ) throws(AuxError) -> PNGImage {
    let decoded = try DecodedPNG(data, limits: limits)
    return decoded.image
  }

  /// Reads the header of a file.
  package static func header(_ data: [UInt8]) throws(AuxError) -> PNGHeader {
    var (width, height): (UInt32, UInt32) = (0, 0)
    var (bitDepth, colorType): (Int32, Int32) = (0, 0)
    var error = aux_error()
    let code = unsafe aux_png_read_header(
      data, data.count, &width, &height, &bitDepth, &colorType, &error)
    guard code == 0 else { throw codecFailure(error, "the PNG header cannot be read") }
    guard let colorType = PNGHeader.ColorType(rawValue: Int(colorType)) else {
      throw AuxError(.malformed, "PNG has no colour type \(colorType)")
    }
    return PNGHeader(
      width: Int(width), height: Int(height), bitDepth: Int(bitDepth), colorType: colorType)
  }

  /// What stands beside the pixels.
  package struct Metadata: Hashable, Sendable {
    /// The ICC profile.
    package var icc: [UInt8] = []
    /// The TIFF block of Exif.
    package var exif: [UInt8] = []

    /// Creates metadata of nothing.
    package init() {}
  }

  /// Encodes 8-bit or 16-bit codes as a gray file.
  package static func encode(
    _ plane: PixelPlane, metadata: Metadata = Metadata()
  ) throws(AuxError) -> [UInt8] {
    let samples: PNGImage.Samples =
      switch plane.storage {
      case .uint8(let samples): .uint8(samples)
      case .uint16(let samples): .uint16(samples)
      case .half, .float:
        throw AuxError(.usage, "PNG holds 8-bit or 16-bit codes; the plane has \(plane.sampleType)")
      }
    return try encode(samples, width: plane.width, height: plane.height, channels: 1, metadata).bytes
  }

  /// Encodes interleaved 8-bit RGB.
  package static func encode(
    rgb8 samples: [UInt8], width: Int, height: Int
  ) throws(AuxError) -> [UInt8] {
    try encode(rgb8: samples, width: width, height: height, metadata: Metadata()).bytes
  }

  /// Encodes interleaved 8-bit RGB with metadata.
  ///
  /// `keepsProfile` is whether there was an ICC profile and it went along: libpng leaves out one that is damaged
  /// or not of RGB.
  package static func encode(
    rgb8 samples: [UInt8], width: Int, height: Int, metadata: Metadata
  ) throws(AuxError) -> (bytes: [UInt8], keepsProfile: Bool) {
    try encode(.uint8(samples), width: width, height: height, channels: 3, metadata)
  }

  private static func encode(
    _ samples: PNGImage.Samples, width: Int, height: Int, channels: Int, _ metadata: Metadata
  ) throws(AuxError) -> (bytes: [UInt8], keepsProfile: Bool) {
    let held =
      switch samples {
      case .uint8(let codes): codes.count
      case .uint16(let codes): codes.count
      }
    let longest = Int(Int32.max)
    guard (1...longest).contains(width), (1...longest).contains(height) else {
      throw AuxError(.usage, "PNG cannot hold \(width)x\(height) pixels")
    }
    let (needed, overflow) = (width * height).multipliedReportingOverflow(by: channels)
    guard !overflow, held == needed else {
      throw AuxError(.usage, "\(held) samples are not \(width)x\(height) pixels of \(channels)")
    }
    return switch samples {
    case .uint8(let codes): try write(codes, width: width, height: height, channels: channels, metadata)
    case .uint16(let codes): try write(codes, width: width, height: height, channels: channels, metadata)
    }
  }

  private static func write<Sample: FixedWidthInteger & BitwiseCopyable>(
    _ samples: [Sample], width: Int, height: Int, channels: Int, _ metadata: Metadata
  ) throws(AuxError) -> (bytes: [UInt8], keepsProfile: Bool) {
    var bytes: UnsafeMutablePointer<UInt8>?
    var size = 0
    var hasProfile: Int32 = 0
    var error = aux_error()
    let code = unsafe metadata.icc.withUnsafeBufferPointer { icc in
      unsafe metadata.exif.withUnsafeBufferPointer { exif in
        var beside = unsafe aux_png_metadata(
          icc: icc.baseAddress, icc_size: icc.count, exif: exif.baseAddress, exif_size: exif.count)
        return unsafe aux_png_write(
          samples, UInt32(width), UInt32(height), Int32(Sample.bitWidth), Int32(channels), &beside, &bytes,
          &size, &hasProfile, &error)
      }
    }
    guard code == 0 else { throw codecFailure(error, "the plane cannot be encoded as PNG") }
    return unsafe (takingBytes(bytes, count: size), hasProfile != 0)
  }
}

/// The owner of what libpng read.
@safe
private struct DecodedPNG: ~Copyable {
  private var raw: aux_png_image

  init(_ data: [UInt8], limits: Limits) throws(AuxError) {
    var raw = unsafe aux_png_image()
    var error = aux_error()
    let most = UInt64(clamping: limits.pixels)
    let code = unsafe aux_png_read(data, data.count, most, &raw, &error)
    guard code == 0 else { throw codecFailure(error, "the PNG data cannot be read") }
    unsafe self.raw = unsafe raw
  }

  deinit {
    var raw = unsafe raw
    unsafe aux_png_image_free(&raw)
  }

  /// A copy that Swift owns.
  var image: PNGImage {
    let pixels = unsafe UnsafeRawBufferPointer(start: raw.pixels, count: raw.pixels_size)
    let samples: PNGImage.Samples =
      unsafe raw.bit_depth == 16
      ? .uint16(Array(pixels.assumingMemoryBound(to: UInt16.self))) : .uint8(Array(pixels))
    return unsafe PNGImage(
      width: Int(raw.width), height: Int(raw.height), channels: Int(raw.channels), samples: samples,
      iccProfile: copyingBytes(raw.icc, count: raw.icc_size),
      exif: copyingBytes(raw.exif, count: raw.exif_size),
      xmp: copyingBytes(raw.xmp, count: raw.xmp_size))
  }
}
