internal import AuxCodecs
package import AuxContainers
package import AuxImage
package import AuxKernels

/// Decodes an image of a JPEG file by itself.
package struct JPEGPlaneDecoder {
  private let source: any ByteSource
  private let limits: Limits

  /// Creates a decoder of the images of a file.
  package init(source: any ByteSource, limits: Limits) {
    self.source = source
    self.limits = limits
  }

  /// Returns red, green and blue of an image whose bytes, SOI to EOI, are `range`, with its ICC profile.
  package func colours(of image: JPEGImage, in range: Range<Int>) throws(AuxError) -> ColourPlanes {
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

  private func bytes(in range: Range<Int>) throws(AuxError) -> [UInt8] {
    guard range.count <= limits.codedBytes else {
      throw AuxError(.limitExceeded, "\(range.count) coded bytes, \(limits.codedBytes) at most")
    }
    return try source.read(at: range.lowerBound, count: range.count)
  }
}
