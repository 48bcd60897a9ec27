internal import AuxCodecs
internal import AuxContainers
package import AuxImage
package import AuxReader

/// The decoded primary image of a source, with what goes along into another container.
package struct PrimaryPicture {
  /// The samples, interleaved: one channel of gray or three of RGB.
  package enum Samples {
    /// 8-bit codes.
    case uint8([UInt8])
    /// 16-bit codes.
    case uint16([UInt16])
  }

  /// The width in pixels.
  package let width: Int
  /// The height in pixels.
  package let height: Int
  /// 1 for gray, 3 for RGB.
  let channels: Int
  let samples: Samples
  /// How it is to be turned for display.
  package let orientation: ImageOrientation
  /// The Exif block, from its byte-order mark on.
  var exif: [UInt8]?
  var xmp: [UInt8]?
  var iccProfile: [UInt8]?

  /// Decodes the primary of a source in the stored grid.
  ///
  /// Throws `unsupported` for transparent pixels, which no target holds, and for a DNG without a JPEG preview.
  package init(of source: ImageSource) throws(AuxError) {
    switch source.reader {
    case is PNGReader: try self.init(png: source)
    case let reader as JPEGReader: try self.init(jpeg: reader.file, source)
    case let reader as HEIFReader: try self.init(heif: reader.file, source)
    case let reader as DNGReader: try self.init(dng: reader.file, source)
    default: throw AuxError(.unsupported, "the primary of \(source.container.rawValue) is not decoded")
    }
  }

  init(
    width: Int, height: Int, channels: Int, samples: Samples, orientation: ImageOrientation
  ) {
    self.width = width
    self.height = height
    self.channels = channels
    self.samples = samples
    self.orientation = orientation
  }

  private init(png source: ImageSource) throws(AuxError) {
    let bytes = try source.bytes.read(at: 0, count: source.bytes.byteCount)
    let image = try PNGCodec.decode(bytes, limits: source.limits)
    guard !image.hasTransparency else {
      throw AuxError(.unsupported, "the image has transparent pixels, which the output cannot hold")
    }
    let channels = image.channels < 3 ? 1 : 3
    let samples: Samples =
      switch image.samples {
      case .uint8(let all): .uint8(image.channels == channels ? all : image.opaque(all, channels))
      case .uint16(let all): .uint16(image.channels == channels ? all : image.opaque(all, channels))
      }
    var orientation = ImageOrientation.up
    if let exif = image.exif { orientation = try ExifReader.orientation(ofTIFF: exif) ?? .up }
    self.init(
      width: image.width, height: image.height, channels: channels, samples: samples,
      orientation: orientation)
    exif = image.exif
    xmp = image.xmp
    iccProfile = image.iccProfile
  }

  private init(jpeg file: JPEGFile, _ source: ImageSource) throws(AuxError) {
    let end = try file.primaryEnd(in: source.bytes)
    guard end <= source.limits.codedBytes else {
      throw AuxError(.limitExceeded, "\(end) coded bytes, \(source.limits.codedBytes) at most")
    }
    let data = try source.bytes.read(at: 0, count: end)
    let frame = file.primary.frame
    guard frame.componentIdentifiers.count != 4 else {
      throw AuxError(.unsupported, "a CMYK image is not converted")
    }
    try self.init(jpegStream: data, frame, source)
    func payload(_ kind: JPEGSegment.Kind, behind header: [UInt8]) -> [UInt8]? {
      file.primary.first(kind).map { Array(data[($0.payloadOffset + header.count)..<$0.range.upperBound]) }
    }
    exif = payload(.exif, behind: JPEGIdentifier.exif)
    xmp = payload(.xmp, behind: JPEGIdentifier.xmp)
    iccProfile = try ICCSegments.profile(of: file.primary, in: source.bytes)
  }

  private init(
    jpegStream data: [UInt8], _ frame: JPEGImage.Frame, _ source: ImageSource
  ) throws(AuxError) {
    let orientation = source.primary?.orientation ?? .up
    if frame.componentIdentifiers.count == 1 {
      let plane = try JPEGCodec.decodeGray(
        data, width: frame.width, height: frame.height, limits: source.limits)
      self.init(
        width: frame.width, height: frame.height, channels: 1, samples: .uint8(plane.data()),
        orientation: orientation)
    } else {
      self.init(
        width: frame.width, height: frame.height, channels: 3,
        samples: .uint8(
          try JPEGCodec.decodeRGB(
            data, width: frame.width, height: frame.height, limits: source.limits)),
        orientation: orientation)
    }
  }

  private init(heif file: HEIFFile, _ source: ImageSource) throws(AuxError) {
    guard let primary = source.primary else { throw AuxError(.missingImage, "there is no primary") }
    let coded = try file.imageSize(of: file.primaryItem)
    guard coded == (primary.width, primary.height) else {
      throw AuxError(.unsupported, "a primary with a clean aperture is not converted", place: "clap")
    }
    guard source.bytes.byteCount <= source.limits.codedBytes else {
      throw AuxError(
        .limitExceeded, "\(source.bytes.byteCount) bytes, \(source.limits.codedBytes) at most are converted")
    }
    let bytes = try source.bytes.read(at: 0, count: source.bytes.byteCount)
    let rgb = try HEIFPrimaryCodec.decodeRGB(
      heifFile: bytes, width: coded.width, height: coded.height, limits: source.limits)
    self.init(
      width: coded.width, height: coded.height, channels: 3, samples: .uint8(rgb),
      orientation: primary.orientation)
    let limit = source.limits.xmpBytes
    for item in file.metadataItems(for: file.primaryItemID) {
      let data = try file.data(of: item, from: source.bytes, maxBytes: limit)
      if item.isXMP { xmp = data }
      if item.type == "Exif" { exif = try HEIFExif.block(in: data) }
    }
    iccProfile = try HEIFExif.iccProfile(of: file.primaryItem, in: file)
  }

  private init(dng file: DNGFile, _ source: ImageSource) throws(AuxError) {
    guard let stream = try DNGPreview.jpeg(in: file, limits: source.limits) else {
      throw AuxError(.unsupported, "the raw image is not developed, and there is no JPEG preview to take")
    }
    let frame = try JPEGImage(in: MemoryByteSource(stream), at: 0, limits: source.limits).frame
    try self.init(jpegStream: stream, frame, source)
    xmp = try file.xmp(of: file.tiff.first)
  }
}

extension PNGImage {
  /// Returns the first channels of each pixel.
  fileprivate func opaque<Sample>(_ samples: [Sample], _ kept: Int) -> [Sample] {
    var result: [Sample] = []
    result.reserveCapacity(width * height * kept)
    for pixel in stride(from: 0, to: samples.count, by: channels) {
      result += samples[pixel..<(pixel + kept)]
    }
    return result
  }

  /// Whether a pixel is not opaque.
  fileprivate var hasTransparency: Bool {
    guard channels == 2 || channels == 4 else { return false }
    let alphas = stride(from: channels - 1, to: width * height * channels, by: channels)
    switch samples {
    case .uint8(let samples): return alphas.contains { samples[$0] != 255 }
    case .uint16(let samples): return alphas.contains { samples[$0] != 65535 }
    }
  }
}
