/// One top-level property of an XMP packet, with its value flattened to text.
///
/// Source: ISO 16684-1 (XMP data model). Nested structures keep the path syntax of the XMP toolkit in
/// ``name``, as in `Directory[1]/Item:Mime`.
public struct XMPProperty: Hashable, Sendable {
  /// The value of a property.
  public enum Value: Hashable, Sendable {
    /// A simple value.
    case text(String)
    /// An ordered array (`rdf:Seq`).
    case seq([String])
    /// An unordered array (`rdf:Bag`).
    case bag([String])
    /// A list of alternatives (`rdf:Alt`).
    case alt([String])
    /// A structure or an array of structures, whose members follow as properties of their own.
    case structure
  }

  /// The namespace URI.
  public var namespace: String
  /// The prefix that the packet uses for ``namespace``; where it uses one for several, they are told apart by numbers.
  public var prefix: String
  /// The local name, with a path after it for members of structures.
  public var name: String
  /// The value.
  public var value: Value

  /// Creates a property.
  public init(namespace: String, prefix: String, name: String, value: Value) {
    self.namespace = namespace
    self.prefix = prefix
    self.name = name
    self.value = value
  }

  /// Returns a prefix that is not taken: the one wished for where it is free, else one with a number after it.
  package static func prefix(_ wish: String, besides taken: Set<String>) -> String {
    let wish = wish.isEmpty ? "ns" : wish
    var prefix = wish
    var number = 1
    while taken.contains(prefix) {
      number += 1
      prefix = "\(wish)_\(number)"
    }
    return prefix
  }

  /// The text of a simple value, or of an array that has one member.
  public var text: String? {
    switch value {
    case .text(let text): text
    case .seq(let members), .bag(let members), .alt(let members): members.count == 1 ? members[0] : nil
    case .structure: nil
    }
  }

  /// The members of an array, or a simple value as an array of one.
  public var members: [String]? {
    switch value {
    case .text(let text): [text]
    case .seq(let members), .bag(let members), .alt(let members): members
    case .structure: nil
    }
  }
}
