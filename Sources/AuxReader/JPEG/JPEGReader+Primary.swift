internal import AuxCodecs
internal import AuxContainers
package import AuxImage

extension JPEGReader {
  package func primaryPixels() throws(AuxError) -> PhotoPixels { try primaryPixels(reduction: 1) }

  private func primaryPixels(reduction: Int) throws(AuxError) -> PhotoPixels {
    var pixels = try PhotoPixels(
      jpegStream: coded(0..<file.primaryEnd()), file.primary.frame, reduction: reduction, limits: limits)
    pixels.orientation = primary?.orientation ?? .up
    pixels.iccProfile = try ICCSegments.profile(of: file.primary, in: source)
    return pixels
  }

  /// Decodes the picture of the other eye as it is stored.
  func otherEyePixels() throws(AuxError) -> PhotoPixels {
    guard let otherEye else { throw AuxError.noStereoPair }
    var pixels = try PhotoPixels(jpegStream: coded(otherEye.range), otherEye.image.frame, limits: limits)
    pixels.iccProfile = try ICCSegments.profile(of: otherEye.image, in: source)
    return pixels
  }

  private func coded(_ range: Range<Int>) throws(AuxError) -> [UInt8] {
    guard range.count <= limits.codedBytes else {
      throw AuxError(.limitExceeded, "\(range.count) coded bytes, \(limits.codedBytes) at most")
    }
    return try source.read(at: range.lowerBound, count: range.count)
  }

  package func checkPictures() -> [PictureCheck] {
    let own = PictureCheck("image 1", at: file.primary.scanOffset) { () throws(AuxError) in
      try JPEGCodec.check(coded(0..<file.primaryEnd()), file.primary.frame, limits: limits)
    }
    let other = otherEye.map { other in
      PictureCheck("record \(other.record)", at: other.image.scanOffset) { () throws(AuxError) in
        try JPEGCodec.check(coded(other.range), other.image.frame, limits: limits)
      }
    }
    return [own] + (other.map { [$0] } ?? [])
  }

  package func primaryMetadata() throws(AuxError) -> PhotoMetadata {
    PhotoMetadata(
      exif: try file.primary.exif(in: source), xmp: try wholePacket().xmp,
      iptc: try file.primary.iptc(in: source))
  }

  /// The XMP of GDepth has megabytes, and is not looked at for the block.
  package func primaryExif() throws(AuxError) -> [UInt8]? { try file.primary.exif(in: source) }

  package func decodedPrimary(_ options: PrimaryOptions) throws(AuxError) -> DecodedPrimary {
    DecodedPrimary(pixels: try primaryPixels(reduction: options.reduction), notes: try wholePacket().notes)
  }

  /// Returns the XMP packet of the primary with what its extended packet holds, and why it is without that.
  ///
  /// Source: XMP specification part 3, 1.1.3.1; Specs/xmp.md, "Longer than a segment".
  private func wholePacket() throws(AuxError) -> (xmp: [UInt8]?, notes: [String]) {
    let image = file.primary
    let packet = try image.packet(in: source)
    guard let main = packet, XMPEdit(main).mentions(ExtendedXMP.namespace) else { return (packet, []) }
    let packets = XMPPackets(source, limits: limits)
    let parsed = XMPPacket(parsing: main, limits: limits)
    try parsed.failure?.throwIfOfSystem()
    guard let digest = parsed.extendedDigest else { return (main, []) }
    do throws(AuxError) {
      guard let extended = try packets.extended(digest, of: image) else {
        throw AuxError(.missingImage, "it is not there")
      }
      guard extended.digest == digest else { throw AuxError(.malformed, "its MD5 digest is another") }
      var whole = XMPEdit(main)
      guard whole.merge(extended.bytes),
        try XMPParser.properties(of: whole.bytes, limits: limits).count
          == XMPParser.properties(of: main, limits: limits).count
          + XMPParser.properties(of: extended.bytes, limits: limits).count
      else { throw AuxError(.unsupported, "it cannot be joined to the packet") }
      return (whole.bytes, [])
    } catch {
      try error.throwIfOfSystem()
      return (main, ["the extended XMP packet is left out: \(error.reason)"])
    }
  }
}

extension PhotoPixels {
  /// Decodes a JPEG stream: gray where it has one component, RGB where it has three.
  ///
  /// `reduction` divides the sides of one with three. Throws `AuxError` with code `unsupported` for CMYK.
  init(
    jpegStream data: [UInt8], _ frame: JPEGImage.Frame, reduction: Int = 1, limits: AuxLimits
  ) throws(AuxError) {
    switch frame.componentIdentifiers.count {
    case 1:
      try self.init(
        gray: JPEGCodec.decodeGray(data, width: frame.width, height: frame.height, limits: limits))
    case 4: throw AuxError(.unsupported, "a CMYK image is not converted")
    default:
      self.init(
        width: (frame.width + reduction - 1) / reduction, height: (frame.height + reduction - 1) / reduction,
        knownRGB8: try JPEGCodec.decodeRGB(
          data, width: frame.width, height: frame.height, reduction: reduction, limits: limits))
    }
  }
}

extension JPEGCodec {
  /// Decodes a stream of one or three components for nothing but its faults.
  ///
  /// Luma alone is asked for: the entropy-coded data of all components are read for it. Throws `unsupported` for what
  /// libjpeg-turbo does not decode (T.81, table B.1) or does not turn into gray.
  static func check(_ data: [UInt8], _ frame: JPEGImage.Frame, limits: AuxLimits) throws(AuxError) {
    guard [0xC0, 0xC1, 0xC2, 0xC9, 0xCA].contains(frame.marker) else {
      throw AuxError(.unsupported, "JPEG of the process \(JPEGMarker.name(frame.marker)) is not decoded")
    }
    guard frame.precision == 8 else {
      throw AuxError(.unsupported, "JPEG of \(frame.precision) bits per sample is not decoded")
    }
    guard [1, 3].contains(frame.componentIdentifiers.count) else {
      throw AuxError(
        .unsupported, "JPEG of \(frame.componentIdentifiers.count) components is not decoded")
    }
    _ = try decodeGray(data, width: frame.width, height: frame.height, limits: limits)
  }
}
