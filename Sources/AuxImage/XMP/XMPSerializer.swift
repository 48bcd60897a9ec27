/// Writes XMP packets in the form of Apple's auxiliary images.
///
/// One `rdf:Description`, element form, three spaces a level, no `<?xpacket?>`; the properties of a gain map of Ultra HDR
/// are attributes of a description of their own. Source: Specs/xmp.md, "Serialisation".
package enum XMPSerializer {
  /// Returns the packet of `properties`.
  ///
  /// Throws `AuxError` with code `unsupported` for a property that is a structure, whose members this
  /// form of the packet does not hold, and for one that no packet can hold: of RDF's or XML's own namespace, with a name
  /// that XML does not allow, or a second one of its name; `malformed` for text that XML cannot carry.
  package static func packet(of properties: [XMPProperty]) throws(AuxError) -> [UInt8] {
    let begin = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="XMP Core 6.0.0">
         <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">

      """
    return Array("\(begin)\(try descriptions(of: properties))   </rdf:RDF>\n</x:xmpmeta>\n".utf8)
  }

  /// Returns the elements of `properties` in such a packet; throws as ``packet(of:)``.
  ///
  /// libultrahdr reads `hdrgm` properties as attributes of the last description that has no other content.
  package static func descriptions(of properties: [XMPProperty]) throws(AuxError) -> String {
    let gainMap = properties.filter { $0.namespace == GainMapMetadata.namespace }
    guard !gainMap.isEmpty else { return try description(of: properties) }
    let rest = properties.filter { $0.namespace != GainMapMetadata.namespace }
    return try (rest.isEmpty ? "" : description(of: rest)) + description(of: gainMap, asAttributes: true)
  }

  /// Returns one element of properties, whose simple values may be its attributes.
  private static func description(
    of properties: [XMPProperty], asAttributes: Bool = false
  ) throws(AuxError) -> String {
    // One prefix for each namespace, whatever its properties call it: that of the first.
    var namespaces: [String] = []
    var prefixes: [String: String] = [:]
    var taken: Set<String> = ["rdf", "x", "xml"]
    for property in properties where prefixes[property.namespace] == nil {
      let prefix = XMPProperty.prefix(property.prefix, besides: taken)
      taken.insert(prefix)
      namespaces.append(property.namespace)
      prefixes[property.namespace] = prefix
    }
    var text = "      <rdf:Description rdf:about=\"\""
    for namespace in namespaces {
      text += "\n            xmlns:\(prefixes[namespace] ?? "")=\"\(try escaped(namespace))\""
    }
    var elements = ""
    var written: Set<String> = []
    for property in properties {
      guard isWritable(property), written.insert("\(property.namespace) \(property.name)").inserted else {
        throw AuxError(
          .unsupported, "\(property.prefix):\(property.name) is no property that can be written back",
          place: "XMP")
      }
      let name = "\(prefixes[property.namespace] ?? ""):\(property.name)"
      if asAttributes, case .text(let value) = property.value {
        text += "\n            \(name)=\"\(try escaped(value))\""
      } else {
        elements += try element(property, name)
      }
    }
    guard !elements.isEmpty || !asAttributes else { return text + "/>\n" }
    return "\(text)>\n\(elements)      </rdf:Description>\n"
  }

  private static let syntax: Set<String> = [
    "", "http://www.w3.org/1999/02/22-rdf-syntax-ns#", "http://www.w3.org/XML/1998/namespace",
    "http://www.w3.org/2000/xmlns/", "adobe:ns:meta/",
  ]

  /// Whether a property has a name of XML in a namespace of properties.
  private static func isWritable(_ property: XMPProperty) -> Bool {
    guard !syntax.contains(property.namespace), let first = property.name.unicodeScalars.first else {
      return false
    }
    func isLetter(_ scalar: Unicode.Scalar) -> Bool {
      scalar == "_" || scalar.properties.isAlphabetic || !scalar.isASCII
    }
    return isLetter(first)
      && property.name.unicodeScalars.allSatisfy {
        isLetter($0) || ("0"..."9").contains($0) || $0 == "-" || $0 == "."
      }
  }

  /// Returns the element of a property, under a name with its prefix.
  static func element(_ property: XMPProperty, _ name: String) throws(AuxError) -> String {
    func array(_ kind: String, _ members: [String]) throws(AuxError) -> String {
      var text = "         <\(name)>\n            <rdf:\(kind)>\n"
      for (number, member) in members.enumerated() {
        // One of several languages is the default.
        let language = kind == "Alt" && number == 0 ? " xml:lang=\"x-default\"" : ""
        text += "               <rdf:li\(language)>\(try escaped(member))</rdf:li>\n"
      }
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
