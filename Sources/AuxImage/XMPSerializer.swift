/// Writes XMP packets in the form of Apple's auxiliary images.
///
/// One `rdf:Description`, element form, three spaces a level, no `<?xpacket?>`.
/// Source: Specs/xmp.md, "Serialisation".
public enum XMPSerializer {
  /// Returns the packet of `properties`.
  ///
  /// Throws `AuxError` with code `unsupported` for a property that is a structure, whose members this
  /// form of the packet does not hold, and `malformed` for text that XML cannot carry.
  public static func packet(of properties: [XMPProperty]) throws(AuxError) -> [UInt8] {
    var prefixes: [(prefix: String, namespace: String)] = []
    for property in properties where !prefixes.contains(where: { $0.namespace == property.namespace }) {
      prefixes.append((property.prefix, property.namespace))
    }
    var text = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="XMP Core 6.0.0">
         <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about=""
      """
    for (prefix, namespace) in prefixes {
      text += "\n            xmlns:\(prefix)=\"\(try escaped(namespace))\""
    }
    text += ">\n"
    for property in properties { text += try element(property) }
    text += "      </rdf:Description>\n   </rdf:RDF>\n</x:xmpmeta>\n"
    return Array(text.utf8)
  }

  private static func element(_ property: XMPProperty) throws(AuxError) -> String {
    let name = "\(property.prefix):\(property.name)"
    func array(_ kind: String, _ members: [String]) throws(AuxError) -> String {
      var text = "         <\(name)>\n            <rdf:\(kind)>\n"
      for member in members { text += "               <rdf:li>\(try escaped(member))</rdf:li>\n" }
      return text + "            </rdf:\(kind)>\n         </\(name)>\n"
    }
    switch property.value {
    case .text(let text): return "         <\(name)>\(try escaped(text))</\(name)>\n"
    case .seq(let members): return try array("Seq", members)
    case .bag(let members): return try array("Bag", members)
    case .alt(let members): return try array("Alt", members)
    case .structure:
      throw AuxError(.unsupported, "\(name) is a structure, which cannot be written back", place: "XMP")
    }
  }

  private static func escaped(_ text: String) throws(AuxError) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\t", "\n", "\r": result += "&#\(scalar.value);"
      case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}":
        throw AuxError(.malformed, "XML 1.0 cannot hold the character U+\(scalar.value)", place: "XMP")
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
