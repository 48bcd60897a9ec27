internal import AuxContainers
internal import AuxImage

/// The XMP of a primary image that announces Google's depth maps, or lists what follows it, as Xiaomi's does, extended
/// XMP included.
enum GooglePacket {
  /// The namespace of Xiaomi's list of what follows.
  static let xiaomiNamespace = "http://ns.xiaomi.com/photos/1.0/camera/"

  /// Returns the properties of an image; nil where its XMP has none of the namespaces.
  ///
  /// Throws `malformed` where the packet or the extended packet does not hold.
  static func properties(
    of image: JPEGImage, in packets: XMPPackets, limits: Limits
  ) throws(AuxError) -> [XMPProperty]? {
    // Only a packet that names a namespace can announce a map; the others are not parsed.
    guard let packet = try packets.packet(of: image, where: mentionsMaps) else { return nil }
    var properties = try packet.parsed.get()
    if let digest = packet.extendedDigest, let extended = try packets.extended(digest, of: image) {
      guard extended.digest == digest else {
        throw AuxError(
          .malformed, "the MD5 digest of the extended XMP is not \(digest)", place: "APP1 extended XMP")
      }
      properties += try XMPParser.properties(of: extended.bytes, limits: limits)
    }
    return properties
  }

  private static func mentionsMaps(_ packet: [UInt8]) -> Bool {
    let packet = XMPEdit(packet)
    return packet.mentions(GDepth.namespace) || packet.mentions(DynamicDepth.deviceNamespace)
      || packet.mentions(ItemDirectory.containerNamespace) || packet.mentions(xiaomiNamespace)
  }
}
