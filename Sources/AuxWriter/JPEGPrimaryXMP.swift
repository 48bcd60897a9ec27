internal import AuxCodecs
internal import AuxContainers
internal import AuxImage
internal import AuxReader
internal import Foundation

/// The XMP segments of a primary JPEG image with a GDepth map added.
///
/// What the packets hold stays as it is but for the digest that names the extended one; descriptions of the same
/// resource are added behind it. Source: XMP specification part 3, 1.1.3; Specs/jpeg-mpf.md, "Extended XMP".
struct JPEGPrimaryXMP {
  /// The number of the segment whose place the new ones take: that of the old packet, or the first behind Exif.
  let position: Int
  /// The new segments.
  let segments: [UInt8]

  /// The largest portion of an extended packet; with its 75 bytes of header it fits a segment.
  private static let portion = 65_400

  /// Adds a map to the XMP of an image.
  ///
  /// Throws `usage` where the packet has GDepth properties already, `malformed` for packets that do not hold,
  /// `limitExceeded` where the packet no longer fits its segment.
  init(
    adding map: GDepthMap, to image: JPEGImage, in source: any ByteSource, limits: Limits
  ) throws(AuxError) {
    let old = try JPEGReader.packet(of: image, source)
    let oldDigest = try old.flatMap { packet throws(AuxError) in
      try XMPParser.properties(of: packet, limits: limits).first { $0.name == "HasExtendedXMP" }?.text
    }
    var extended: [UInt8]?
    if let oldDigest {
      extended = try ExtendedXMP.packet(
        digest: oldDigest.uppercased(), of: image, in: source, limits: limits)?.bytes
    }
    for packet in [old, extended] {
      guard let packet else { continue }
      guard !String(decoding: packet, as: UTF8.self).contains(GDepth.namespace) else {
        throw AuxError(.usage, "the primary's XMP has GDepth properties already")
      }
    }
    let portions = try Self.adding(map.dataAttribute, to: extended ?? Self.empty(isWrapped: false))
    let digest = MD5.hexDigest(of: portions)
    var attributes = map.attributes
    var packet = old ?? Self.empty(isWrapped: true)
    if let oldDigest {
      let text = String(decoding: packet, as: UTF8.self)
      packet = Array(text.replacingOccurrences(of: oldDigest, with: digest).utf8)
    } else {
      attributes += " xmlns:xmpNote=\"http://ns.adobe.com/xmp/note/\" xmpNote:HasExtendedXMP=\"\(digest)\""
    }
    packet = try Self.adding(attributes, to: packet)
    var bytes = try JPEGSegment.bytes(
      marker: JPEGMarker.APP1, payload: JPEGIdentifier.xmp + Self.fitting(packet))
    for start in stride(from: 0, to: portions.count, by: Self.portion) {
      var payload = ByteWriter()
      payload.write(JPEGIdentifier.extendedXMP)
      payload.write(Array(digest.utf8))
      payload.write(UInt32(portions.count))
      payload.write(UInt32(start))
      payload.write(portions[start..<min(start + Self.portion, portions.count)])
      bytes += try JPEGSegment.bytes(marker: JPEGMarker.APP1, payload: payload.bytes)
    }
    segments = bytes
    position =
      image.segments.firstIndex { $0.kind == .xmp }
      ?? image.segments.firstIndex { $0.marker != JPEGMarker.APP0 && $0.kind != .exif } ?? 0
  }

  /// Returns a packet without properties.
  private static func empty(isWrapped: Bool) -> [UInt8] {
    let meta = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
      </rdf:RDF></x:xmpmeta>
      """
    let begin = "<?xpacket begin=\"\u{FEFF}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>"
    return Array((isWrapped ? "\(begin)\(meta)<?xpacket end=\"w\"?>" : meta).utf8)
  }

  /// Returns a packet with one more description of the same resource.
  private static func adding(_ attributes: String, to packet: [UInt8]) throws(AuxError) -> [UInt8] {
    let text = String(decoding: packet, as: UTF8.self)
    guard let end = text.range(of: "</rdf:RDF>", options: .backwards) else {
      throw AuxError(.malformed, "the packet has no rdf:RDF element that ends", place: "XMP")
    }
    let description = "<rdf:Description rdf:about=\"\" \(attributes)/>\n"
    return Array((text[..<end.lowerBound] + description + text[end.lowerBound...]).utf8)
  }

  /// Returns a packet without the white space at its end, where it is too long for a segment with it.
  private static func fitting(_ packet: [UInt8]) -> [UInt8] {
    guard packet.count > JPEGSegment.largestPayload - JPEGIdentifier.xmp.count else { return packet }
    let text = String(decoding: packet, as: UTF8.self)
    guard let trailer = text.range(of: "<?xpacket end", options: .backwards) else { return packet }
    let kept = text[..<trailer.lowerBound].trimmingCharacters(in: .whitespacesAndNewlines)
    return Array((kept + text[trailer.lowerBound...]).utf8)
  }
}
