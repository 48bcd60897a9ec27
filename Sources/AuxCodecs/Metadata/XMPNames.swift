internal import AuxImage

/// What the namespaces of one packet are called.
///
/// Exiv2 and its toolkit keep one registry of prefixes for the process, in which whoever comes first takes a prefix.
/// There every namespace goes by its own URI, spelled in hexadecimal; what is returned has the prefixes that the
/// packet itself declares. So nothing depends on what the process read before.
struct XMPNames {
  /// The most namespaces of a packet, and the bytes of their names: the toolkit's registry never shrinks.
  private static let mostNamespaces = 1000
  private static let mostBytes = 64 << 10
  /// The longest namespace that is registered, in bytes.
  private static let longestNamespace = 4096

  /// The namespaces that the packet declares, each once.
  private var namespaces: [String] = []
  /// The prefix and the spelling of each namespace, by its normalised URI.
  private var names: [String: (prefix: String, spelling: String)] = [:]

  /// Reads the declarations of a packet.
  ///
  /// Throws `limitExceeded` where there are too many, or too long ones, and `malformed` for one with a NUL, which ends
  /// text in C.
  init(_ packet: [UInt8]) throws(AuxError) {
    var seen = XMPDeclaration.structural
    var taken: Set<String> = ["rdf", "x", "xml"]
    var byteCount = 0
    for declaration in XMPDeclarations(in: packet[...]) {
      let namespace = declaration.namespace
      guard !namespace.isEmpty, seen.insert(namespace).inserted else { continue }
      guard namespaces.count < Self.mostNamespaces else {
        throw AuxError(.limitExceeded, "the packet declares more than \(Self.mostNamespaces) namespaces")
      }
      guard !namespace.utf8.contains(0) else {
        throw AuxError(.malformed, "a namespace with a NUL, which is no character of XML (XML 1.0, 2.2)")
      }
      guard namespace.utf8.count <= Self.longestNamespace else {
        throw AuxError(.limitExceeded, "a namespace of more than \(Self.longestNamespace) bytes")
      }
      byteCount += namespace.utf8.count
      guard byteCount <= Self.mostBytes else {
        throw AuxError(.limitExceeded, "the packet declares namespaces of more than \(Self.mostBytes) bytes")
      }
      namespaces.append(namespace)
      guard names[Self.normalised(namespace)] == nil else { continue }
      let prefix = XMPProperty.prefix(declaration.prefix, besides: taken)
      taken.insert(prefix)
      names[Self.normalised(namespace)] = (prefix, namespace)
    }
  }

  /// The URIs and their prefixes in the registry in turn, each with the NUL that ends it.
  var bindings: [UInt8] {
    namespaces.flatMap { Array($0.utf8) + [0] + Array(Self.registered($0).utf8) + [0] }
  }

  /// Returns the URI as the packet spells it, and its prefix there, of what the registry says of a property.
  func resolved(namespace: String, prefix: String) -> (namespace: String, prefix: String) {
    guard let name = names[Self.normalised(namespace)] else { return (namespace, prefix) }
    return (name.spelling, name.prefix)
  }

  /// Returns the path of a property with the packet's prefixes.
  func resolved(path: String) -> String {
    guard path.utf8.contains(UInt8(ascii: ":")) else { return path }
    return path.split(separator: "/", omittingEmptySubsequences: false).map(resolved(step:)).joined(
      separator: "/")
  }

  private func resolved(step: Substring) -> String {
    guard let colon = step.firstIndex(of: ":") else { return String(step) }
    // Qualifiers have a mark before their name.
    let mark = step.prefix { "?@[".contains($0) }
    guard let namespace = Self.namespace(registeredAs: step[mark.endIndex..<colon]),
      let name = names[Self.normalised(namespace)]
    else { return String(step) }
    return mark + name.prefix + step[colon...]
  }

  /// Returns the URI as Exiv2 registers it: with a slash unless it ends in / or #.
  private static func normalised(_ namespace: String) -> String {
    namespace.hasSuffix("/") || namespace.hasSuffix("#") ? namespace : namespace + "/"
  }

  private static func registered(_ namespace: String) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return "u"
      + String(
        decoding: namespace.utf8.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  private static func namespace(registeredAs prefix: Substring) -> String? {
    let digits = prefix.utf8.dropFirst()
    guard prefix.first == "u", !digits.isEmpty, digits.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    var rest = digits
    while let high = rest.popFirst(), let low = rest.popFirst() {
      guard let high = Character(Unicode.Scalar(high)).hexDigitValue,
        let low = Character(Unicode.Scalar(low)).hexDigitValue
      else { return nil }
      bytes.append(UInt8(high << 4 | low))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
