internal import AuxContainers
internal import AuxImage

/// A JPEG photo without auxiliary images: JFIF header, Exif, XMP, IPTC, ICC profile, then the coded image.
struct JPEGPhotoFile {
  /// The coded image, without application segments but Adobe's.
  let stream: [UInt8]
  let profile: [UInt8]?
  let orientation: ImageOrientation

  /// Returns the file; `losses` get what of the metadata does not fit.
  func bytes(
    _ metadata: PhotoMetadata, _ extended: ExtendedXMP.Packet?, limits: AuxLimits, _ losses: inout [String]
  ) throws(AuxError) -> [UInt8] {
    var bytes: [UInt8] = [0xFF, JPEGMarker.SOI]
    // JFIF would say that the components are luma and chroma, where Adobe's segment may say that they are not.
    if try !hasAdobeSegment {
      bytes += try JPEGSegment.bytes(
        marker: JPEGMarker.APP0, payload: Array(JFIF.applePayload.prefix(JFIF.payloadCount)))
    }
    // JPEG has no other place for the orientation; a HEIF file turned by its properties may have no Exif orientation.
    let largest = JPEGSegment.largestPayload - JPEGIdentifier.exif.count
    let fitting = metadata.exif.flatMap { ExifBlock.shortened($0, to: largest, limits: limits, &losses) }
    if let exif = ExifBlock.setting(orientation, in: fitting) {
      bytes += try JPEGSegment.bytes(marker: JPEGMarker.APP1, payload: JPEGIdentifier.exif + exif)
    }
    if let xmp = metadata.xmp {
      bytes += try JPEGSegment.bytes(marker: JPEGMarker.APP1, payload: JPEGIdentifier.xmp + xmp)
    }
    if let extended { bytes += try ExtendedXMP.segments(of: extended) }
    if let iptc = metadata.iptc {
      let payload = IPTCRecords.segmentPayload(iptc)
      if payload.count <= JPEGSegment.largestPayload {
        bytes += try JPEGSegment.bytes(marker: JPEGMarker.APP13, payload: payload)
      } else {
        losses.append("IPTC of \(iptc.count) bytes does not fit JPEG and was left out")
      }
    }
    if let profile { bytes += try ICCSegments.segments(of: profile) }
    // After the encoder's own SOI.
    return bytes + stream[2...]
  }

  private var hasAdobeSegment: Bool {
    get throws(AuxError) {
      try JPEGImage(in: MemoryByteSource(stream), at: 0, limits: .ofEncoders).segments.contains {
        $0.marker == JPEGMarker.APP14
      }
    }
  }
}
