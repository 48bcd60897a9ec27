/// The names of one packet, each by a number, and the namespaces that are bound where it is read.
///
/// Source: Namespaces in XML 1.0.
struct XMPNames {
  /// Names that have a meaning of their own; the raw value is the number of the name.
  enum Term: Int, CaseIterable {
    case RDF, ID, about, parseType, resource, nodeID, datatype
    case Description, li, aboutEach, aboutEachPrefix, bagID
    case value, type, Bag, Seq, Alt
    /// `xml:lang`; all before it are names of RDF.
    case lang

    /// How each is spelled. To have the case printed makes the runtime look for several protocols, which takes longer than a
    /// packet.
    var spelling: String {
      switch self {
      case .RDF: "RDF"
      case .ID: "ID"
      case .about: "about"
      case .parseType: "parseType"
      case .resource: "resource"
      case .nodeID: "nodeID"
      case .datatype: "datatype"
      case .Description: "Description"
      case .li: "li"
      case .aboutEach: "aboutEach"
      case .aboutEachPrefix: "aboutEachPrefix"
      case .bagID: "bagID"
      case .value: "value"
      case .type: "type"
      case .Bag: "Bag"
      case .Seq: "Seq"
      case .Alt: "Alt"
      case .lang: "lang"
      }
    }

    /// Whether it is a term of RDF that no property can have for its name.
    var isReserved: Bool { self.rawValue <= Self.Description.rawValue || isOld }
    /// Whether it is a term that RDF no longer has.
    var isOld: Bool { self == .aboutEach || self == .aboutEachPrefix || self == .bagID }
  }

  struct Name: Hashable {
    /// The number of the namespace; negative for a name without one, and for a declaration.
    var namespace: Int
    var local: String
  }

  /// The most namespaces of a packet, the bytes of all and of one of them, and the most different names.
  private static let mostNamespaces = 1000
  private static let mostBytes = 64 << 10
  private static let longestNamespace = 4096
  private static let mostNames = 2000
  /// What has no namespace, and what declares one.
  private static let (none, declaration) = (-1, -2)
  private static let xml = "http://www.w3.org/XML/1998/namespace"
  private static let xmlns = "http://www.w3.org/2000/xmlns/"

  /// The namespaces, each with its prefix in the properties that were read.
  private(set) var namespaces = [
    (uri: "http://www.w3.org/1999/02/22-rdf-syntax-ns#", prefix: "rdf"), (uri: xml, prefix: "xml"),
    (uri: "adobe:ns:meta/", prefix: "x"),
  ]
  private var namespaceNumbers: [String: Int] = [:]
  private var taken: Set<String> = []
  private var byteCount = 0
  private var names: [Name] = []
  private var numbers: [Name: Int] = [:]
  /// The namespaces that each prefix is bound to, the innermost last; nil where the default is taken away.
  private var scopes: [String: [Int?]] = ["xml": [1]]
  /// The prefixes in the order in which they were bound.
  private var bound: [String] = []
  /// The name of the last element and its number, while no binding changes: members of an array all have that of `rdf:li`.
  private var latest: (spelled: ArraySlice<UInt8>, number: Int)?

  /// The names that every packet begins with, made once.
  static let initial = XMPNames()

  private init() {
    for (number, namespace) in namespaces.enumerated() {
      namespaceNumbers[namespace.uri] = number
      taken.insert(namespace.prefix)
    }
    for term in Term.allCases {
      let name = Name(namespace: term == .lang ? 1 : 0, local: term.spelling)
      numbers[name] = names.count
      names.append(name)
    }
  }

  /// The number of bindings that hold.
  var bindingCount: Int { bound.count }

  /// Binds a prefix, empty for elements without one, to a namespace.
  ///
  /// Throws `malformed` for a reserved prefix or namespace, `limitExceeded` for too many namespaces or too long ones.
  mutating func bind(_ prefix: String, to uri: String, at offset: Int) throws(AuxError) {
    let isReserved =
      prefix == "xml" ? uri != Self.xml : prefix == "xmlns" || uri == Self.xml || uri == Self.xmlns
    guard !isReserved, !uri.isEmpty || prefix.isEmpty else {
      throw XMLScanner.malformed(
        "the prefix \(prefix.debugDescription) bound to what it cannot be", at: offset)
    }
    let number = uri.isEmpty ? nil : try namespace(uri, wishing: prefix)
    latest = nil
    scopes[prefix, default: []].append(number)
    bound.append(prefix)
  }

  /// Ends all bindings but the first so many.
  mutating func unbind(to count: Int) {
    guard bound.count > count else { return }
    latest = nil
    while bound.count > count { scopes[bound.removeLast()]?.removeLast() }
  }

