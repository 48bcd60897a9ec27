package import AuxContainers
package import AuxImage
package import AuxKernels
internal import CAuxShims
internal import CAuxSystem

/// Single images of HEVC and AV1 as samples: HEVC through libde265, AV1 and encoders through libheif.
///
/// Source: ITU-T H.265; Specs/heif.md.
package enum HEIFImageCodec {
  /// How many threads a decoder gets; what it makes does not depend on it.
  private static var threads: Int { AuxWorkerPool.coresForOneItem }

  /// How many threads x265 gets in its pool, which has two at least; what it makes does not depend on it.
  static var encodingThreads: Int32 { min(max(Int32(clamping: AuxWorkerPool.coreCount), 2), 16) }

  /// Decodes an image to its luma, as stored: no range, transfer or rotation is applied.
  ///
  /// 8-bit codes give bytes, deeper ones 16-bit numbers that use `bits`, 9...16, of them. Throws `codecMissing` where no decoder is installed.
  package static func decodeGray(
    _ image: SingleImageFile, limits: AuxLimits = .standard
  ) throws(AuxError) -> (plane: PixelPlane, bits: Int) {
    let (planes, bits) = try decodePlanes(image, limits: limits)
    return (planes[0], bits)
  }

  /// Decodes an image to luma, Cb and Cr as they are coded, or to luma alone where there is nothing else.
  ///
  /// Code values are as those of ``decodeGray(_:limits:)``; chroma has the size that is coded. Throws as that does.
  package static func decodePlanes(
    _ image: SingleImageFile, limits: AuxLimits = .standard
  ) throws(AuxError) -> (planes: [PixelPlane], bits: Int) {
    try HEIFBitstreamCheck.check(image, limits: limits)
    let described = try CodedSamples(configuration: image.configuration)
    if CodedItemKind(itemType: image.itemType) == .hevc {
      return try planes(of: image, described, .units(of: image))
    }
    var image = image
    if described.chromaFormat > 0 {
      // The planes are wanted as they are, whatever their colors.
      let identity = ColourInformationProperty.nclx(primaries: 1, transfer: 13, matrix: 0, range: 0x80)
      image.properties = [Box("colr", identity.serialize)]
    }
    return try planes(of: image, described, .file(of: image))
  }

  private static func planes(
    of image: SingleImageFile, _ described: CodedSamples, _ handed: HandedImage
  ) throws(AuxError) -> (planes: [PixelPlane], bits: Int) {
    let sizes = planeSizes(of: image, described.chromaFormat)
    func planes(_ storages: [PixelPlane.Storage]) -> [PixelPlane] {
      zip(sizes, storages).map { PixelPlane(width: $0.width, height: $0.height, known: $1) }
    }
    var bits = Int32(clamping: described.bitDepth)
    // The bitstream may have more bits than the configuration says, and is right.
    for _ in 1...2 {
      if bits == 8 {
        let samples: [[UInt8]] = try samples(of: image, handed, described.chromaFormat, sizes, &bits)
        if bits == 8 { return (planes(samples.map { .uint8($0) }), 8) }
      } else {
        let samples: [[UInt16]] = try samples(of: image, handed, described.chromaFormat, sizes, &bits)
        if bits != 8 { return (planes(samples.map { .uint16($0) }), Int(bits)) }
      }
    }
    throw AuxError(.codec, "the decoder gives samples of \(bits) bits, and of others")
  }

  /// Returns the samples of each plane, which are undefined if `bits` turns out to be for samples of another type.
  private static func samples<Sample: BitwiseCopyable>(
    of image: SingleImageFile, _ handed: HandedImage, _ chroma: Int, _ sizes: [(width: Int, height: Int)],
    _ bits: inout Int32
  ) throws(AuxError) -> [[Sample]] {
    try AuxError.checkCancellation()
    handed.report()
    let counts = sizes.map { $0.width * $0.height }
    let attempt = "the image cannot be decoded"
    switch handed {
    case .units(let units):
      let request = CodecRequest(
        .hevc, AUX_HEVC_DECODE, units, [image.width, image.height, chroma, Int(bits), threads])
      let (planes, answer): ([[Sample]], _) = try request.planes(
        luma: counts[0], chroma: counts.count > 1 ? counts[1] : 0, attempt)
      guard (8...16).contains(answer.numbers[0]) else {
        throw AuxError(.codec, "\(attempt): the decoder gave an impossible number of bits")
      }
      bits = Int32(answer.numbers[0])
      return planes
    case .file(let file):
      let count = counts.reduce(0, +)
      let all: [Sample] = try unsafe decodedSamples(count, attempt) { target, error in
        unsafe aux_heif_decode_planes(
          file, file.count, Int32(image.width), Int32(image.height), Int32(chroma), target,
          count * MemoryLayout<Sample>.stride, &bits, &error)
      }
      var start = 0
      return counts.map { count in
        defer { start += count }
        return Array(all[start..<start + count])
      }
    }
  }

  /// The sizes of the planes of an image with chroma of a format in the numbers of HEVC.
  private static func planeSizes(of image: SingleImageFile, _ chroma: Int) -> [(width: Int, height: Int)] {
    let whole = (image.width, image.height)
    guard chroma > 0 else { return [whole] }
    let (across, down) = (chroma < 3 ? 1 : 0, chroma == 1 ? 1 : 0)
    let part = ((image.width + across) >> across, (image.height + down) >> down)
    return [whole, part, part]
  }
}
