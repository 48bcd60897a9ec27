/// What the XMP of a photo says of data that stand elsewhere in its file, and that a photo that is coded anew has not.
///
/// Source: Specs/xmp.md, "What a new file does not claim".
package struct XMPClaim: Sendable {
  /// The namespace.
  package let namespace: String
  /// The properties; nil for all of the namespace.
  package let names: Set<String>?
  /// What is lost with them, in words; nil for what is carried in another form, or was no data.
  package let loss: String?

  private init(_ namespace: String, _ names: Set<String>? = nil, loss: String? = nil) {
    (self.namespace, self.names, self.loss) = (namespace, names, loss)
  }

  /// All claims.
  package static let all = [
    XMPClaim("http://ns.adobe.com/xmp/note/", ["HasExtendedXMP"]),
    XMPClaim(GainMapMetadata.namespace),
    XMPClaim(XMPEdit.containerNamespace),
    XMPClaim("http://ns.google.com/photos/1.0/depthmap/"),
    XMPClaim("http://ns.google.com/photos/dd/1.0/device/"),
    XMPClaim("http://ns.google.com/photos/dd/1.0/container/"),
    XMPClaim(
      "http://ns.google.com/photos/1.0/image/",
      loss: "the picture that GImage holds, of which the photo was made, does not go along"),
    XMPClaim("http://ns.google.com/photos/1.0/audio/", loss: "the sound of the photo does not go along"),
    XMPClaim(
      "http://ns.google.com/photos/1.0/camera/",
      [
        "MotionPhoto", "MotionPhotoVersion", "MotionPhotoPresentationTimestampUs", "MicroVideo",
        "MicroVideoVersion", "MicroVideoOffset", "MicroVideoPresentationTimestampUs",
      ], loss: "the video of the motion photo does not go along"),
  ]

  /// Whether a property is one of the claim.
  package func covers(_ property: XMPProperty) -> Bool {
    property.namespace == namespace && (names?.contains(property.name) ?? true)
  }
}

extension XMPEdit {
  /// Takes out properties that a claim covers; the caller looks whether any is left.
  package mutating func remove(_ claim: XMPClaim) {
    for prefix in prefixes(of: claim.namespace) { removeProperties(prefix, named: claim.names) }
  }
}
