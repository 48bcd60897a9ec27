package import AuxImage

/// The portions of an extended XMP packet, which is too long for one segment.
///
/// Source: XMP specification part 3, 1.1.3.1; Specs/jpeg-mpf.md, "Extended XMP".
package enum ExtendedXMP {
  /// The packet put together, and the MD5 digest that names it, 32 upper-case hexadecimal digits.
  package struct Packet: Hashable, Sendable {
    package var digest: String
    package var bytes: [UInt8]

    package init(digest: String, bytes: [UInt8]) { (self.digest, self.bytes) = (digest, bytes) }
  }

  package static let namespace = "http://ns.adobe.com/xmp/note/"

  /// Returns the digest by which properties name the packet, spelled as in them; nil if they name none.
  package static func digest(in properties: [XMPProperty]) -> String? {
    properties.first { $0.namespace == namespace && $0.name == "HasExtendedXMP" }?.text
  }

  private static let headerCount = JPEGIdentifier.extendedXMP.count + 32 + 8
  private static let place = "APP1 extended XMP"

  /// Returns the packet of that digest, put together from the segments of an image; nil where it has none.
  ///
  /// Throws `malformed` where portions are missing, overlap or disagree on the length, `limitExceeded` where
  /// the length passes ``AuxLimits/xmpBytes``. The caller checks the digest.
  package static func packet(
    digest: String, of image: JPEGImage, in source: any ByteSource, limits: AuxLimits = .standard
  ) throws(AuxError) -> Packet? {
    var portions: [(offset: Int, bytes: [UInt8])] = []
    var length: Int?
    for segment in image.segments where segment.kind == .extendedXMP {
      var reader = ByteReader(
        try source.read(at: segment.payloadOffset, count: segment.payloadCount),
        fileOffset: segment.payloadOffset)
      guard reader.remaining >= headerCount else {
        throw AuxError(.truncated, "the header needs 75 bytes", offset: segment.offset, place: place)
      }
      try reader.skip(JPEGIdentifier.extendedXMP.count)
      guard String(decoding: try reader.readBytes(32), as: UTF8.self).uppercased() == digest else { continue }
      let full = Int(try reader.readUInt32())
      guard full <= limits.xmpBytes else {
        throw AuxError(
          .limitExceeded, "extended XMP of \(full) bytes, \(limits.xmpBytes) at most", offset: segment.offset)
      }
      guard length == nil || length == full else {
        throw AuxError(
          .malformed, "the portions disagree on the length", offset: segment.offset, place: place)
      }
      length = full
      let offset = Int(try reader.readUInt32())
      portions.append((offset, reader.readRest()))
    }
    guard let length else { return nil }
    portions.sort { $0.offset < $1.offset }
    var bytes: [UInt8] = []
    for portion in portions {
      guard portion.offset == bytes.count else {
        throw AuxError(
          .malformed,
          portion.offset > bytes.count
            ? "the portion from \(bytes.count) on is missing" : "portions overlap at \(portion.offset)",
          place: place)
      }
      bytes += portion.bytes
    }
    guard bytes.count == length else {
      throw AuxError(.truncated, "\(bytes.count) of \(length) bytes are there", place: place)
    }
    return Packet(digest: digest, bytes: bytes)
  }

  private static let largestPortion = 65_400

  /// Returns the segments of a packet; throws `limitExceeded` where 32 bits do not hold its length.
  package static func segments(of packet: Packet) throws(AuxError) -> [UInt8] {
    guard let full = UInt32(exactly: packet.bytes.count) else {
      throw AuxError(.limitExceeded, "extended XMP of \(packet.bytes.count) bytes has a length of 32 bits")
    }
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: packet.bytes.count, by: largestPortion) {
      var payload = ByteWriter()
      payload.write(JPEGIdentifier.extendedXMP)
      payload.write(Array(packet.digest.utf8))
      payload.write(full)
      payload.write(UInt32(start))
      payload.write(packet.bytes[start..<min(start + largestPortion, packet.bytes.count)])
      bytes += try JPEGSegment.bytes(marker: JPEGMarker.APP1, payload: payload.bytes)
    }
    return bytes
  }
}
