/// Reads XMP packets: XML and the RDF in it, in one pass over its bytes, without recursion.
///
/// Source: XML 1.0; Namespaces in XML 1.0; RDF 1.1 XML Syntax, 7.2; ISO 16684-1, 7. What becomes of packets that these do
/// not foresee is in Specs/xmp.md, "Reading".
package struct XMPReader {
  /// What an element is, by where it is.
  enum Role {
    /// Around RDF, or beside it.
    case other
    /// `rdf:RDF`, which holds descriptions.
    case root
    /// A description, an array or a type: what holds properties of a value, or of the resource.
    case node(of: Int?)
    /// A property whose content decides what it is.
    case property(Int)
    /// A property that holds text alone.
    case literal(Int)
    case empty
    /// A property that holds one description, array or type, and whether that was read.
    case resource(Int, isRead: Bool)
    /// A property that holds those of a structure.
    case structure(Int)
  }

  struct Element {
    var name: Range<Int>
    var role: Role
    /// The bindings of namespaces that hold after it.
    var bindingCount: Int
  }

  struct Attribute {
    var name: Int
    var text: String
    var offset: Int
  }

  /// The most elements in one another, and the most tags, other pieces and attributes. Real packets have ten in one
  /// another, and some thousands.
  private static let mostLevels = 1000
  private static let mostParts = 100_000

  typealias Term = XMPNames.Term

  private let bytes: [UInt8]
  private var scanner: XMLScanner
  var tree = XMPTree()
  var open: [Element] = []
  private var hasDocument = false
  var hasRDF = false
  var subject = ""
  var text = ""
  private var partCount = 0

  /// Returns the properties of a packet, with or without its wrapper.
  ///
  /// Throws `malformed` for invalid XML, or RDF of another form than XMP's, `limitExceeded` for more of it than any real
  /// packet has.
  package static func properties(of packet: [UInt8]) throws(AuxError) -> [XMPProperty] {
    var reader = XMPReader(try XMLText.utf8(packet))
    try reader.read()
    try reader.tree.repair(subject: reader.subject)
    return try reader.tree.properties(mostBytes: packet.count)
  }

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    scanner = XMLScanner(bytes)
  }

  private mutating func read() throws(AuxError) {
    try XMLText.check(bytes)
    while let token = try scanner.next() {
      switch token {
      case .open(let name): try start(name)
      case .close(let name):
        guard let element = open.last, bytes[element.name] == bytes[name] else {
          throw XMLScanner.malformed(
            "an end tag of an element that is not open", at: scanner.range.lowerBound)
        }
        try count()
        try end()
      case .text(let range): try take(range, in: .content)
      case .cdata(let range):
        try count()
        try take(range, in: .cdata)
      case .comment: try count()
      case .instruction(let range): try instruct(range)
      case .documentType:
        throw XMLScanner.malformed("a document type, which XMP does not have", at: scanner.range.lowerBound)
      case .attribute, .endOfTag: break
      }
    }
    guard open.isEmpty, hasDocument else {
      throw XMLScanner.malformed("an element that does not end", at: bytes.count)
    }
  }

  private mutating func count() throws(AuxError) {
    partCount += 1
    guard partCount <= Self.mostParts else { throw XMPNames.tooManyParts }
  }

  private mutating func instruct(_ range: Range<Int>) throws(AuxError) {
    try count()
    let target = bytes[range].prefix { !XMLScanner.isSpace($0) }
    guard String(decoding: target, as: UTF8.self).lowercased() == "xml" else { return }
    guard scanner.range.lowerBound == 0 else {
      throw XMLScanner.malformed("an XML declaration after the beginning", at: range.lowerBound)
    }
    let text = String(decoding: bytes[range], as: UTF8.self).lowercased()
    // UTF-16 was converted.
    let isKnown = ["utf-8", "utf-16", "us-ascii"].contains {
      text.contains("\"\($0)\"") || text.contains("'\($0)'")
    }
    guard isKnown || !text.contains("encoding") || bytes.allSatisfy({ $0 < 0x80 }) else {
      throw XMLScanner.malformed("an encoding other than UTF-8 and UTF-16", at: range.lowerBound)
    }
  }

  // MARK: Text

  private mutating func take(_ range: Range<Int>, in place: XMLText.Place) throws(AuxError) {
    guard let element = open.last else {
      guard place == .content, bytes[range].allSatisfy(XMLScanner.isSpace) else { throw unexpectedText }
      return
    }
    let piece = try XMLText.decoded(bytes, range, in: place)
    switch element.role {
    case .other: break
    case .property, .literal: text = text.isEmpty ? piece : text + piece
    default: guard Self.isSpace(piece) else { throw unexpectedText }
    }
  }

  private var unexpectedText: AuxError {
    XMLScanner.malformed("text where there can be none", at: scanner.range.lowerBound)
  }

  static func isSpace(_ text: String) -> Bool { text.utf8.allSatisfy(XMLScanner.isSpace) }

  // MARK: Tags

  /// Reads a start tag, whose name is read, to its end.
  private mutating func start(_ spelled: Range<Int>) throws(AuxError) {
    guard !open.isEmpty || !hasDocument else {
      throw XMLScanner.malformed("a second element after the document", at: spelled.lowerBound)
    }
    guard open.count < Self.mostLevels else {
      throw AuxError(.limitExceeded, "the packet has more than \(Self.mostLevels) elements in one another")
    }
    hasDocument = true
    try count()
    let bindingCount = tree.names.bindingCount
    var pieces: [(name: Range<Int>, value: Range<Int>)] = []
    var isEmpty = false
    loop: while let token = try scanner.next() {
      switch token {
      case .attribute(let name, let value):
        try count()
        pieces.append((name, value))
      case .endOfTag(let isAll):
        isEmpty = isAll
        break loop
      default: break loop
      }
    }
    let attributes = try attributes(pieces)
    let name = try tree.names.number(ofElement: bytes[spelled])
    let role = try role(name, attributes, at: spelled.lowerBound)
    open.append(Element(name: spelled, role: role, bindingCount: bindingCount))
    if isEmpty { try end() }
  }

  /// Binds what the attributes of a tag declare, and returns the others.
  private mutating func attributes(
    _ pieces: [(name: Range<Int>, value: Range<Int>)]
  ) throws(AuxError) -> [Attribute] {
    var seen: Set<Int> = []
    var others: [(name: Range<Int>, text: String)] = []
    for piece in pieces {
      let text = try XMLText.decoded(bytes, piece.value, in: .attribute)
      guard let (prefix, number) = try tree.names.declaration(bytes[piece.name]) else {
        others.append((piece.name, text))
        continue
      }
      guard seen.insert(number).inserted else { throw Self.twice(piece.name) }
      try tree.names.bind(prefix, to: text, at: piece.name.lowerBound)
    }
    var attributes: [Attribute] = []
    for other in others {
      let number = try tree.names.number(of: bytes[other.name], isAttribute: true)
      guard seen.insert(number).inserted else { throw Self.twice(other.name) }
      attributes.append(Attribute(name: number, text: other.text, offset: other.name.lowerBound))
    }
    return attributes
  }

  private static func twice(_ name: Range<Int>) -> AuxError {
    XMLScanner.malformed("an attribute is there twice", at: name.lowerBound)
  }

  private mutating func end() throws(AuxError) {
    guard let element = open.popLast() else { return }
    tree.names.unbind(to: element.bindingCount)
    let offset = element.name.lowerBound
    switch element.role {
    case .property(let node), .literal(let node):
      tree.nodes[node].text = text
      text = ""
    case .structure(let node): try tree.finish(node, at: offset)
    case .node(of: let node?):
      try tree.finish(node, at: offset)
      open[open.count - 1].role = .resource(node, isRead: true)
    case .resource, .node, .empty, .root, .other: break
    }
  }
}
