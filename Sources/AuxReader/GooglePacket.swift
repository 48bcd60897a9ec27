internal import AuxCodecs
internal import AuxContainers
internal import AuxImage

/// The XMP of a primary image that tells of Google's depth maps, extended XMP included.
enum GooglePacket {
  private static let noteNamespace = "http://ns.adobe.com/xmp/note/"

  /// Returns the properties of an image; nil where its XMP has none of the namespaces.
  ///
  /// Throws `malformed` where the packet or the extended packet does not hold.
  static func properties(
    of image: JPEGImage, in source: any ByteSource, limits: Limits
  ) throws(AuxError) -> [XMPProperty]? {
    // exiv2 need not parse every photo's XMP: only a packet that names a namespace can tell of a map.
    guard let packet = try JPEGReader.packet(of: image, source), mentionsMaps(packet) else { return nil }
    var properties = try XMPParser.properties(of: packet, limits: limits)
    if let digest = properties.first(where: {
      $0.namespace == noteNamespace && $0.name == "HasExtendedXMP"
    })?.text?.uppercased(),
      let extended = try ExtendedXMP.packet(digest: digest, of: image, in: source, limits: limits)
    {
      guard MD5.hexDigest(of: extended.bytes) == digest else {
        throw AuxError(
          .malformed, "the MD5 digest of the extended XMP is not \(digest)", place: "APP1 extended XMP")
      }
      properties += try XMPParser.properties(of: extended.bytes, limits: limits)
    }
    return properties
  }

  private static func mentionsMaps(_ packet: [UInt8]) -> Bool {
    let text = String(decoding: packet, as: UTF8.self)
    return text.contains(GDepth.namespace) || text.contains(DynamicDepth.deviceNamespace)
  }
}
