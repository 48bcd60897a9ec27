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

  /// Namespaces of Apple's that no auxiliary image is described by, and that stand in packets of its writers.
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

  /// Returns a property of this namespace.
  package func property(_ name: String, _ value: XMPProperty.Value) -> XMPProperty {
    XMPProperty(namespace: rawValue, prefix: prefix, name: name, value: value)
  }

  /// Returns a simple property of this namespace.
  package func property(_ name: String, _ text: String) -> XMPProperty { property(name, .text(text)) }
}
