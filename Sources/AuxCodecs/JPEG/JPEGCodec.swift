internal import AuxContainers
package import AuxImage
package import AuxKernels
internal import CAuxSystem

/// JPEG streams of 8 bits per sample, through libjpeg-turbo with the accurate integer transform.
///
/// Source: ITU-T T.81.
package enum JPEGCodec {
  package static let longestSide = 65_500
  /// The most pixels that a coded byte can describe: blocks of 64 in one bit each, as the first scan of a progressive
  /// stream has them.
  ///
  /// Source: ITU-T T.81, F.1.2.1 and G.1.2.1. Arithmetic coding can take less than a bit.
  package static let largestRatio = 512
  /// Likewise where the frame says that arithmetic coding is used.
  private static let largestArithmeticRatio = 1 << 15

  /// Decodes a stream of exactly `width` by `height`; a colour stream gives its luma.
  package static func decodeGray(
    _ data: [UInt8], width: Int, height: Int, limits: AuxLimits = .standard
  ) throws(AuxError) -> PixelPlane {
    let samples = try decode(data, width: width, height: height, components: 1, limits: limits)
    return PixelPlane(width: width, height: height, known: .uint8(samples))
  }

  /// Decodes a stream of exactly `width` by `height` to interleaved red, green and blue.
  ///
  /// `reduction`, 1, 2, 4 or 8, divides both sides, which are rounded up: libjpeg then computes fewer samples of each block.
  package static func decodeRGB(
    _ data: [UInt8], width: Int, height: Int, reduction: Int = 1, limits: AuxLimits = .standard
  ) throws(AuxError) -> [UInt8] {
    try decode(data, width: width, height: height, components: 3, reduction: reduction, limits: limits)
  }

  /// Encodes 8-bit codes as one baseline component; a restart interval of 0 means no restarts.
  package static func encode(
    gray plane: PixelPlane, quality: Int, restartInterval: Int = 0
  ) throws(AuxError) -> [UInt8] {
    guard case .uint8(let samples) = plane.storage else {
      throw AuxError(.usage, "JPEG holds 8-bit codes; the plane has samples of \(plane.sampleType)")
    }
    return try encode(
      samples, width: plane.width, height: plane.height, components: 1, quality: quality,
      restartInterval: restartInterval, subsampled: false)
  }

  /// Encodes interleaved RGB as baseline YCbCr, in 4:2:0 where `subsampled` and else in 4:4:4.
  package static func encode(
    rgb samples: [UInt8], width: Int, height: Int, quality: Int, subsampled: Bool
  ) throws(AuxError) -> [UInt8] {
    try encode(
      samples, width: width, height: height, components: 3, quality: quality, restartInterval: 0,
      subsampled: subsampled)
  }

  private static func decode(
    _ data: [UInt8], width: Int, height: Int, components: Int, reduction: Int = 1, limits: AuxLimits
  ) throws(AuxError) -> [UInt8] {
    let count = try limits.checkedPixelCount(width: width, height: height)
    guard width <= longestSide, height <= longestSide else {
      throw AuxError(.codec, "a JPEG stream cannot be \(width)x\(height) as described")
    }
    let ratio = isArithmetic(data, limits) ? largestArithmeticRatio : largestRatio
    guard count / ratio <= data.count else {
      throw AuxError(.codec, "\(data.count) bytes of JPEG cannot hold \(width)x\(height) pixels")
    }
    _ = try limits.checkedDecoding(width: width, height: height)
    let size = ((width + reduction - 1) / reduction) * ((height + reduction - 1) / reduction) * components
    let request = CodecRequest(.jpeg, AUX_JPEG_DECODE, data, [width, height, components, reduction])
    let (samples, answer): ([UInt8], _) = try request.samples(size, "the JPEG stream cannot be decoded")
    let warnings = try warnings(of: answer)
    guard warnings == 0 else {
      throw AuxError(.codec, "the JPEG stream is damaged in \(places(warnings)): \(answer.warning)")
    }
    return samples
  }

  /// Returns the number of corrupt places that libjpeg bridged.
  static func warnings(of answer: CodecRequest.Answer) throws(AuxError) -> Int {
    guard (0...Int(Int32.max)).contains(answer.numbers[0]) else {
      throw AuxError(.codec, "the decoder of JPEG gave an impossible answer")
    }
    return answer.numbers[0]
  }

  static func places(_ count: Int) -> String { count == 1 ? "1 place" : "\(count) places" }

  /// Whether the frame header is that of a process with arithmetic coding (T.81, table B.1).
  private static func isArithmetic(_ data: [UInt8], _ limits: AuxLimits) -> Bool {
    guard let image = try? JPEGImage(in: MemoryByteSource(data), at: 0, limits: limits) else { return false }
    return (0xC9...0xCF).contains(image.frame.marker)
  }

  private static func encode(
    _ samples: [UInt8], width: Int, height: Int, components: Int, quality: Int,
    restartInterval: Int, subsampled: Bool
  ) throws(AuxError) -> [UInt8] {
    guard (1...longestSide).contains(width), (1...longestSide).contains(height) else {
      throw AuxError(.usage, "JPEG cannot hold \(width)x\(height); its longest side is \(longestSide)")
    }
    guard samples.count == width * height * components else {
      throw AuxError(
        .usage, "\(samples.count) samples are not \(width)x\(height) pixels of \(components)")
    }
    guard (1...100).contains(quality), (0...65_535).contains(restartInterval) else {
      throw AuxError(
        .usage,
        "JPEG has qualities of 1 to 100 and restart intervals of 0 to 65535 MCUs, not \(quality) and "
          + "\(restartInterval)")
    }
    return try CodecRequest(
      .jpeg, AUX_JPEG_ENCODE, samples,
      [width, height, components, quality, restartInterval, subsampled ? 1 : 0],
      encodedPixels: width * height, largestAnswer: 4 * samples.count + (1 << 16)
    ).answer("the plane cannot be encoded as JPEG").bytes
  }
}
