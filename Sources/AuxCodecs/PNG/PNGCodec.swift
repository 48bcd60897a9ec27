internal import AuxContainers
package import AuxImage
package import AuxKernels
internal import CAuxShims

/// PNG files, through libpng without any conversion of colour or gamma.
///
/// Source: ISO/IEC 15948.
package enum PNGCodec {
  /// Decodes a file; palettes, small bit depths and transparent colours are expanded.
  package static func decode(
    _ data: [UInt8], limits: AuxLimits = .standard
  ) throws(AuxError) -> InterleavedImage {
    // Decoding says why a header cannot be read.
    if let header = try? header(data) {
      _ = try limits.checkedDecoding(width: header.width, height: header.height)
    }
    let decoded = try DecodedPNG(data, limits: limits)
    return decoded.image
  }

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

  /// Encodes 8-bit or 16-bit codes as a gray file, with a chunk `Comment` where there is one, on at most `jobs` threads.
  package static func encode(
    _ plane: PixelPlane, comment: String? = nil, jobs: Int = AuxWorkerPool.coreCount
  ) throws(AuxError) -> [UInt8] {
    guard plane.sampleType.isInteger else {
      throw AuxError(.usage, "PNG holds 8-bit or 16-bit codes; the plane has \(plane.sampleType)")
    }
    let text = comment.map(commentChunk) ?? []
    return try encode(PhotoPixels(gray: plane), PhotoMetadata(), text: text, jobs: jobs).bytes
  }

  /// Encodes a picture with its ICC profile, Exif and XMP; its orientation is the caller's to put into Exif.
  ///
  /// `keepsProfile` is whether there was an ICC profile and it went along: libpng leaves out one that is damaged
  /// or of other channels than the pixels. At most `jobs` threads work on it, and their number changes no byte.
  package static func encode(
    _ pixels: PhotoPixels, metadata: PhotoMetadata = PhotoMetadata(), jobs: Int = AuxWorkerPool.coreCount
  ) throws(AuxError) -> (bytes: [UInt8], keepsProfile: Bool) {
    var text = ByteWriter()
    if let xmp = metadata.xmp {
      PNGInternationalText(keyword: PNGInternationalText.xmpKeyword, text: xmp).serialize(into: &text)
    }
    return try encode(pixels, metadata, text: text.bytes, jobs: jobs)
  }

  private static func encode(
    _ pixels: PhotoPixels, _ metadata: PhotoMetadata, text: [UInt8], jobs: Int
  ) throws(AuxError) -> (bytes: [UInt8], keepsProfile: Bool) {
    let longest = Int(Int32.max)
    guard pixels.width <= longest, pixels.height <= longest else {
      throw AuxError(.usage, "PNG cannot hold \(pixels.width)x\(pixels.height) pixels")
    }
    var bands =
      switch pixels.samples {
      case .uint8(let codes): CodedPNGBands(codes, pixels, jobs: jobs)
      case .uint16(let codes): CodedPNGBands(codes, pixels, jobs: jobs)
      }
    return try bands.file(of: pixels, metadata, text: text)
  }
}

@safe
private struct DecodedPNG: ~Copyable {
  private var raw: aux_png_image

  init(_ data: [UInt8], limits: AuxLimits) throws(AuxError) {
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

  var image: InterleavedImage {
    let pixels = unsafe UnsafeRawBufferPointer(start: raw.pixels, count: raw.pixels_size)
    let samples: PhotoPixels.Samples =
      unsafe raw.bit_depth == 16
      ? .uint16(Array(pixels.assumingMemoryBound(to: UInt16.self))) : .uint8(Array(pixels))
    return unsafe InterleavedImage(
      width: Int(raw.width), height: Int(raw.height), channels: Int(raw.channels), samples: samples,
      iccProfile: copyingBytes(raw.icc, count: raw.icc_size))
  }
}

package struct PNGHeader: Hashable, Sendable {
  package enum ColorType: Int, Hashable, Sendable {
    case gray = 0
    case rgb = 2
    case palette = 3
    case grayAlpha = 4
    case rgba = 6
  }

  package var width: Int
  package var height: Int
  /// The number of bits of a sample in the file: 1, 2, 4, 8 or 16.
  package var bitDepth: Int
  package var colorType: ColorType
}

extension PNGCodec {
  /// The keyword of a comment, which image editors keep. Source: ISO/IEC 15948, 11.3.4.
  private static let commentKeyword = "Comment"

  private static func commentChunk(_ text: String) -> [UInt8] {
    var writer = ByteWriter()
    PNGInternationalText(keyword: commentKeyword, text: Array(text.utf8)).serialize(into: &writer)
    return writer.bytes
  }

  /// Returns the first comment that is not compressed, of `iTXt` or `tEXt`; nil where no such comment is there.
  ///
  /// Its keyword counts in small letters too, as some programs write it.
  package static func comment(_ data: [UInt8], limits: AuxLimits = .standard) throws(AuxError) -> String? {
    let file = try PNGFile(MemoryByteSource(data), limits: limits)
    for chunk in file.chunks where chunk.type == "iTXt" || chunk.type == "tEXt" {
      guard chunk.range.count <= limits.xmpBytes else { continue }
      let bytes = data[chunk.range]
      guard let end = bytes.firstIndex(of: 0),
        String(decoding: bytes[..<end], as: UTF8.self).lowercased() == commentKeyword.lowercased()
      else { continue }
      guard chunk.type == "iTXt" else { return String(decoding: bytes[(end + 1)...], as: UTF8.self) }
      var reader = ByteReader(bytes, fileOffset: 0)
      // A damaged one is passed over.
      if let text = try? PNGInternationalText(parsing: &reader), !text.isCompressed {
        return String(decoding: text.text, as: UTF8.self)
      }
    }
    return nil
  }
}
