internal import AuxImage

/// The XMP of a primary image that announces Google's depth maps, or lists what follows it, extended
/// XMP included.
enum GooglePacket {
  /// The namespace of the cameras and depth maps of Dynamic Depth.
  static let deviceNamespace = "http://ns.google.com/photos/dd/1.0/device/"
  /// The namespace of motion photos.
  static let cameraNamespace = "http://ns.google.com/photos/1.0/camera/"

  /// What a packet that announces something mentions.
  private static let namespaces = [
    GDepth.namespace, deviceNamespace, XMPEdit.containerNamespace, cameraNamespace,
  ]

  /// Returns the properties of an image; nil where its XMP mentions no such namespace.
  ///
  /// Throws `malformed` where the packet or the extended packet does not hold.
  static func properties(
    of image: JPEGImage, in packets: XMPPackets, limits: AuxLimits
  ) throws(AuxError) -> [XMPProperty]? {
    // Only a packet that names a namespace can announce a map; the others are not parsed.
    let packet = try packets.packet(of: image) { bytes in
      let bytes = XMPEdit(bytes)
      return namespaces.contains(where: bytes.mentions)
    }
    guard let packet else { return nil }
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
}

/// A simple property as the path that leads to it.
///
/// A prefix inside a path may be bound to any namespace, so that only local names count.
struct XMPMember {
  struct Step: Equatable {
    var name: String
    var number: Int?
  }

  let namespace: String
  let steps: [Step]
  let text: String

  /// Takes a property that is the member of a structure; nil for others.
  init?(_ property: XMPProperty) {
    guard property.name.contains("/"), let text = property.text else { return nil }
    namespace = property.namespace
    self.text = text
    steps = property.name.split(separator: "/").map { step in
      let local = step.split(separator: ":").last ?? step
      guard let bracket = local.firstIndex(of: "["), local.last == "]" else {
        return Step(name: String(local), number: nil)
      }
      let number = Int(local[local.index(after: bracket)...].dropLast()).flatMap { $0 > 0 ? $0 : nil }
      return Step(name: String(local[..<bracket]), number: number)
    }
  }
}
