/// The values of one packet in XMP's data model: properties, and the values in them.
///
/// Source: ISO 16684-1, 6. Nodes are known by their positions.
struct XMPTree {
  /// What a value is.
  enum Form {
    case simple, structure, bag, seq, alt
    /// Alternatives that each have a language.
    case languages

    var isArray: Bool { self != .simple && self != .structure }
  }

  /// A value with its name; items of arrays have the name of `rdf:li`.
  struct Node {
    var name: Int
    var form = Form.simple
    var text = ""
    var children: [Int] = []
    /// The qualifiers of the value, its language first.
    var qualifiers: [Int] = []
    /// The child that is `rdf:value`, which is not among the others: this is that value, and they are its qualifiers.
    var value: Int?
  }

  private struct Key: Hashable {
    var parent: Int
    var name: Int
  }

  var names = XMPNames.initial
  var nodes: [Node] = []
  /// The properties of each namespace, in the order in which the packet comes to them.
  private(set) var schemas: [(namespace: Int, properties: [Int])] = []
  private var schemaNumbers: [Int: Int] = [:]
  private var seen: Set<Key> = []

  /// Adds a property, or with a `parent` a value in it, and returns its position.
  ///
  /// Throws `malformed` for a name without a namespace, one that is there already, and terms of RDF in a wrong place.
  mutating func add(
    _ name: Int, to parent: Int?, text: String = "", at offset: Int
  ) throws(AuxError) -> Int {
    let namespace = names[name].namespace
    guard namespace >= 0 else {
      throw XMLScanner.malformed(
        "the name \(names[name].local.debugDescription) has no namespace", at: offset)
    }
    let term = XMPNames.Term(rawValue: name)
    let form = parent.map { nodes[$0].form }
    guard term != .li || form?.isArray == true, term != .value || form == .structure else {
      throw XMLScanner.malformed("\(names.spelling(of: name)) in a wrong place", at: offset)
    }
    guard term == .li || seen.insert(Key(parent: parent ?? -1, name: name)).inserted else {
      throw XMLScanner.malformed("\(names.spelling(of: name)) is there twice", at: offset)
    }
    nodes.append(Node(name: name, text: text))
    let node = nodes.count - 1
    if let parent {
      if term == .value { nodes[parent].value = node } else { nodes[parent].children.append(node) }
    } else {
      if schemaNumbers[namespace] == nil {
        schemaNumbers[namespace] = schemas.count
        schemas.append((namespace, []))
      }
      schemas[schemaNumbers[namespace] ?? 0].properties.append(node)
    }
    return node
  }

  mutating func qualify(_ node: Int, _ name: Int, text: String, at offset: Int) throws(AuxError) {
    guard names[name].namespace >= 0 else {
      throw XMLScanner.malformed(
        "the name \(names[name].local.debugDescription) has no namespace", at: offset)
    }
    nodes.append(Node(name: name, text: name == XMPNames.Term.lang.rawValue ? Self.language(text) : text))
    qualify(node, with: nodes.count - 1)
  }

  /// Puts a qualifier where it belongs: the language first, then the type.
  private mutating func qualify(_ node: Int, with qualifier: Int) {
    switch XMPNames.Term(rawValue: nodes[qualifier].name) {
    case .lang: nodes[node].qualifiers.insert(qualifier, at: 0)
    case .type: nodes[node].qualifiers.insert(qualifier, at: language(of: node) == nil ? 0 : 1)
    default: nodes[node].qualifiers.append(qualifier)
    }
  }

  func language(of node: Int) -> String? {
    guard let first = nodes[node].qualifiers.first, nodes[first].name == XMPNames.Term.lang.rawValue else {
      return nil
    }
    return nodes[first].text
  }

  /// Ends a value that was read completely: makes `rdf:value` the value itself, and distinguishes alternatives of languages
  /// from others.
  mutating func finish(_ node: Int, at offset: Int) throws(AuxError) {
    if let value = nodes[node].value {
      let said = nodes[node].children
      let names = Set(said.map { nodes[$0].name })
      let known = nodes[value].qualifiers
      let isTwice =
        known.contains { names.contains(nodes[$0].name) }
        || language(of: value) != nil && language(of: node) != nil
      guard !isTwice else { throw XMLScanner.malformed("a qualifier is there twice", at: offset) }
      nodes[node].form = nodes[value].form
      nodes[node].text = nodes[value].text
      nodes[node].children = nodes[value].children
      nodes[node].value = nil
      for qualifier in known {
        if language(of: value) != nil, qualifier == known.first {
          nodes[node].qualifiers.insert(qualifier, at: 0)
        } else {
          nodes[node].qualifiers.append(qualifier)
        }
      }
      nodes[node].qualifiers += said
    } else if nodes[node].form == .alt, !nodes[node].children.isEmpty,
      nodes[node].children.allSatisfy({ nodes[$0].form == .simple && language(of: $0) != nil })
    {
      nodes[node].form = .languages
      // The default changes places with the first.
      if let usual = nodes[node].children.firstIndex(where: { language(of: $0) == "x-default" }) {
        nodes[node].children.swapAt(0, usual)
      }
    }
  }

  /// Returns the code of a language in the usual letters: a region in capitals, the rest small.
  ///
  /// Source: RFC 3066, 2.1 and 2.3.
  private static func language(_ code: String) -> String {
    let parts = code.split(separator: "-", omittingEmptySubsequences: false)
    return parts.enumerated().map { number, part in
      number == 1 && part.utf8.count == 2 ? part.uppercased() : part.lowercased()
    }.joined(separator: "-")
  }
}
