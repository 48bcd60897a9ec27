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

  /// Finds the picture: that of the first part that has one without a layer, else the only one, else the one whose
  /// pass is called `Combined`, which Blender writes.
  ///
  /// Throws `unsupported` where there is no colour, or where it is luminance and chroma, and where several
  /// layers could be meant.
  package init(of parts: [EXRHeader.Part]) throws(AuxError) {
    var layers: [EXRColour] = []
    for (number, part) in parts.enumerated() where !part.isDeep {
      let names = Set(part.channels.map(\.name))
      if names.isSuperset(of: ["Y", "RY", "BY"]) {
        throw AuxError(.unsupported, "the OpenEXR file has luminance and chroma; save it as RGB")
      }
      if let plain = Self.picture(prefix: "", names, part: number) {
        self = plain
        return
      }
      for name in part.channels.map(\.name) where name.hasSuffix(".R") {
        let prefix = String(name.dropLast())
        if let layer = Self.picture(prefix: prefix, names, part: number) { layers.append(layer) }
      }
    }
    guard let first = layers.first else {
      throw AuxError(.unsupported, "the OpenEXR file has no picture, R, G and B or Y: \(Self.list(parts))")
    }
    let combined = layers.filter { $0.colours[0].lowercased().hasSuffix("combined.r") }
    guard layers.count > 1, combined.isEmpty else {
      self = combined.first ?? first
      return
    }
    let names = layers.map { String($0.colours[0].dropLast(2).prefix(64)) }
    throw AuxError(
      .unsupported,
      "the OpenEXR file has several pictures and none without a layer: \(names.prefix(20).joined(separator: ", "))"
    )
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
