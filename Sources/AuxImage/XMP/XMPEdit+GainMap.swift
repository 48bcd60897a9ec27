extension XMPEdit {
  /// The namespace of GContainer, and that of its items.
  package static let containerNamespace = "http://ns.google.com/photos/1.0/container/"
  private static let itemNamespace = "http://ns.google.com/photos/1.0/container/item/"

  /// Whether the packet says that a gain map follows the primary.
  package var announcesGainMap: Bool { mentions(GainMapMetadata.namespace) }

  /// Takes out what says that a gain map follows: the `hdrgm` properties, and the item of the GContainer directory.
  ///
  /// A directory that lists nothing but the primary then goes as a whole. Throws `unsupported` where the packet spells
  /// this in another way than those that are known, so that a claim would stay. Source: Specs/gainmaps.md, "Ultra HDR".
  package mutating func removeGainMapClaim() throws(AuxError) {
    for prefix in prefixes(of: GainMapMetadata.namespace) { removeProperties(prefix) }
    for prefix in prefixes(of: Self.containerNamespace) {
      guard let directory = element("\(prefix):Directory", in: bytes.indices) else { continue }
      let items = elements("rdf:li", in: directory)
      let gainMaps = items.filter { isGainMapItem($0) }
      guard !gainMaps.isEmpty else { continue }
      if items.count - gainMaps.count <= 1 {
        bytes.removeSubrange(directory)
      } else {
        for item in gainMaps.reversed() { bytes.removeSubrange(item) }
      }
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

  /// Says that a gain map of that many bytes follows the primary, before all else that a directory lists.
  ///
  /// Throws `malformed` where the packet has no `rdf:RDF` element that ends, `unsupported` for a directory of an unknown
  /// form, or one whose primary is padded.
  package mutating func addGainMapClaim(byteCount: Int) throws(AuxError) {
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
    guard let primary = elements("rdf:li", in: directory).first,
      !String(decoding: bytes[primary], as: UTF8.self).contains("Padding")
    else {
      throw AuxError(
        .unsupported, "the primary's XMP lists what follows in a form that no gain map is added to",
        place: "XMP")
    }
    bytes.insert(contentsOf: Array(new.utf8), at: primary.upperBound)
    try add(description: "<rdf:Description rdf:about=\"\" \(version)/>\n")
  }

  private func isGainMapItem(_ range: Range<Int>) -> Bool {
    let text = String(decoding: bytes[range], as: UTF8.self)
    return text.contains("\"GainMap\"") || text.contains("'GainMap'") || text.contains(">GainMap<")
  }
}
