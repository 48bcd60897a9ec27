package import AuxContainers
package import AuxImage
package import AuxKernels
internal import CAuxShims

extension HEIFImageCodec {
  /// The most that quality 100 changes a code, unless less is asked for.
  package static let largestError = 2
  /// The most that quality 100 changes the codes on average.
  package static let largestMeanError = 0.5

  /// Encodes 8-bit codes as one monochrome picture of full range.
  ///
  /// Quality 100 of HEVC keeps `largestError`, 0...2, and ``largestMeanError``; of AV1 it changes nothing, and so does
  /// `lossless`. The result depends on the arguments only. Throws `codecMissing` where no encoder is installed.
  package static func encode(
    gray plane: PixelPlane, as coding: HEIFCoding = .hevc, quality: Int, lossless: Bool,
    largestError: Int = largestError
  ) throws(AuxError) -> SingleImageFile {
    guard case .uint8(let samples) = plane.storage else {
      throw AuxError(
        .usage, "\(coding.name) is written from 8-bit codes; the plane has samples of \(plane.sampleType)")
    }
    guard (1...100).contains(quality) else {
      throw AuxError(.usage, "\(coding.name) quality \(quality) is not in 1 to 100")
    }
    switch coding {
    case .hevc:
      return try hevc(samples, of: plane, quality: quality, lossless: lossless, largestError: largestError)
    // What is lossless in AV1 any decoder takes, and it costs no more than what is nearly so.
    case .av1: return try av1(samples, of: plane, quality: lossless || quality == 100 ? nil : quality)
    }
  }

  private static func hevc(
    _ samples: [UInt8], of plane: PixelPlane, quality: Int, lossless: Bool, largestError: Int
  ) throws(AuxError) -> SingleImageFile {
    if lossless { return try encode(samples, of: plane, quantiser: Int32(AUX_HEIF_LOSSLESS)) }
    guard quality == 100 else {
      return try encode(
        samples, of: plane, quantiser: keepingTwo(isLarge: false) + Int32(100 - quality) * 45 / 99)
    }
    let quantiser = largestError > 1 ? keepingTwo(isLarge: isLarge(plane)) : keepingOne
    let lossy = try encode(samples, of: plane, quantiser: quantiser)
    let error = Difference.compare(try decodeGray(lossy).plane.data(), samples)
    let isNear = error.max <= largestError && error.mean <= largestMeanError
    // Noise costs more to be nearly right about than to be right about.
    let isNoisy = lossy.payload.count > samples.count * 3 / 8
    if isNear, !isNoisy { return lossy }
    let exact = try encode(samples, of: plane, quantiser: Int32(AUX_HEIF_LOSSLESS))
    return isNear && lossy.payload.count < exact.payload.count ? lossy : exact
  }

  /// Whether time counts more than the bytes: HEVC is coded in units of at least 16 pixels instead of 8, in two fifths of the
  /// time, and AV1 by several threads.
  private static func isLarge(_ plane: PixelPlane) -> Bool { plane.width * plane.height >= 4_000_000 }

  /// The quantiser that changes codes of nearly every map by 2 at most.
  private static func keepingTwo(isLarge: Bool) -> Int32 { isLarge ? 4 : 6 }
  /// The quantiser that changes codes of nearly every map by 1 at most.
  private static let keepingOne: Int32 = 2

  private static func encode(
    _ samples: [UInt8], of plane: PixelPlane, quantiser: Int32
  ) throws(AuxError) -> SingleImageFile {
    let file = try file(samples, of: plane, as: .hevc, quantiser)
    return try image(in: file, width: plane.width, height: plane.height)
  }

  /// Encodes codes through the shim of a codec; returns the file that libheif makes of them.
  private static func file(
    _ samples: [UInt8], of plane: PixelPlane, as coding: HEIFCoding, _ quality: Int32
  ) throws(AuxError) -> [UInt8] {
    guard let width = Int32(exactly: plane.width), let height = Int32(exactly: plane.height) else {
      throw AuxError(.usage, "\(coding.name) cannot hold \(plane.width)x\(plane.height)")
    }
    _ = try Limits.standard.checkedDecoding(
      width: plane.width, height: plane.height, bytesPerPixel: coding.bytesPerPixel)
    try checkThreads()
    var bytes: UnsafeMutablePointer<UInt8>?
    var size = 0
    var error = aux_error()
    let code =
      switch coding {
      case .hevc:
        unsafe aux_heif_encode_gray(
          samples, width, height, quality, isLarge(plane) ? 16 : 8, threads, &bytes, &size, &error)
      case .av1:
        unsafe aux_heif_encode_gray_av1(
          samples, width, height, quality, isLarge(plane) ? 1 : 0, &bytes, &size, &error)
      }
    guard code == 0 else {
      throw codecFailure(error, "the plane cannot be encoded as \(coding.name)", usesThreads: true)
    }
    return unsafe takingBytes(bytes, count: size)
  }

  /// Encodes codes as AV1, without loss where there is no quality.
  private static func av1(
    _ samples: [UInt8], of plane: PixelPlane, quality: Int?
  ) throws(AuxError) -> SingleImageFile {
    let file = try file(
      samples, of: plane, as: .av1, quality.map { Int32($0) } ?? Int32(AUX_HEIF_LOSSLESS))
    let source = MemoryByteSource(file)
    let heif = try HEIFFile(source)
    let item = heif.primaryItem
    guard item.type == "av01", let configuration = heif.property("av1C", of: item)?.box else {
      throw AuxError(.codec, "the encoder gave an item of \(item.type), not of AV1")
    }
    let payload = AV1SequenceHeader.withoutTemporalDelimiters(
      try heif.data(of: item, from: source, maxBytes: file.count))
    let samples = try CodedSamples(configuration: configuration)
    // What an auxiliary image has to be (AV1 Image File Format, 2.2.2 and 4).
    guard samples.chromaFormat == 0, samples.bitDepth == 8,
      try AV1SequenceHeader(in: payload)?.colours.isFullRange == true
    else { throw AuxError(.codec, "the encoder gave an image that is not monochrome of full range") }
    return SingleImageFile(
      itemType: "av01", configuration: configuration, width: plane.width, height: plane.height,
      payload: payload)
  }

  /// Takes the image out of libheif's file, and makes its parameter sets state the size, profile and level.
  private static func image(
    in file: [UInt8], width: Int, height: Int
  ) throws(AuxError) -> SingleImageFile {
    let source = MemoryByteSource(file)
    let heif = try HEIFFile(source)
    let item = heif.primaryItem
    guard item.type == "hvc1", var configuration = try heif.hevcConfiguration(of: item) else {
      throw AuxError(.codec, "the encoder gave an item of \(item.type), not of HEVC")
    }
    try configuration.crop(width: width, height: height)
    try configuration.normalize()
    return SingleImageFile(
      itemType: "hvc1", configuration: Box("hvcC", configuration.serialize), width: width, height: height,
      payload: try heif.data(of: item, from: source, maxBytes: file.count))
  }
}
