internal import AuxCodecs
internal import AuxContainers
internal import AuxImage
internal import AuxReader

/// The XMP of a primary JPEG image with a GDepth map added.
///
/// What the packets hold stays as it is but for the digest that names the extended one; descriptions of the same
/// resource are added after it. Source: XMP specification part 3, 1.1.3; Specs/jpeg-mpf.md, "Extended XMP".
struct JPEGPrimaryXMP {
  /// The packet, which names the extended one.
  let packet: [UInt8]
  /// The packet that holds the map.
  let extended: ExtendedXMP.Packet

  /// Adds a map to the XMP of an image.
  ///
  /// Throws `usage` where the packet has GDepth properties already, `malformed` for packets that do not hold.
  init(
    adding map: GDepthMap, to image: JPEGImage, in source: any ByteSource, limits: Limits
  ) throws(AuxError) {
    let old = try image.packet(in: source)
    let oldDigest = try old.flatMap { packet throws(AuxError) in
      ExtendedXMP.digest(in: try XMPParser.properties(of: packet, limits: limits))
    }
    var extended: [UInt8]?
    if let oldDigest {
      extended = try ExtendedXMP.packet(
        digest: oldDigest.uppercased(), of: image, in: source, limits: limits)?.bytes
    }
    for packet in [old, extended] {
      guard let packet else { continue }
      guard !XMPEdit(packet).mentions(GDepth.namespace) else {
        throw AuxError(.usage, "the primary's XMP has GDepth properties already")
      }
    }
    var addition = extended.map(XMPEdit.init) ?? XMPEdit(isWrapped: false)
    try addition.add(description: Self.description(map.dataAttribute))
    let portions = addition.bytes
    let digest = MD5.hexDigest(of: portions)
    var attributes = map.attributes
    var packet = old.map(XMPEdit.init) ?? XMPEdit(isWrapped: true)
    if let oldDigest {
      packet.replace(oldDigest, with: digest)
    } else {
      attributes += " xmlns:xmpNote=\"\(ExtendedXMP.namespace)\" xmpNote:HasExtendedXMP=\"\(digest)\""
    }
    try packet.add(description: Self.description(attributes))
    if packet.bytes.count > JPEGSegment.largestPayload - JPEGIdentifier.xmp.count { packet.removePadding() }
    self.packet = packet.bytes
    self.extended = ExtendedXMP.Packet(digest: digest, bytes: portions)
  }

  private static func description(_ attributes: String) -> String {
    "<rdf:Description rdf:about=\"\" \(attributes)/>\n"
  }
}
