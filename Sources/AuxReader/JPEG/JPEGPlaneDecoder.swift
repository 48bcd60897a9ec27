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

  /// Returns the samples of an image whose bytes, SOI to EOI, are `range`.
  package func plane(of image: JPEGImage, in range: Range<Int>) throws(AuxError) -> PixelPlane {
    guard range.count <= limits.codedBytes else {
      throw AuxError(.limitExceeded, "\(range.count) coded bytes, \(limits.codedBytes) at most")
    }
    return try JPEGCodec.decodeGray(
      try source.read(at: range.lowerBound, count: range.count), width: image.frame.width,
      height: image.frame.height, limits: limits)
  }
}
