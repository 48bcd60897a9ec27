/// Where the descriptions of an XMP packet and their properties are, for edits that change nothing else.
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
  private(set) var properties: [Property] = []

  private let bytes: [UInt8]
  /// How many elements are open, and how many were when `rdf:RDF` began.
  private var depth = 0
  private var rdfDepth: Int?
  /// The declarations of the elements around descriptions, and of the one that begins.
  private var outer: [String] = []
  private var own: [String] = []
  private var start = 0

  /// Looks through a packet; nil where it is not of the usual form.
  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    var scanner = XMLScanner(bytes)
    while let token = try? scanner.next() {
      switch token {
      case .open(let name):
        depth += 1
        guard open(String(decoding: bytes[name], as: UTF8.self), at: scanner.range.lowerBound) else {
          return nil
        }
      case .attribute(let name, _): take(String(decoding: bytes[name], as: UTF8.self), at: scanner.range)
      case .endOfTag(let isEmpty):
        if level == 1 { declare() }
        // One without content has no place for descriptions.
        if isEmpty, level == 0 { return nil }
        if isEmpty { close(at: scanner.range.upperBound) }
      case .close:
        if level == 0 { return }
        close(at: scanner.range.upperBound)
      case .documentType: return nil
      case .text, .cdata, .comment, .instruction: break
      }
    }
    return nil
  }

  /// How deep the element that is open is in `rdf:RDF`: 1 is a description, 2 a property; nil outside.
  private var level: Int? { rdfDepth.map { depth - $0 } }

  private mutating func open(_ name: String, at position: Int) -> Bool {
    switch level {
    case nil where name == "rdf:RDF": rdfDepth = depth
    case 1:
      guard name == "rdf:Description" else { return false }
      subjects.append("")
      own = []
    case 2: start = position
    default: break
    }
    return true
  }

  private mutating func take(_ name: String, at range: Range<Int>) {
    let text = String(decoding: bytes[range], as: UTF8.self)
    switch level {
    case nil, 0: if name.hasPrefix("xmlns") { outer.append(text) }
    case 1:
      if name.hasPrefix("xmlns") {
        own.append(text)
      } else if name == "rdf:about" {
        subjects[subjects.count - 1] = text
      } else {
        properties.append(Property(range: range, isAttribute: true, description: subjects.count - 1))
      }
    default: break
    }
  }

  /// Ends the declarations of a description, which may bind a prefix anew.
  private mutating func declare() {
    let names = Set(own.map { $0.prefix { $0 != "=" } })
    let kept = outer.filter { !names.contains($0.prefix { $0 != "=" }) }
    declarations.append((kept + own).joined(separator: " "))
  }

  private mutating func close(at end: Int) {
    if level == 2 {
      properties.append(Property(range: start..<end, isAttribute: false, description: subjects.count - 1))
    }
    depth -= 1
  }
}

/// A binding of a prefix to a namespace as an XMP packet spells it.
package struct XMPDeclaration: Hashable, Sendable {
  /// The prefix; empty for the namespace of elements without one.
  package let prefix: String
  /// The URI of the namespace, its references resolved.
  package let namespace: String
}

/// The declarations of a packet in their order, up to the first invalid XML: the packet may not be well-formed.
package struct XMPDeclarations: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var scanner: XMLScanner

  /// Creates the list of a packet's declarations, or of those in its first bytes.
  package init(in packet: [UInt8], most: Int = .max) {
    bytes = packet
    scanner = XMLScanner(packet, in: 0..<Swift.min(most, packet.count))
  }

  package mutating func next() -> XMPDeclaration? {
    while let token = try? scanner.next() {
      guard case .attribute(let name, let value) = token else { continue }
      let spelled = bytes[name]
      guard spelled.starts(with: "xmlns".utf8),
        spelled.count == 5 || spelled.dropFirst(5).first == UInt8(ascii: ":"),
        let namespace = try? XMLText.decoded(bytes, value, in: .attribute)
      else { continue }
      return XMPDeclaration(
        prefix: String(decoding: spelled.dropFirst(6), as: UTF8.self), namespace: namespace)
    }
    return nil
  }
}
