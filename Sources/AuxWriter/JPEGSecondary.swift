internal import AuxCodecs
internal import AuxContainers
internal import AuxImage
internal import AuxKernels

/// Makes the further JPEG image of an auxiliary image, laid out as Apple's writer does.
///
/// Order: SOI, XMP, MPF, DQT, DRI, SOF0, DHT, SOS. Source: Specs/jpeg-mpf.md, "Apple's layout".
enum JPEGSecondary {
  /// Returns the bytes of the image; the count of images in its own MPF is `numberOfImages`.
  static func bytes(
    of image: StoredAuxiliaryImage, quality: Int, numberOfImages: Int
  ) throws(AuxError) -> [UInt8] {
    let packet = try image.packet(for: .jpeg)
    var bytes: [UInt8] = [0xFF, JPEGMarker.SOI]
    do throws(AuxError) {
      bytes += try JPEGSegment.bytes(marker: JPEGMarker.APP1, payload: JPEGIdentifier.xmp + packet)
    } catch { throw error.within("\(image.type) XMP") }
    var index = ByteWriter()
    MultiPictureFormat(numberOfImages: numberOfImages, entries: nil).serialize(into: &index)
    bytes += try JPEGSegment.bytes(marker: JPEGMarker.APP2, payload: index.bytes)
    return bytes + (try coded(image.codes, quality: quality))
  }

  /// Returns the tables, the frame and the scan, from DQT to EOI.
  private static func coded(_ codes: PixelPlane, quality: Int) throws(AuxError) -> [UInt8] {
    // One restart interval for each row of blocks, as Apple's files have it.
    let stream = try JPEGCodec.encode(gray: codes, quality: quality, restartInterval: (codes.width + 7) / 8)
    let source = MemoryByteSource(stream)
    let image = try JPEGImage(in: source, at: 0)
    func payloads(_ isWanted: (UInt8) -> Bool) -> [UInt8] {
      image.segments.filter { isWanted($0.marker) }.flatMap { segment in
        stream[segment.payloadOffset..<segment.range.upperBound]
      }
    }
    var bytes: [UInt8] = []
    for marker in [JPEGMarker.DQT, JPEGMarker.DRI, JPEGMarker.SOF0, JPEGMarker.DHT] {
      bytes += try JPEGSegment.bytes(marker: marker, payload: payloads { $0 == marker })
    }
    guard let scan = image.segments.last, scan.marker == JPEGMarker.SOS else {
      throw AuxError(.codec, "the encoder gave no scan")
    }
    return bytes + stream[scan.offset...]
  }
}
