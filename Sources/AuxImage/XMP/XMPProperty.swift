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
  /// The prefix that the packet uses for ``namespace``; where it uses one for several, numbers distinguish them.
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
  package var text: String? {
    switch value {
    case .text(let text): text
    case .seq(let members), .bag(let members), .alt(let members): members.count == 1 ? members[0] : nil
    case .structure: nil
    }
  }

  /// The members of an array, or a simple value as an array of one.
  package var members: [String]? {
    switch value {
    case .text(let text): [text]
    case .seq(let members), .bag(let members), .alt(let members): members
    case .structure: nil
    }
  }
}

/// The namespaces of the XMP properties that Apple's writers give auxiliary images.
///
/// Source: Specs/xmp.md, "Namespaces and properties".
package enum AppleNamespace: String, CaseIterable, Sendable {
  case apdi = "http://ns.apple.com/pixeldatainfo/1.0/"
  case depthData = "http://ns.apple.com/depthData/1.0/"
  case depthBlurEffect = "http://ns.apple.com/depthBlurEffect/1.0/"
  case portraitLightingEffect = "http://ns.apple.com/portraitLightingEffect/2.0/"
  case portraitEffectsMatte = "http://ns.apple.com/portraitEffectsMatte/1.0/"
  case semanticSegmentationMatte = "http://ns.apple.com/semanticSegmentationMatte/1.0/"
  case HDRGainMap = "http://ns.apple.com/HDRGainMap/1.0/"

  /// Apple namespaces in packets of its writers that do not describe auxiliary images.
  package static let others: Set<String> = [
    "http://ns.apple.com/HDRToneMap/1.0/", "http://ns.apple.com/faceinfo/1.0/",
    "http://ns.apple.com/adjustment-settings/1.0/", "http://ns.apple.com/ImageIO/1.0/",
    "http://ns.apple.com/portraitLightingEffect/1.0/",
  ]

  /// The prefix that Apple's packets bind to the namespace.
  package var prefix: String {
    switch self {
    case .apdi: "apdi"
    case .depthData: "depthData"
    case .depthBlurEffect: "depthBlurEffect"
    case .portraitLightingEffect: "portraitLightingEffect"
    case .portraitEffectsMatte: "portraitEffectsMatte"
    case .semanticSegmentationMatte: "semanticSegmentationMatte"
    case .HDRGainMap: "HDRGainMap"
    }
  }

  package func property(_ name: String, _ value: XMPProperty.Value) -> XMPProperty {
    XMPProperty(namespace: rawValue, prefix: prefix, name: name, value: value)
  }

  /// Returns a simple property of this namespace.
  package func property(_ name: String, _ text: String) -> XMPProperty { property(name, .text(text)) }
}
