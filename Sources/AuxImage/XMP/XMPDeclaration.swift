/// A binding of a prefix to a namespace as an XMP packet spells it.
package struct XMPDeclaration: Hashable, Sendable {
  /// The prefix; empty for the namespace of elements without one.
  package let prefix: String
  /// The URI of the namespace, its references resolved.
  package let namespace: String

  /// The namespaces of what every packet consists of: RDF, the wrapper and XML itself.
  package static let structural: Set<String> = [
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#", "adobe:ns:meta/", "http://www.w3.org/XML/1998/namespace",
  ]
}

/// The declarations of a packet in their order, found without parsing it: it may not be well-formed.
package struct XMPDeclarations: Sequence, IteratorProtocol {
  private static let mark = Array("xmlns".utf8)
  private static let space = Array(" \t\r\n".utf8)
  /// Longer ones are not taken for prefixes; the bound keeps the search linear.
  private static let longestPrefix = 256

  private var rest: ArraySlice<UInt8>

  /// Creates the list of what a packet declares.
  package init(in packet: ArraySlice<UInt8>) { rest = packet }

  /// Returns the next declaration, or nil at the end.
  package mutating func next() -> XMPDeclaration? {
    while let start = rest.firstIndex(of: Self.mark[0]) {
      rest = rest[start...]
      guard rest.starts(with: Self.mark) else {
        rest.removeFirst()
        continue
      }
      rest.removeFirst(Self.mark.count)
      if let (declaration, end) = Self.declaration(rest) {
        rest = rest[end...]
        return declaration
      }
    }
    return nil
  }

  /// Reads what follows `xmlns`; returns the declaration and where it ends, or nil where there is none.
  private static func declaration(_ text: ArraySlice<UInt8>) -> (XMPDeclaration, end: Int)? {
    var text = text
    var prefix: ArraySlice<UInt8> = []
    if text.first == UInt8(ascii: ":") {
      prefix = text.dropFirst().prefix(longestPrefix).prefix {
        !space.contains($0) && $0 != UInt8(ascii: "=")
      }
      text = text.dropFirst(1 + prefix.count)
    }
    text = text.drop(while: space.contains)
    guard text.popFirst() == UInt8(ascii: "=") else { return nil }
    text = text.drop(while: space.contains)
    guard let quote = text.popFirst(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
      let close = text.firstIndex(of: quote), let namespace = resolved(text[..<close])
    else { return nil }
    return (XMPDeclaration(prefix: String(decoding: prefix, as: UTF8.self), namespace: namespace), close)
  }

  /// Returns text with its references resolved; nil where an attribute cannot hold the result.
  private static func resolved(_ bytes: ArraySlice<UInt8>) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    guard !text.utf8.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "<") }) else { return nil }
    var parts = text.split(separator: "&", omittingEmptySubsequences: false)
    var result = String(parts.removeFirst())
    for part in parts {
      guard let end = part.firstIndex(of: ";"), let scalar = scalar(part[..<end]) else { return nil }
      result.unicodeScalars.append(scalar)
      result += part[part.index(after: end)...]
    }
    return result
  }

  private static func scalar(_ reference: Substring) -> Unicode.Scalar? {
    switch reference {
    case "amp": "&"
    case "lt": "<"
    case "gt": ">"
    case "quot": "\""
    case "apos": "'"
    default:
      if reference.hasPrefix("#x") {
        UInt32(reference.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
      } else if reference.hasPrefix("#") {
        UInt32(reference.dropFirst()).flatMap(Unicode.Scalar.init)
      } else {
        nil
      }
    }
  }
}
