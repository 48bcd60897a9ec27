/// A claim in a photo's XMP about other data of its file, which a newly encoded photo does not have.
///
/// Source: Specs/xmp.md, "What a new file does not claim".
package struct XMPClaim: Sendable {
  package let namespace: String
  /// The properties; nil for all of the namespace.
  package let names: Set<String>?
  /// What is lost with them, in words; nil if it is carried in another form, or was not data.
  package let loss: String?

  private init(_ namespace: String, _ names: Set<String>? = nil, loss: String? = nil) {
    (self.namespace, self.names, self.loss) = (namespace, names, loss)
  }

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

  package func covers(_ property: XMPProperty) -> Bool {
    property.namespace == namespace && (names?.contains(property.name) ?? true)
  }
}

extension XMPEdit {
  /// Removes the properties that a claim covers; the caller checks that none is left.
  package mutating func remove(_ claim: XMPClaim) {
    removeProperties(of: claim.namespace, named: claim.names)
    if claim.namespace == Self.containerNamespace { removeProperties(of: Self.itemNamespace) }
  }
}

extension XMPEdit {
  /// The namespace of GContainer, and that of its items.
  package static let containerNamespace = "http://ns.google.com/photos/1.0/container/"
  private static let itemNamespace = "http://ns.google.com/photos/1.0/container/item/"

  /// Removes what says that a gain map follows: the `hdrgm` properties, and the item of the GContainer directory.
  ///
  /// A directory that lists nothing but the primary is removed as well, and so are declarations without use: Skia takes the
  /// first description that declares the namespaces for the one with the properties. Throws `unsupported` where the packet
  /// has the claim in an unknown form, so that it would stay. Source: Specs/gainmaps.md, "Ultra HDR".
  package mutating func removeGainMapClaim() throws(AuxError) {
    removeProperties(of: GainMapMetadata.namespace)
    if removeDirectoryItems(named: ["GainMap"]) {
      for namespace in [Self.containerNamespace, Self.itemNamespace] { removeUnused(namespace) }
    }
    let rest = String(decoding: bytes, as: UTF8.self)
    let isLeft =
      prefixes(of: GainMapMetadata.namespace).contains { rest.contains("\($0):Version") }
      || prefixes(of: Self.containerNamespace).contains {
        rest.contains("\($0):Directory") && rest.contains("GainMap")
      }
    guard !isLeft else {
      throw AuxError(
        .unsupported, "the primary's XMP announces the gain map in a form that is not known", place: "XMP")
    }
  }

  /// Announces a gain map of that many bytes right after the primary, before all else that a directory lists.
  ///
  /// Version and directory are in one description, as Skia and libultrahdr expect it. Throws `malformed` where the packet
  /// has no `rdf:RDF` element that ends, `unsupported` for a directory of an unknown form, or one whose primary is padded.
  package mutating func addGainMapClaim(byteCount: Int) throws(AuxError) {
    // One claim alone: that of a gain map that another program left out would count as well.
    try removeGainMapClaim()
    // One prefix for each namespace, that of the packet: XMP toolkits refuse two.
    func prefix(_ namespace: String, _ usual: String) -> String { prefixes(of: namespace).first ?? usual }
    let container = prefix(Self.containerNamespace, "Container")
    let item = prefix(Self.itemNamespace, "Item")
    let gainMap = prefix(GainMapMetadata.namespace, "hdrgm")
    let names = "xmlns:\(container)=\"\(Self.containerNamespace)\" xmlns:\(item)=\"\(Self.itemNamespace)\""
    let version = "xmlns:\(gainMap)=\"\(GainMapMetadata.namespace)\" \(gainMap):Version=\"1.0\""
    func listed(_ semantic: String, _ more: String = "") -> String {
      """
      <rdf:li rdf:parseType="Resource"><\(container):Item \(names) \(item):Semantic="\(semantic)" \
      \(item):Mime="image/jpeg"\(more)/></rdf:li>
      """
    }
    let new = listed("GainMap", " \(item):Length=\"\(byteCount)\"")
    guard let directory = element("\(container):Directory", in: bytes.indices) else {
      try add(
        description: """
          <rdf:Description rdf:about="" \(names) \(version)><\(container):Directory><rdf:Seq>\(listed("Primary"))\
          \(new)</rdf:Seq></\(container):Directory></rdf:Description>

          """)
      return
    }
    let tag = "<rdf:Description"
    guard let primary = elements("rdf:li", in: directory).first,
      !String(decoding: bytes[primary], as: UTF8.self).contains("Padding"),
      let description = elements("rdf:Description", in: bytes.indices).first(where: {
        $0.lowerBound < directory.lowerBound && directory.upperBound < $0.upperBound
      })
    else {
      throw AuxError(
        .unsupported, "the primary's XMP lists what follows in a form that no gain map is added to",
        place: "XMP")
    }
    bytes.insert(contentsOf: Array(new.utf8), at: primary.upperBound)
    bytes.insert(contentsOf: Array(" \(version)".utf8), at: description.lowerBound + tag.utf8.count)
  }

  /// Takes items of these meanings out of the directory, and a directory that lists nothing but the primary then; returns whether
  /// there were any.
  private mutating func removeDirectoryItems(named semantics: [String]) -> Bool {
    var found = false
    for prefix in prefixes(of: Self.containerNamespace) {
      guard let directory = element("\(prefix):Directory", in: bytes.indices) else { continue }
      let items = elements("rdf:li", in: directory)
      let gone = items.filter { item in semantics.contains { self.item(item, means: $0) } }
      guard !gone.isEmpty else { continue }
      found = true
      if items.count - gone.count <= 1 {
        bytes.removeSubrange(directory)
      } else {
        for item in gone.reversed() { bytes.removeSubrange(item) }
      }
    }
    return found
  }

  /// Takes items of these meanings out of the directory; returns whether there were any.
  ///
  /// Throws `unsupported` where the directory is spelled in a way that is not known, so that some would stay.
  mutating func removeItems(named semantics: [String]) throws(AuxError) -> Bool {
    let found = removeDirectoryItems(named: semantics)
    let rest = String(decoding: bytes, as: UTF8.self)
    let isLeft = prefixes(of: Self.containerNamespace).contains { prefix in
      rest.contains("\(prefix):Directory")
        && semantics.contains { rest.contains("\"\($0)\"") || rest.contains(">\($0)<") }
    }
    guard !isLeft else {
      throw AuxError(
        .unsupported, "the primary's XMP lists what is to go in a form that is not known", place: "XMP")
    }
    return found
  }

  private func item(_ range: Range<Int>, means semantic: String) -> Bool {
    let text = String(decoding: bytes[range], as: UTF8.self)
    return text.contains("\"\(semantic)\"") || text.contains("'\(semantic)'")
      || text.contains(">\(semantic)<")
  }
}
