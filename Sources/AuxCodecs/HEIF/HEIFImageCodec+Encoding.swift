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
    largestError: Int = largestError, limits: AuxLimits = .standard
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
      return try hevc(
        samples, of: plane, quality: quality, lossless: lossless, largestError: largestError, limits)
    // What is lossless in AV1 any decoder takes, and it costs no more than what is nearly so.
    case .av1: return try av1(samples, of: plane, quality: lossless || quality == 100 ? nil : quality, limits)
    }
  }

  private static func hevc(
    _ samples: [UInt8], of plane: PixelPlane, quality: Int, lossless: Bool, largestError: Int,
    _ limits: AuxLimits
  ) throws(AuxError) -> SingleImageFile {
    if lossless { return try encode(samples, of: plane, quantiser: Int32(AUX_HEIF_LOSSLESS), limits) }
    guard quality == 100 else {
      return try encode(
        samples, of: plane, quantiser: keepingTwo(isLarge: false) + Int32(100 - quality) * 45 / 99, limits)
    }
    let quantiser = largestError > 1 ? keepingTwo(isLarge: isLarge(plane)) : keepingOne
    let lossy = try encode(samples, of: plane, quantiser: quantiser, limits)
    let error = Difference.compare(try decodeGray(lossy, limits: limits).plane.data(), samples)
    let isNear = error.max <= largestError && error.mean <= largestMeanError
    // Noise costs more to be nearly right about than to be right about.
    let isNoisy = lossy.payload.count > samples.count * 3 / 8
    if isNear, !isNoisy { return lossy }
    let exact = try encode(samples, of: plane, quantiser: Int32(AUX_HEIF_LOSSLESS), limits)
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
    _ samples: [UInt8], of plane: PixelPlane, quantiser: Int32, _ limits: AuxLimits
  ) throws(AuxError) -> SingleImageFile {
    let file = try file(samples, of: plane, as: .hevc, quantiser, limits)
    return try image(in: file, width: plane.width, height: plane.height)
  }

  /// Encodes codes through the shim of a codec; returns the file that libheif makes of them.
  private static func file(
    _ samples: [UInt8], of plane: PixelPlane, as coding: HEIFCoding, _ quality: Int32,
    _ limits: AuxLimits
  ) throws(AuxError) -> [UInt8] {
    guard let width = Int32(exactly: plane.width), let height = Int32(exactly: plane.height) else {
      throw AuxError(.usage, "\(coding.name) cannot hold \(plane.width)x\(plane.height)")
    }
    _ = try limits.checkedDecoding(
      width: plane.width, height: plane.height, bytesPerPixel: coding.bytesPerPixel)
    try AuxError.checkCancellation()
    let attempt = "the plane cannot be encoded as \(coding.name)"
    return try unsafe encodedFile(attempt) { bytes, size, error in
      switch coding {
      case .hevc:
        unsafe aux_heif_encode_gray(
          samples, width, height, quality, isLarge(plane) ? 16 : 8, encodingThreads, &bytes, &size, &error)
      case .av1:
        unsafe aux_heif_encode_gray_av1(
          samples, width, height, quality, isLarge(plane) ? 1 : 0, &bytes, &size, &error)
      }
    }
  }

  /// Encodes codes as AV1, without loss where there is no quality.
  private static func av1(
    _ samples: [UInt8], of plane: PixelPlane, quality: Int?, _ limits: AuxLimits
  ) throws(AuxError) -> SingleImageFile {
    let file = try file(
      samples, of: plane, as: .av1, quality.map { Int32($0) } ?? Int32(AUX_HEIF_LOSSLESS), limits)
    let image = try av1Image(in: file, width: plane.width, height: plane.height)
    let samples = try CodedSamples(configuration: image.configuration)
    // What an auxiliary image has to be (AV1 Image File Format, 2.2.2 and 4).
    guard samples.chromaFormat == 0, samples.bitDepth == 8,
      try AV1SequenceHeader(in: image.payload)?.colours.isFullRange == true
    else { throw AuxError(.codec, "the encoder gave an image that is not monochrome of full range") }
    return image
  }

  /// Takes the image of AV1 out of libheif's file.
  private static func av1Image(
    in file: [UInt8], width: Int, height: Int
  ) throws(AuxError) -> SingleImageFile {
    let source = MemoryByteSource(file)
    let heif = try HEIFFile(source, limits: .ofEncoders)
    let item = heif.primaryItem
    guard item.type == "av01", let configuration = heif.property("av1C", of: item)?.box else {
      throw AuxError(.codec, "the encoder gave an item of \(item.type), not of AV1")
    }
    let payload = AV1SequenceHeader.withoutTemporalDelimiters(
      try heif.data(of: item, from: source, maxBytes: file.count))
    return SingleImageFile(
      itemType: "av01", configuration: configuration, width: width, height: height, payload: payload)
  }

  /// Takes the image out of libheif's file, and makes its parameter sets state the size, profile and level.
  private static func image(
    in file: [UInt8], width: Int, height: Int
  ) throws(AuxError) -> SingleImageFile {
    let source = MemoryByteSource(file)
    let heif = try HEIFFile(source, limits: .ofEncoders)
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

extension HEIFImageCodec {
  /// Encodes red, green and blue of a gain map as one picture of 4:4:4, 8 bits and full range; returns its matrix as well.
  ///
  /// Quality 100 changes nothing: the components are coded themselves, without loss, since codes of real maps are up to 0.06
  /// stops apart. Other qualities, and equal components, have the matrix of BT.601, by which gray is luma alone.
  package static func encode(
    gainMap pixels: PhotoPixels, as coding: HEIFCoding, quality: Int, lossless: Bool,
    limits: AuxLimits = .standard
  ) throws(AuxError) -> (file: SingleImageFile, matrix: UInt16) {
    // HEVC has sides of whole coding units: its window says the size.
    var whole =
      coding == .av1
      ? pixels : pixels.extended(width: colourSide(pixels.width), height: colourSide(pixels.height))
    // With a profile the encoder would choose a matrix by itself.
    whole.iccProfile = nil
    let isExact = lossless || quality == 100
    let samples = whole.rgb8
    let isGray = stride(from: 0, to: samples.count, by: 3).allSatisfy { (at: Int) -> Bool in
      let red: UInt8 = samples[at]
      return samples[at + 1] == red && samples[at + 2] == red
    }
    let matrix: UInt16 = isExact && !isGray ? 0 : 6
    let file = try encode(
      whole, as: coding, quality: isExact ? Int(AUX_HEIF_LOSSLESS) : quality, matrix: matrix,
      subsampled: false, limits: limits)
    let (width, height) = (pixels.width, pixels.height)
    switch coding {
    case .hevc: return (try image(in: file, width: width, height: height), matrix)
    case .av1: return (try av1Image(in: file, width: width, height: height), matrix)
    }
  }

  /// Encodes red, green and blue as one picture of 4:2:0, 8 bits and full range with the matrix of BT.601.
  package static func encode(
    thumbnail pixels: PhotoPixels, as coding: HEIFCoding, quality: Int, limits: AuxLimits = .standard
  ) throws(AuxError) -> SingleImageFile {
    let whole =
      coding == .av1
      ? pixels : pixels.extended(width: colourSide(pixels.width), height: colourSide(pixels.height))
    let file = try encode(whole, as: coding, quality: quality, limits: limits)
    let (width, height) = (pixels.width, pixels.height)
    switch coding {
    case .hevc: return try image(in: file, width: width, height: height)
    case .av1: return try av1Image(in: file, width: width, height: height)
    }
  }

  /// Returns the shortest side, not below the given one, that a colour picture of 4:2:0 shows exactly.
  ///
  /// These are even sides of one coding tree unit at least (ITU-T H.265, 7.4.3.2.1).
  package static func colourSide(_ side: Int) -> Int { max(64, side + side % 2) }

  /// Encodes a picture as the primary of a HEIC or AVIF file, in 4:2:0 where `subsampled` and else in 4:4:4.
  ///
  /// Its codes have `bits`, 8 or 10. Without an ICC profile it is sRGB, with `matrix`; one of PQ or HLG becomes code points. Exif and
  /// XMP go along. AV1 that `isFast` is coded by one thread in half of the time. A size that no HEVC picture shows exactly becomes a
  /// `grid` of one tile: callers extend the picture to ``colourSide(_:)`` and crop it; AV1 has any size. `irot`, `imir` and `clap` are
  /// the caller's.
  package static func encode(
    _ pixels: PhotoPixels, as coding: HEIFCoding = .hevc, metadata: PhotoMetadata = PhotoMetadata(),
    quality: Int, matrix: UInt16 = 6, subsampled: Bool = true, bits: Int = 8, isFast: Bool = false,
    limits: AuxLimits = .standard
  ) throws(AuxError) -> [UInt8] {
    guard let columns = Int32(exactly: pixels.width), let rows = Int32(exactly: pixels.height) else {
      throw AuxError(.usage, "\(coding.name) cannot hold \(pixels.width)x\(pixels.height)")
    }
    _ = try limits.checkedDecoding(
      width: pixels.width, height: pixels.height, bytesPerPixel: coding.bytesPerPixel)
    let (exif, xmp) = (metadata.exif ?? [], metadata.xmp ?? [])
    guard exif.count <= Int32.max, xmp.count <= Int32.max else {
      throw AuxError(.usage, "Exif or XMP of more than 2 GiB")
    }
    try AuxError.checkCancellation()
    let hdr = HDRColours(profile: pixels.iccProfile)
    let attempt = "the picture cannot be encoded as \(coding.name)"
    return try unsafe encodedFile(attempt) { bytes, size, error in
      unsafe (hdr == nil ? pixels.iccProfile ?? [] : []).withUnsafeBufferPointer { icc in
        unsafe exif.withUnsafeBufferPointer { exif in
          unsafe xmp.withUnsafeBufferPointer { xmp in
            var beside = unsafe aux_heif_metadata(
              icc: icc.baseAddress, icc_size: icc.count, exif: exif.baseAddress, exif_size: exif.count,
              xmp: xmp.baseAddress, xmp_size: xmp.count, primaries: Int32(hdr?.primaries ?? 1),
              transfer: Int32(hdr?.transfer.rawValue ?? 13), matrix: Int32(hdr?.matrix ?? Int(matrix)))
            func encode(_ samples: UnsafeRawPointer) -> Int32 {
              unsafe aux_heif_encode_rgb(
                samples, Int32(clamping: bits), columns, rows, coding.code, Int32(clamping: quality),
                subsampled ? 1 : 0, isFast && coding == .av1 ? 0 : encodingThreads, &beside, &bytes, &size,
                &error)
            }
            return bits == 8 ? unsafe encode(pixels.rgb8) : unsafe encode(pixels.rgb10)
          }
        }
      }
    }
  }
}

extension PhotoPixels {
  fileprivate var rgb10: [UInt16] {
    let codes: [UInt16] =
      switch samples {
      case .uint8(let codes): codes.map { UInt16((Int($0) * 1023 + 127) / 255) }
      case .uint16(let codes): codes.map { UInt16((Int($0) * 1023 + 32767) / 65535) }
      }
    return channels == 3 ? codes : codes.flatMap { [$0, $0, $0] }
  }
}

extension HEIFCoding {
  var code: Int32 { Int32(self == .hevc ? AUX_HEIF_HEVC : AUX_HEIF_AV1) }

  /// The most bytes for each pixel that the encoder was seen to take, and libheif around it, with room for more: 18 of
  /// x265, 42 of libaom.
  fileprivate var bytesPerPixel: Int { self == .hevc ? 24 : 56 }
}
