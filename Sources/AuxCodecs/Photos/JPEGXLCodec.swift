internal import AuxContainers
package import AuxImage
package import AuxKernels
internal import CAuxShims

/// Images of JPEG XL, files and the streams that DNG holds, through libjxl.
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
    let picture = picture(width: width, height: height, sampleType: sampleType, isExact: true)
    return try decode(data, picture, count: sampleType.byteCount, limits)
  }

  /// Decodes a stream of DNG with three channels of 8 bits, likewise.
  package static func decodeRGB(
    _ data: [UInt8], width: Int, height: Int, limits: AuxLimits = .standard
  ) throws(AuxError) -> [UInt8] {
    let picture = picture(width: width, height: height, channels: 3, sampleType: .uint8, isExact: true)
    return try decode(data, picture, count: 3, limits)
  }

  /// Decodes an extra channel of a file or a stream whose colours have so many channels; codes of fewer bits than the samples
  /// are spread over these.
  ///
  /// Throws `unsupported` for animations, `truncated`, `codec`.
  package static func decode(
    extraChannel number: Int, of data: [UInt8], width: Int, height: Int, colourChannels: Int,
    sampleType: PixelPlane.SampleType, limits: AuxLimits = .standard
  ) throws(AuxError) -> PixelPlane {
    let picture = picture(
      width: width, height: height, channels: colourChannels, sampleType: sampleType, extra: number)
    let storage: PixelPlane.Storage =
      switch sampleType {
      case .uint8: .uint8(try decode(data, picture, count: 1, limits))
      case .uint16: .uint16(try decode(data, picture, count: 1, limits))
      case .half: .half(try decode(data, picture, count: 1, limits))
      case .float: .float(try decode(data, picture, count: 1, limits))
      }
    return PixelPlane(width: width, height: height, known: storage)
  }

  /// The colours of a photo.
  package struct Photo: Sendable {
    /// Without alpha.
    package var image: InterleavedImage
    /// The code points of PQ or HLG; nil for other colours, which the image's profile states.
    package var hdr: ColourCodePoints?
    /// Whether the colours are multiplied by alpha.
    package var isPremultiplied: Bool
  }

  /// Decodes the colours of a file or a stream of 1 or 3 channels, with 8 bits a sample or 16; codes of fewer bits are spread
  /// over these, and floats of 0...1 too.
  ///
  /// Throws `unsupported` for animations, `truncated`, `codec`.
  package static func decodePhoto(
    _ data: [UInt8], width: Int, height: Int, channels: Int, bits: Int, limits: AuxLimits = .standard
  ) throws(AuxError) -> Photo {
    let type: PixelPlane.SampleType = bits <= 8 ? .uint8 : .uint16
    let picture = picture(width: width, height: height, channels: channels, sampleType: type)
    var colours = unsafe aux_jxl_colours()
    defer { unsafe aux_free(colours.icc) }
    let samples: PhotoPixels.Samples =
      type == .uint8
      ? .uint8(try unsafe decode(data, picture, count: channels, limits, colours: &colours))
      : .uint16(try unsafe decode(data, picture, count: channels, limits, colours: &colours))
    let hdr =
      unsafe colours.transfer == 0
      ? nil
      : ColourCodePoints(
        primaries: Int(colours.primaries), transfer: Int(colours.transfer), matrix: 0, isFullRange: true)
    return unsafe Photo(
      image: InterleavedImage(
        width: width, height: height, channels: channels, samples: samples,
        iccProfile: copyingBytes(colours.icc, count: colours.icc_size)),
      hdr: hdr, isPremultiplied: colours.is_premultiplied != 0)
  }

  /// Unpacks the content of a box that is compressed with Brotli, from the type of the box on; `maxBytes` are the most.
  ///
  /// Source: ISO/IEC 18181-2, "brob".
  package static func unpack(_ content: [UInt8], maxBytes: Int) throws(AuxError) -> [UInt8] {
    try unsafe encodedFile("a compressed box of JPEG XL cannot be unpacked") { bytes, size, error in
      unsafe aux_jxl_unpack(content, content.count, maxBytes, &bytes, &size, &error)
    }
  }

  private static func picture(
    width: Int, height: Int, channels: Int = 1, sampleType: PixelPlane.SampleType, extra: Int = -1,
    isExact: Bool = false
  ) -> aux_jxl_picture {
    let sample =
      switch sampleType {
      case .uint8: AUX_JXL_UINT8
      case .uint16: AUX_JXL_UINT16
      case .half: AUX_JXL_HALF
      case .float: AUX_JXL_FLOAT
      }
    return aux_jxl_picture(
      width: Int32(clamping: width), height: Int32(clamping: height), channels: Int32(channels),
      sample: Int32(sample), extra: Int32(clamping: extra), exact: isExact ? 1 : 0)
  }

  /// Returns the samples, `count` of them a pixel.
  private static func decode<Sample: BitwiseCopyable>(
    _ data: [UInt8], _ picture: aux_jxl_picture, count: Int, _ limits: AuxLimits
  ) throws(AuxError) -> [Sample] {
    try unsafe decode(data, picture, count: count, limits, colours: nil)
  }

  private static func decode<Sample: BitwiseCopyable>(
    _ data: [UInt8], _ picture: aux_jxl_picture, count: Int, _ limits: AuxLimits,
    colours: UnsafeMutablePointer<aux_jxl_colours>?
  ) throws(AuxError) -> [Sample] {
    let (width, height) = (Int(picture.width), Int(picture.height))
    let pixels = try limits.checkedDecoding(width: width, height: height)
    guard width < Int32.max, height < Int32.max, pixels / largestRatio <= data.count else {
      throw AuxError(.codec, "a JPEG XL stream of \(data.count) bytes is no \(width)x\(height)")
    }
    let size = pixels * count * MemoryLayout<Sample>.size
    return try unsafe decodedSamples(pixels * count, "the JPEG XL stream cannot be decoded") {
      (target: UnsafeMutablePointer<Sample>?, error) in
      let bytes = unsafe UnsafeMutableRawPointer(target)?.assumingMemoryBound(to: UInt8.self)
      return unsafe withUnsafePointer(to: picture) { picture in
        unsafe aux_jxl_decode(data, data.count, picture, bytes, size, colours, &error)
      }
    }
  }
}
