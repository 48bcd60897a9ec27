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
    var coded = try codes(of: image, limits)
    coded.storage.keepFirst(image.width * image.height)
    return (PixelPlane(width: image.width, height: image.height, known: coded.storage), coded.bits)
  }
}

extension HEIFImageCodec {
  /// Decodes an image to luma, Cb and Cr as they are coded, or to luma alone where there is nothing else.
  ///
  /// Codes are as those of ``decodeGray(_:limits:)``; chroma has the size that is coded. Throws as that does.
  package static func decodePlanes(
    _ image: SingleImageFile, limits: AuxLimits = .standard
  ) throws(AuxError) -> (planes: [PixelPlane], bits: Int) {
    let coded = try codes(of: image, limits)
    return (planes(of: image, coded.chroma, in: coded.storage), coded.bits)
  }

  /// The codes of all planes, one after the other.
  private struct Codes {
    var storage: PixelPlane.Storage
    /// Which chroma there is, in the numbers of HEVC.
    var chroma: Int32
    var bits: Int
  }

  private static func codes(of image: SingleImageFile, _ limits: AuxLimits) throws(AuxError) -> Codes {
    try HEIFBitstreamCheck.check(image, limits: limits)
    let described = try CodedSamples(configuration: image.configuration)
    if CodedItemKind(itemType: image.itemType) == .hevc {
      return try codes(of: image, described, .units(of: image))
    }
    var image = image
    if described.chromaFormat > 0 {
      // The planes are wanted as they are, whatever their colours.
      let identity = ColourInformationProperty.nclx(primaries: 1, transfer: 13, matrix: 0, range: 0x80)
      image.properties = [Box("colr", identity.serialize)]
    }
    return try codes(of: image, described, .file(of: image))
  }

  private static func codes(
    of image: SingleImageFile, _ described: CodedSamples, _ handed: HandedImage
  ) throws(AuxError) -> Codes {
    let chroma = Int32(described.chromaFormat)
    var bits = Int32(clamping: described.bitDepth)
    for _ in 1...2 {
      let wanted = bits
      let storage =
        wanted == 8
        ? PixelPlane.Storage.uint8(try samples(of: image, handed, chroma, &bits))
        : .uint16(try samples(of: image, handed, chroma, &bits))
      // The bitstream may have more bits than the configuration says, and is right.
      if (wanted == 8) == (bits == 8) { return Codes(storage: storage, chroma: chroma, bits: Int(bits)) }
    }
    throw AuxError(.codec, "the decoder gives samples of \(bits) bits, and of others")
  }

  /// Returns the samples of all planes, unless `bits` turns out to be for samples of another type.
  private static func samples<Sample: BitwiseCopyable>(
    of image: SingleImageFile, _ handed: HandedImage, _ chroma: Int32, _ bits: inout Int32
  ) throws(AuxError) -> [Sample] {
    try AuxError.checkCancellation()
    handed.report()
    let sizes = planeSizes(of: image, chroma)
    let count = sizes.reduce(0) { $0 + $1.width * $1.height }
    let attempt = "the image cannot be decoded"
    let wanted = bits
    switch handed {
    case .units(let units):
      let request = CodecRequest(
        .hevc, AUX_HEVC_DECODE, units, [image.width, image.height, Int(chroma), Int(bits), threads])
      let (samples, answer): ([Sample], _) = try request.samples(count, attempt) {
        ($0.numbers[0] == 8) == (wanted == 8)
      }
      guard (8...16).contains(answer.numbers[0]) else {
        throw AuxError(.codec, "\(attempt): the decoder gave an impossible number of bits")
      }
      bits = Int32(answer.numbers[0])
      return samples
    case .file(let file):
      var (error, code) = (aux_error(), Int32(0))
      let samples = unsafe [Sample](unsafeUninitializedCapacity: count) { target, written in
        code = unsafe aux_heif_decode_planes(
          file, file.count, Int32(image.width), Int32(image.height), chroma, target.baseAddress,
          count * MemoryLayout<Sample>.stride, &bits, &error)
        written = code == 0 && (wanted == 8) == (bits == 8) ? count : 0
      }
      guard code == 0 else { throw codecFailure(error, attempt) }
      return samples
    }
  }

  /// The sizes of the planes of an image with chroma of a format in the numbers of HEVC.
  private static func planeSizes(of image: SingleImageFile, _ chroma: Int32) -> [(width: Int, height: Int)] {
    let whole = (image.width, image.height)
    guard chroma > 0 else { return [whole] }
    let (across, down) = (chroma < 3 ? 1 : 0, chroma == 1 ? 1 : 0)
    let part = ((image.width + across) >> across, (image.height + down) >> down)
    return [whole, part, part]
  }

  private static func planes(
    of image: SingleImageFile, _ chroma: Int32, in storage: PixelPlane.Storage
  ) -> [PixelPlane] {
    var at = 0
    return planeSizes(of: image, chroma).map { width, height in
      defer { at += width * height }
      let range = at..<(at + width * height)
      let part: PixelPlane.Storage =
        switch storage {
        case .uint8(let samples): .uint8(Array(samples[range]))
        case .uint16(let samples): .uint16(Array(samples[range]))
        case .half, .float: preconditionFailure("codes are integers")
        }
      return PixelPlane(width: width, height: height, known: part)
    }
  }
}

extension PixelPlane.Storage {
  /// Keeps so many samples from the first on, in the memory of all: nothing is copied.
  fileprivate mutating func keepFirst(_ count: Int) {
    func cut<Sample>(_ samples: inout [Sample]) { samples.removeLast(samples.count - count) }
    switch self {
    case .uint8(var samples):
      self = .uint8([])
      cut(&samples)
      self = .uint8(samples)
    case .uint16(var samples):
      self = .uint16([])
      cut(&samples)
      self = .uint16(samples)
    case .half, .float: preconditionFailure("codes are integers")
    }
  }
}
