/// What the elements and attributes of RDF say of properties. Source: RDF 1.1 XML Syntax, 7.2; ISO 16684-1, 7.
extension XMPReader {
  /// Returns what an element is, and takes what its attributes say.
  mutating func role(
    _ name: Int, _ attributes: [Attribute], at offset: Int
  ) throws(AuxError) -> Role {
    let term = Term(rawValue: name)
    switch open.last?.role {
    case nil, .other:
      guard term == .RDF, !hasRDF else { return .other }
      hasRDF = true
      guard attributes.isEmpty else { throw XMLScanner.malformed("rdf:RDF with attributes", at: offset) }
      return .root
    case .root:
      guard term == .Description else {
        throw XMLScanner.malformed("what is not rdf:Description in rdf:RDF", at: offset)
      }
      try describe(nil, attributes)
      return .node(of: nil)
    case .node(of: let parent): return try property(name, of: parent, attributes, at: offset)
    case .structure(let parent): return try property(name, of: parent, attributes, at: offset)
    case .property(let node):
      guard Self.isSpace(text) else { throw XMLScanner.malformed("text beside an element", at: offset) }
      text = ""
      try begin(node, as: name, attributes, at: offset)
      open[open.count - 1].role = .resource(node, isRead: false)
      return .node(of: node)
    case .resource, .literal, .empty:
      throw XMLScanner.malformed("an element in a property that cannot hold it", at: offset)
    }
  }

  /// Begins the value of a property by the element in it: a description, an array, or a type.
  private mutating func begin(
    _ node: Int, as name: Int, _ attributes: [Attribute], at offset: Int
  ) throws(AuxError) {
    let term = Term(rawValue: name)
    switch term {
    case .Bag: tree.nodes[node].form = .bag
    case .Seq: tree.nodes[node].form = .seq
    case .Alt: tree.nodes[node].form = .alt
    default:
      let type = tree.names[name]
      guard type.namespace >= 0, term == .Description || term?.isReserved != true, term != .li else {
        throw XMLScanner.malformed("an element that is no value", at: offset)
      }
      tree.nodes[node].form = .structure
      if term != .Description {
        let uri = tree.names.namespaces[type.namespace].uri
        try tree.qualify(node, Term.type.rawValue, text: "\(uri):\(type.local)", at: offset)
      }
    }
    try describe(node, attributes)
  }

  /// Takes the attributes of a description: properties of the resource, or of a value.
  private mutating func describe(_ node: Int?, _ attributes: [Attribute]) throws(AuxError) {
    var identity: Attribute?
    for attribute in attributes {
      switch identifying(attribute) {
      case .ID?, .nodeID?, .about?:
        guard identity == nil else {
          throw XMLScanner.malformed("two of rdf:about, rdf:ID and rdf:nodeID", at: attribute.offset)
        }
        identity = attribute
        guard node == nil, identifying(attribute) == .about, !attribute.text.isEmpty else { continue }
        guard subject.isEmpty || subject == attribute.text else {
          throw XMLScanner.malformed("descriptions of several resources", at: attribute.offset)
        }
        subject = attribute.text
      case let term? where term.isReserved || term == .li:
        throw XMLScanner.malformed("a term of RDF in a wrong place", at: attribute.offset)
      default: _ = try tree.add(attribute.name, to: node, text: attribute.text, at: attribute.offset)
      }
    }
  }

  /// Returns the term that an attribute of a description is; old writers left out the prefix of two.
  private func identifying(_ attribute: Attribute) -> Term? {
    let name = tree.names[attribute.name]
    if name.namespace < 0, name.local == "about" { return .about }
    if name.namespace < 0, name.local == "ID" { return .ID }
    return Term(rawValue: attribute.name)
  }

  /// Returns what a property is: the first attribute that is neither language nor identity decides.
  private mutating func property(
    _ name: Int, of parent: Int?, _ attributes: [Attribute], at offset: Int
  ) throws(AuxError) -> Role {
    guard Term(rawValue: name)?.isReserved != true else {
      throw XMLScanner.malformed("a term of RDF for a property", at: offset)
    }
    let node = try tree.add(name, to: parent, at: offset)
    let deciding = attributes.first { $0.name != Term.lang.rawValue && $0.name != Term.ID.rawValue }
    var allowed: Term?
    var role = Role.property(node)
    switch deciding.map({ Term(rawValue: $0.name) }) {
    case nil: break
    case .datatype??: (allowed, role) = (.datatype, .literal(node))
    case .parseType??:
      guard deciding?.text == "Resource" else {
        throw XMLScanner.malformed("an rdf:parseType other than Resource", at: offset)
      }
      tree.nodes[node].form = .structure
      (allowed, role) = (.parseType, .structure(node))
    default:
      try fill(node, attributes)
      return .empty
    }
    for attribute in attributes
    where attribute.name != Term.ID.rawValue && attribute.name != allowed?.rawValue {
      guard attribute.name == Term.lang.rawValue else {
        throw XMLScanner.malformed("an attribute that does not go with others", at: attribute.offset)
      }
      try tree.qualify(node, attribute.name, text: attribute.text, at: attribute.offset)
    }
    return role
  }

  /// Makes a value of attributes: that of `rdf:value` or `rdf:resource` with qualifiers, or a structure.
  private mutating func fill(_ node: Int, _ attributes: [Attribute]) throws(AuxError) {
    let terms = attributes.map { Term(rawValue: $0.name) }
    for (term, attribute) in zip(terms, attributes) {
      guard let term, term.isReserved || term == .li else { continue }
      guard term == .ID || term == .nodeID || term == .resource else {
        throw XMLScanner.malformed("a term of RDF in a wrong place", at: attribute.offset)
      }
    }
    let value = terms.firstIndex(of: .value) ?? terms.firstIndex(of: .resource)
    let hasBoth = terms.contains(.resource) && (terms.contains(.value) || terms.contains(.nodeID))
    guard !hasBoth else {
      throw XMLScanner.malformed("rdf:resource beside another value", at: attributes[value ?? 0].offset)
    }
    let isStructure =
      value == nil && terms.contains { $0 != .lang && $0 != .ID && $0 != .nodeID }
    if isStructure { tree.nodes[node].form = .structure }
    if let value { tree.nodes[node].text = attributes[value].text }
    for (number, attribute) in attributes.enumerated() where number != value {
      switch terms[number] {
      case .ID?, .nodeID?: break
      case .lang?: try tree.qualify(node, attribute.name, text: attribute.text, at: attribute.offset)
      default:
        if isStructure {
          _ = try tree.add(attribute.name, to: node, text: attribute.text, at: attribute.offset)
        } else {
          try tree.qualify(node, attribute.name, text: attribute.text, at: attribute.offset)
        }
      }
    }
  }
}
