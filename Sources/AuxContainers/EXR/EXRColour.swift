package import AuxImage

/// Which channels of an OpenEXR file are its picture.
///
/// The standard names are `R`, `G`, `B` and `A`, or `Y` for gray; renderers put the name of a layer and of a pass in
/// front, as in `ViewLayer.Combined.R`. Source: OpenEXR, "Technical Introduction", "Channel Names".
package struct EXRColour: Hashable, Sendable {
  package let part: Int
  /// Red, green and blue, or gray.
  package let colours: [String]
  /// The opacity, by which the colours are multiplied; nil where all is opaque.
  package let alpha: String?

  /// Finds the picture: the one called `layer`, else that of the first part that has one without a layer, else the only one,
  /// else the one whose pass is called `Combined` in the layer `Composite`, which Blender writes.
  ///
  /// `layer` is the name of a layer, or `PART/LAYER`. Throws `unsupported` if there is no color, or if it is luminance and
  /// chroma, and `usage` if several layers could be meant or none has the name.
  package init(of parts: [EXRHeader.Part], layer: String? = nil) throws(AuxError) {
    var pictures: [(picture: EXRColour, layer: String)] = []
    for (number, part) in parts.enumerated() where !part.isDeep {
      let names = Set(part.channels.map(\.name))
      if names.isSuperset(of: ["Y", "RY", "BY"]) {
        throw AuxError(.unsupported, "the OpenEXR file has luminance and chroma; save it as RGB")
      }
      let prefixes = part.channels.map(\.name).filter { $0.hasSuffix(".R") }.map { String($0.dropLast()) }
      for prefix in [""] + prefixes {
        guard let picture = Self.picture(prefix: prefix, names, part: number) else { continue }
        pictures.append((picture, String(prefix.dropLast())))
      }
    }
    let counts = Dictionary(grouping: pictures, by: \.layer).mapValues(\.count)
    let titled = pictures.map { picture, layer in
      let part = parts[picture.part].name ?? "\(picture.part)"
      let isAlone = counts[layer] == 1
      return (
        picture: picture, layer: layer, title: isAlone ? layer : layer.isEmpty ? part : "\(part)/\(layer)"
      )
    }
    guard !titled.isEmpty else {
      throw AuxError(.unsupported, "the OpenEXR file has no picture, R, G and B or Y: \(Self.list(parts))")
    }
    let candidates =
      if let layer {
        titled.filter { $0.title == layer || $0.layer == layer }
      } else if let plain = titled.first(where: \.layer.isEmpty) {
        [plain]
      } else {
        Self.likely(titled.map(\.layer)).map { titled[$0] }
      }
    guard candidates.count == 1 else {
      let names = titled.map { String($0.title.prefix(64)) }.prefix(20).joined(separator: ", ")
      throw AuxError(
        .usage,
        candidates.isEmpty
          ? "the OpenEXR file has no picture \(layer ?? ""); it has \(names)"
          : "the OpenEXR file has several pictures, and which one is the photo is not clear: \(names)",
        remedy: .statePhotoChannel)
    }
    self = candidates[0].picture
  }

  /// Returns the indices of the layers that are most likely the render.
  private static func likely(_ layers: [String]) -> [Int] {
    let combined = layers.indices.filter {
      layers[$0].lowercased().split(separator: ".").contains("combined")
    }
    let composites = combined.filter { layers[$0].lowercased().hasPrefix("composite.") }
    return composites.isEmpty ? combined.isEmpty ? Array(layers.indices) : combined : composites
  }

  private init(part: Int, colours: [String], alpha: String?) {
    (self.part, self.colours, self.alpha) = (part, colours, alpha)
  }

  private static func picture(prefix: String, _ names: Set<String>, part: Int) -> EXRColour? {
    let alpha = names.contains(prefix + "A") ? prefix + "A" : nil
    let rgb = ["R", "G", "B"].map { prefix + $0 }
    if names.isSuperset(of: rgb) { return EXRColour(part: part, colours: rgb, alpha: alpha) }
    guard prefix.isEmpty, names.contains("Y") else { return nil }
    return EXRColour(part: part, colours: ["Y"], alpha: alpha)
  }

  /// The first names, for messages.
  private static func list(_ parts: [EXRHeader.Part]) -> String {
    guard parts.contains(where: { !$0.isDeep }) else { return "all is deep data" }
    let names = parts.filter { !$0.isDeep }.flatMap { $0.channels.map(\.name) }
    return "it has " + names.prefix(20).map { String($0.prefix(64)) }.joined(separator: ", ")
      + (names.count > 20 ? ", ..." : "")
  }
}
