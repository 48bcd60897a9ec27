/// The properties of a portrait that Apple's Photos is reported to use.
///
/// A third party changed one working file and tried it on one device; Apple documents none of this.
/// Source: Specs/portrait.md, reported.
package enum PortraitEffect {
  /// The aperture that the blur simulates.
  static let aperture = "SimulatedAperture"
  /// The parameters of the blur, a block that begins with `REND`.
  static let parameters = "RenderingParameters"

  /// Returns the properties that a slider for the blur was reported to need; nil where one is missing.
  ///
  /// The parameters are opaque: they are copied, and only their first bytes are checked.
  package static func blur(in metadata: AuxiliaryMetadata) -> [XMPProperty]? {
    let found = [aperture, parameters].compactMap { name in
      metadata.other.first { $0.namespace == AppleNamespace.depthBlurEffect.rawValue && $0.name == name }
    }
    // "UkVO" is "REN" in base64.
    guard found.count == 2, found[1].text?.hasPrefix("UkVOR") == true else { return nil }
    return found
  }

  /// Returns the f-number that properties say the blur simulates; nil where they do not.
  package static func simulatedFNumber(of metadata: AuxiliaryMetadata) -> Float? {
    let stated = metadata.other.first {
      $0.namespace == AppleNamespace.depthBlurEffect.rawValue && $0.name == aperture
    }
    guard let number = stated?.text.flatMap(NumberText.number), (0.1...1000).contains(number) else {
      return nil
    }
    return Float(number)
  }

  /// Whether the properties say that the photo is no portrait: a score of 0.
  package static func hasZeroScore(_ metadata: AuxiliaryMetadata) -> Bool {
    metadata.other.contains { property in
      property.namespace == AppleNamespace.depthData.rawValue && property.name == "PortraitScore"
        && property.text.flatMap(NumberText.number) == 0
    }
  }

  /// Takes out a score of 0, and what else says the same.
  package static func removeZeroScore(_ metadata: inout AuxiliaryMetadata) {
    guard hasZeroScore(metadata) else { return }
    metadata.other.removeAll {
      $0.namespace == AppleNamespace.depthData.rawValue && $0.name.hasPrefix("PortraitScore")
    }
  }

  /// Puts properties of the blur in the place of those that there are.
  package static func setBlur(_ properties: [XMPProperty], in metadata: inout AuxiliaryMetadata) {
    let names = Set(properties.map(\.name))
    metadata.other.removeAll {
      $0.namespace == AppleNamespace.depthBlurEffect.rawValue && names.contains($0.name)
    }
    metadata.other += properties
  }
}
