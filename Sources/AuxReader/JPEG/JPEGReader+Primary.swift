internal import AuxCodecs
internal import AuxContainers
package import AuxImage

extension JPEGReader {
  package func primaryPixels() throws(AuxError) -> PhotoPixels {
    let end = try file.primaryEnd()
    guard end <= limits.codedBytes else {
      throw AuxError(.limitExceeded, "\(end) coded bytes, \(limits.codedBytes) at most")
    }
    var pixels = try PhotoPixels(
      jpegStream: try source.read(at: 0, count: end), file.primary.frame, limits: limits)
    pixels.orientation = primary?.orientation ?? .up
    pixels.iccProfile = try ICCSegments.profile(of: file.primary, in: source)
    return pixels
  }

  package func primaryMetadata() throws(AuxError) -> PhotoMetadata {
    PhotoMetadata(
      exif: try Self.exif(of: file.primary, source), xmp: try Self.packet(of: file.primary, source))
  }
}

extension PhotoPixels {
  /// Decodes a JPEG stream: gray where it has one component, RGB where it has three.
  ///
  /// Throws `AuxError` with code `unsupported` for CMYK.
  init(jpegStream data: [UInt8], _ frame: JPEGImage.Frame, limits: Limits) throws(AuxError) {
    switch frame.componentIdentifiers.count {
    case 1:
      try self.init(
        gray: JPEGCodec.decodeGray(data, width: frame.width, height: frame.height, limits: limits))
    case 4: throw AuxError(.unsupported, "a CMYK image is not converted")
    default:
      self.init(
        width: frame.width, height: frame.height,
        knownRGB8: try JPEGCodec.decodeRGB(data, width: frame.width, height: frame.height, limits: limits))
    }
  }
}
