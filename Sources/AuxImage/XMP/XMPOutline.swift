/// Where the descriptions of an XMP packet and their properties stand, found without a parser.
///
/// Source: XML 1.0; XMP specification part 1, 7.4.
struct XMPOutline {
  /// A piece of the packet: a property, which an element or an attribute of a description states.
  struct Property {
    /// The bytes, of an attribute without the white space before it.
    var range: Range<Int>
    /// Whether it is an attribute.
    var isAttribute: Bool
    /// The number of its description.
    var description: Int
  }

  /// The declarations of namespaces, by description, those of the elements around it included; as attributes.
  private(set) var declarations: [String] = []
  /// The attribute that says what each description is about; empty where it has none.
  private(set) var subjects: [String] = []
  /// All properties.
  private(set) var properties: [Property] = []
  /// What stands between the tags of `rdf:RDF`.
  private(set) var content: Range<Int> = 0..<0

  private struct Tag {
    var name: String
    var range: Range<Int>
    var isEnd: Bool
    var isEmpty: Bool
  }

  /// Looks through a packet; nil where it is not of the usual form.
  init?(_ bytes: [UInt8]) {
    var position = 0
    var depth = 0
    var rdfDepth: Int?
    var outer: [String] = []
    var propertyStart: Int?
    while let tag = Self.tag(in: bytes, from: &position) {
      if !tag.isEnd { depth += 1 }
      let level = rdfDepth.map { depth - $0 }
      let closes = tag.isEnd || tag.isEmpty
      switch level {
      case nil where !tag.isEnd:
        outer += Self.attributes(of: tag, in: bytes).filter { $0.name.hasPrefix("xmlns") }.map(\.text)
        if tag.name == "rdf:RDF" {
          guard !tag.isEmpty else { return nil }
          rdfDepth = depth
          content = tag.range.upperBound..<tag.range.upperBound
        }
      case 0 where tag.isEnd:
        content = content.lowerBound..<tag.range.lowerBound
        return
      case 1 where !tag.isEnd:
        guard tag.name == "rdf:Description" else { return nil }
        open(tag, outer, bytes)
      case 2:
        if !tag.isEnd { propertyStart = tag.range.lowerBound }
        if closes, let start = propertyStart {
          properties.append(
            Property(
              range: start..<tag.range.upperBound, isAttribute: false, description: subjects.count - 1))
        }
      default: break
      }
      if closes { depth -= 1 }
    }
    return nil
  }

  private mutating func open(_ tag: Tag, _ outer: [String], _ bytes: [UInt8]) {
    var own: [String] = []
    var about = ""
    for attribute in Self.attributes(of: tag, in: bytes) {
      if attribute.name.hasPrefix("xmlns") {
        own.append(attribute.text)
      } else if attribute.name == "rdf:about" {
        about = attribute.text
      } else {
        properties.append(
          Property(range: attribute.range, isAttribute: true, description: subjects.count))
      }
    }
    // A description may bind a prefix anew.
    let names = Set(own.map { $0.prefix { $0 != "=" } })
    let kept = outer.filter { !names.contains($0.prefix { $0 != "=" }) }
    declarations.append((kept + own).joined(separator: " "))
    subjects.append(about)
  }

  /// Returns the next tag from `position` on, which it leaves after it; comments and instructions are passed over.
  private static func tag(in bytes: [UInt8], from position: inout Int) -> Tag? {
    while let open = bytes[position...].firstIndex(of: UInt8(ascii: "<")), open + 1 < bytes.count {
      let rest = bytes[(open + 1)...]
      let special: [(begin: String, end: String)] = [("!--", "-->"), ("![CDATA[", "]]>"), ("?", "?>")]
      if let form = special.first(where: { rest.starts(with: $0.begin.utf8) }) {
        guard let end = rest.firstRange(of: Array(form.end.utf8)) else { return nil }
        position = end.upperBound
        continue
      }
      let isEnd = rest.first == UInt8(ascii: "/")
      let name = rest.dropFirst(isEnd ? 1 : 0).prefix { !XMPEdit.endsName($0) }
      var quote: UInt8?
      guard
        let close = rest.firstIndex(where: { byte in
          if let open = quote {
            if byte == open { quote = nil }
            return false
          }
          if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { quote = byte }
          return byte == UInt8(ascii: ">")
        })
      else { return nil }
      position = close + 1
      return Tag(
        name: String(decoding: name, as: UTF8.self), range: open..<position, isEnd: isEnd,
        isEmpty: !isEnd && bytes[close - 1] == UInt8(ascii: "/"))
    }
    return nil
  }

  private static func attributes(
    of tag: Tag, in bytes: [UInt8]
  ) -> [(name: String, text: String, range: Range<Int>)] {
    var found: [(name: String, text: String, range: Range<Int>)] = []
    var position = tag.range.lowerBound + 1 + tag.name.utf8.count
    while let start = bytes[position..<tag.range.upperBound].firstIndex(where: { !XMPEdit.isSpace($0) }) {
      let name = bytes[start..<tag.range.upperBound].prefix { !XMPEdit.endsName($0) }
      let text = bytes[name.endIndex..<tag.range.upperBound]
      guard !name.isEmpty,
        let open = text.firstIndex(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }),
        let close = text[(open + 1)...].firstIndex(of: bytes[open])
      else { return found }
      position = close + 1
      found.append(
        (
          String(decoding: name, as: UTF8.self), String(decoding: bytes[start..<position], as: UTF8.self),
          start..<position
        ))
    }
    return found
  }
}
