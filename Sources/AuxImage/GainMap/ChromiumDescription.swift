/// The description of an XMP packet in which Chromium looks for a gain map: the first `rdf:Description` that declares all of
/// the namespaces it asks for.
///
/// Chromium does not look at later descriptions, even if the first states nothing. Source: Skia (chrome/156),
/// src/codec/SkXmp.cpp; Specs/gainmaps.md, "Browsers".
package struct ChromiumDescription {
  /// The names of the stated properties, each after its namespace.
  private let names: Set<String>

  /// Finds the description; nil if none declares the namespaces.
  package init?(of packet: [UInt8], declaring namespaces: [String]) {
    guard let outline = XMPOutline(packet) else { return nil }
    for (number, attributes) in outline.declarations.enumerated() {
      let declarations = XMPDeclarations(in: Array("<d \(attributes)>".utf8)).map { $0 }
      guard namespaces.allSatisfy({ wanted in declarations.contains { $0.namespace == wanted } }) else {
        continue
      }
      let known = Dictionary(declarations.map { ($0.prefix, $0.namespace) }, uniquingKeysWith: { $1 })
      names = Set(
        outline.properties.filter { $0.description == number }.map { property in
          let text = packet[property.range].drop { $0 == UInt8(ascii: "<") }
          let name = text.prefix { !XMLScanner.isSpace($0) && !"=/>".utf8.contains($0) }
          let parts = String(decoding: name, as: UTF8.self).split(separator: ":", maxSplits: 1)
          return (known[String(parts[0])] ?? "") + (parts.last ?? "")
        })
      return
    }
    return nil
  }

  /// Returns whether the description states a property, as an attribute or an element.
  package func states(_ namespace: String, _ name: String) -> Bool { names.contains(namespace + name) }
}
