extension XMPEdit {
  /// Adds the descriptions of another packet, as that of extended XMP; false where it is not of the usual form.
  package mutating func merge(_ other: [UInt8]) -> Bool {
    guard let outline = XMPOutline(other) else { return false }
    var text = ""
    for number in outline.subjects.indices {
      text += Self.description(outline, number, of: other) { _ in true } ?? ""
    }
    guard (try? add(description: text)) != nil else { return false }
    return true
  }

  /// Takes the longest properties out, until the packet has so many bytes at most; returns a packet of them.
  ///
  /// Nil, and the packet as it was, where it is not of the usual form or the rest would still be too long.
  package mutating func split(most: Int) -> [UInt8]? {
    guard let outline = XMPOutline(bytes) else { return nil }
    let order = outline.properties.indices.sorted {
      outline.properties[$0].range.count > outline.properties[$1].range.count
    }
    var moved: Set<Int> = []
    var count = bytes.count
    for index in order where count > most {
      moved.insert(index)
      count -= outline.properties[index].range.count
    }
    guard count <= most else { return nil }
    var extended = XMPEdit(isWrapped: false)
    for number in outline.subjects.indices {
      let text = Self.description(outline, number, of: bytes) { moved.contains($0) }
      if let text { try? extended.add(description: text) }
    }
    let ranges = moved.map { outline.properties[$0].range }.sorted { $0.lowerBound > $1.lowerBound }
    for range in ranges { bytes.removeSubrange(range) }
    return extended.bytes
  }

  /// Returns a description of the properties that are chosen by their numbers; nil where it would have none.
  private static func description(
    _ outline: XMPOutline, _ number: Int, of bytes: [UInt8], where isChosen: (Int) -> Bool
  ) -> String? {
    var attributes = ""
    var elements = ""
    for (index, property) in outline.properties.enumerated()
    where property.description == number && isChosen(index) {
      let text = String(decoding: bytes[property.range], as: UTF8.self)
      if property.isAttribute { attributes += " " + text } else { elements += text }
    }
    guard !attributes.isEmpty || !elements.isEmpty else { return nil }
    return """
      <rdf:Description \(outline.subjects[number]) \(outline.declarations[number])\(attributes)>\(elements)\
      </rdf:Description>

      """
  }
}
