internal import AuxCodecs
package import AuxContainers
package import AuxImage
package import AuxKernels

/// Decodes an image of a JPEG file by itself.
package struct JPEGPlaneDecoder {
  private let source: any ByteSource
  private let limits: AuxLimits

  /// Creates a decoder of the images of a file.
  package init(source: any ByteSource, limits: AuxLimits) {
    self.source = source
    self.limits = limits
  }

  /// Returns red, green and blue of an image whose bytes, SOI to EOI, are `range`, with its ICC profile.
  func colours(of image: JPEGImage, in range: Range<Int>) throws(AuxError) -> ColourPlanes {
    let stream = try bytes(in: range)
    var pixels = try PhotoPixels(jpegStream: stream, image.frame, limits: limits)
    pixels.iccProfile = try ICCSegments.profile(of: image, in: source)
    return ColourPlanes(rgb: pixels)
  }

  /// Returns the samples of an image whose bytes, SOI to EOI, are `range`.
  package func plane(of image: JPEGImage, in range: Range<Int>) throws(AuxError) -> PixelPlane {
    try JPEGCodec.decodeGray(
      try bytes(in: range), width: image.frame.width, height: image.frame.height, limits: limits)
  }

  /// Returns the samples of an image that is kept in Google's or a maker's way.
  package func plane(of image: JPEGImageList.Embedded) throws(AuxError) -> PixelPlane {
    switch image {
    case .trailer(let map):
      let data = try bytes(in: map.range)
      switch map.coding {
      case .raw: return PixelPlane(width: map.width, height: map.height, known: .uint8(data))
      case .png:
        return try png(data, width: map.width, height: map.height, place: map.name)
      case .jpeg: return try JPEGCodec.decodeGray(data, width: map.width, height: map.height, limits: limits)
      }
    case .google(let picture):
      let data = try picture.source.read(at: picture.bytes.lowerBound, count: picture.bytes.count)
      let (width, height) = (picture.width, picture.height)
      return try picture.isPNG
        ? png(data, width: width, height: height, place: picture.identifier)
        : JPEGCodec.decodeGray(data, width: width, height: height, limits: limits)
    }
  }

  private func png(
    _ data: [UInt8], width: Int, height: Int, place: String
  ) throws(AuxError) -> PixelPlane {
    let codes = try GrayscaleMapReader.plane(from: PNGCodec.decode(data, limits: limits))
    guard codes.width == width, codes.height == height else {
      throw AuxError(.malformed, "the picture has another size than its header", place: place)
    }
    return codes
  }

  private func bytes(in range: Range<Int>) throws(AuxError) -> [UInt8] {
    guard range.count <= limits.codedBytes else {
      throw AuxError(.limitExceeded, "\(range.count) coded bytes, \(limits.codedBytes) at most")
    }
    return try source.read(at: range.lowerBound, count: range.count)
  }
}