  private mutating func namespace(_ uri: String, wishing prefix: String) throws(AuxError) -> Int {
    if let number = namespaceNumbers[uri] { return number }
    guard namespaces.count < Self.mostNamespaces else {
      throw AuxError(.limitExceeded, "the packet declares more than \(Self.mostNamespaces) namespaces")
    }
    guard uri.utf8.count <= Self.longestNamespace, prefix.utf8.count <= Self.longestNamespace else {
      throw AuxError(.limitExceeded, "a namespace of more than \(Self.longestNamespace) bytes")
    }
    byteCount += uri.utf8.count
    guard byteCount <= Self.mostBytes else {
      throw AuxError(.limitExceeded, "the packet declares namespaces of more than \(Self.mostBytes) bytes")
    }
    let prefix = XMPProperty.prefix(prefix, besides: taken)
    taken.insert(prefix)
    namespaces.append((uri, prefix))
    namespaceNumbers[uri] = namespaces.count - 1
    return namespaces.count - 1
  }

  /// Returns the number of the name of an element; throws as ``number(of:isAttribute:)``.
  mutating func number(ofElement spelled: ArraySlice<UInt8>) throws(AuxError) -> Int {
    if let latest, latest.spelled == spelled { return latest.number }
    let number = try number(of: spelled, isAttribute: false)
    latest = (spelled, number)
    return number
  }

  /// Returns the number of a name as a tag spells it; an attribute without a prefix has no namespace.
  ///
  /// Throws `malformed` for an unbound prefix and an invalid name, `limitExceeded` for too many names.
  mutating func number(
    of spelled: ArraySlice<UInt8>, isAttribute: Bool
  ) throws(AuxError) -> Int {
    let colon = spelled.firstIndex(of: UInt8(ascii: ":"))
    let first = spelled[..<(colon ?? spelled.endIndex)]
    let last = colon.map { spelled[($0 + 1)...] } ?? first
    // A second colon is no letter of a name.
    guard Self.isName(last), colon == nil || Self.isName(first) else {
      throw XMLScanner.malformed("what is no name", at: spelled.startIndex)
    }
    let local = String(decoding: last, as: UTF8.self)
    guard colon != nil || !isAttribute else {
      return try number(of: Name(namespace: Self.none, local: local))
    }
    let prefix = colon == nil ? "" : String(decoding: first, as: UTF8.self)
    let scope = scopes[prefix]?.last
    guard scope != nil || prefix.isEmpty else {
      throw XMLScanner.malformed("the prefix \(prefix.debugDescription) is not bound", at: spelled.startIndex)
    }
    return try number(of: Name(namespace: (scope ?? nil) ?? Self.none, local: local))
  }

  /// Returns the prefix that an attribute binds, nil for another attribute, and the number of its name.
  mutating func declaration(_ spelled: ArraySlice<UInt8>) throws(AuxError) -> (prefix: String, number: Int)? {
    guard spelled.starts(with: "xmlns".utf8) else { return nil }
    let rest = spelled.dropFirst(5)
    guard rest.isEmpty || rest.first == UInt8(ascii: ":") && Self.isName(rest.dropFirst()) else { return nil }
    let prefix = String(decoding: rest.dropFirst(), as: UTF8.self)
    return (prefix, try number(of: Name(namespace: Self.declaration, local: prefix)))
  }

  /// Returns the number of a name, which gets one where it has none.
  mutating func number(of name: Name) throws(AuxError) -> Int {
    if let number = numbers[name] { return number }
    guard names.count < Self.mostNames else { throw Self.tooManyParts }
    numbers[name] = names.count
    names.append(name)
    return names.count - 1
  }

  /// Returns the number of a name in a namespace, declared or not.
  mutating func number(of local: String, in uri: String, wishing prefix: String) throws(AuxError) -> Int {
    try number(of: Name(namespace: try namespace(uri, wishing: prefix), local: local))
  }

  /// Returns the number of a namespace that the packet has; nil for others.
  func namespace(_ uri: String) -> Int? { namespaceNumbers[uri] }

  subscript(number: Int) -> Name { names[number] }

  func spelling(of number: Int) -> String {
    let name = names[number]
    return name.namespace < 0 ? name.local : "\(namespaces[name.namespace].prefix):\(name.local)"
  }

  static let tooManyParts = AuxError(
    .limitExceeded, "the packet has too many elements, attributes or names")

  /// Whether bytes are a name without a colon; characters beyond ASCII all count as letters.
  private static func isName(_ bytes: ArraySlice<UInt8>) -> Bool {
    func isLetter(_ byte: UInt8) -> Bool {
      byte >= 0x80 || byte == UInt8(ascii: "_")
        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
    guard let first = bytes.first, isLetter(first) else { return false }
    return bytes.allSatisfy { byte in
      isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
        || byte == UInt8(ascii: ".")
    }
  }
}
