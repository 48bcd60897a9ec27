package import AuxImage

/// Which channel of an OpenEXR file is its depth, or its matte.
///
/// The standard names are `Z` and `A`; Blender and other renderers put the name of a layer and of a pass in front,
/// as in `ViewLayer.Depth.Z`, newer ones with `V` for a single value. Houdini's plane is `Pz`, Nuke's `depth.Z`, V-Ray's
/// `VRayZDepth`, Unreal's `…WorldDepth.R`.
/// Source: OpenEXR, "Technical Introduction", "Channel Names"; FORMATS.md 6.4 for renderers, by report.
package enum EXRChannels {
  /// What is looked for.
  package enum Content: Hashable, Sendable {
    /// Distances, or disparities.
    case depth
    /// A matte.
    case matte
    /// A gain map.
    case gainMap
  }

  /// Returns the part and the channel to decode: the one called `name`, or that of the first part that has `wanted`.
  ///
  /// A part is nil where it holds deep data. Throws `usage` where the name is missing or the choice is not
  /// clear, and `unsupported` where all is deep.
  package static func choose(
    from parts: [[String]?], named name: String?, of wanted: Content = .depth
  ) throws(AuxError) -> (part: Int, channel: String) {
    guard parts.contains(where: { $0 != nil }) else {
      throw AuxError(.unsupported, "the OpenEXR file holds deep data; a flat image is needed")
    }
    let flat = parts.enumerated().flatMap { part, names in (names ?? []).map { (part: part, channel: $0) } }
    let missing: String
    switch (name, wanted) {
    case (let name?, _):
      if let choice = flat.first(where: { $0.channel == name }) { return choice }
      missing = "no channel \(name)"
    case (nil, .depth):
      for (index, part) in parts.enumerated() {
        if let part, let channel = try depth(in: part) { return (index, channel) }
      }
      missing = "no channel of depth"
    case (nil, .matte):
      if let choice = try matte(in: flat) { return choice }
      missing = "no channel A, and none whose name is a matte's"
    case (nil, .gainMap):
      // One channel of several could be the picture itself, or a part of it.
      if flat.count == 1 { return flat[0] }
      missing = "several channels, and a gain map is one"
    }
    throw AuxError(
      .usage, "the OpenEXR file has \(missing); it has \(list(flat.map(\.channel)))", remedy: .stateChannel)
  }

  /// The alpha channel, a channel that is named as a matte, or the only channel of the file.
  private static func matte(
    in channels: [(part: Int, channel: String)]
  ) throws(AuxError) -> (part: Int, channel: String)? {
    // Cryptomatte's channels are hashes and shares of many objects.
    let all = channels.filter { !$0.channel.lowercased().contains("crypto") }
    if let alpha = all.first(where: { $0.channel == "A" }) { return alpha }
    for isMatte in [isAlpha, isNamedMatte] {
      let found = all.filter { isMatte($0.channel.lowercased()) }
      guard found.count < 2 else {
        throw AuxError(
          .usage, "several channels could be the matte; choose one of \(list(found.map(\.channel)))",
          remedy: .stateChannel)
      }
      if let only = found.first { return only }
    }
    return all.count == 1 ? all[0] : nil
  }

  private static func isAlpha(_ name: String) -> Bool {
    name == "alpha" || name.hasSuffix(".a") || name.hasSuffix(".alpha")
  }

  private static func isNamedMatte(_ name: String) -> Bool {
    // Of a layer with colours, the first one.
    guard !name.hasSuffix(".g"), !name.hasSuffix(".b") else { return false }
    return ["matte", "mask", "alpha", "opacity"].contains { name.contains($0) }
  }

  private static func depth(in channels: [String]) throws(AuxError) -> String? {
    if channels.contains("Z") { return "Z" }
    let names = channels.map { $0.lowercased() }
    let matches = ["depth.z", "depth", "depth.v", "pz", "zdepth"].map { suffix in
      { (name: String) in name == suffix || name.hasSuffix("." + suffix) }
    }
    for isDepth in matches + [isNamedDepth] {
      let found = names.indices.filter { isDepth(names[$0]) }
      guard found.count < 2 else {
        throw AuxError(
          .usage, "several channels are of depth; choose one of \(list(found.map { channels[$0] }))",
          remedy: .stateChannel)
      }
      if let only = found.first { return channels[only] }
    }
    // A part of one value per pixel, alpha aside.
    let values = channels.filter { $0 != "A" && !$0.hasSuffix(".A") }
    guard values.count == 1, let only = values.first else { return nil }
    let last = only.split(separator: ".").last ?? ""
    return ["V", "Y", "R", "Z"].contains(last) ? only : nil
  }

  /// Whether a channel is the first of a layer whose name ends in that of depth, as `FinalImageWorldDepth.R`.
  private static func isNamedDepth(_ name: String) -> Bool {
    var parts = name.split(separator: ".")
    if let last = parts.last, parts.count > 1, ["r", "x", "y", "z", "v"].contains(last) {
      parts.removeLast()
    }
    return parts.last.map { $0.hasSuffix("depth") || $0 == "pz" || $0 == "depthz" } ?? false
  }

  /// The first names, for messages.
  private static func list(_ names: [String]) -> String {
    guard !names.isEmpty else { return "no flat channels" }
    return names.prefix(20).map { String($0.prefix(64)) }.joined(separator: ", ")
      + (names.count > 20 ? ", ..." : "")
  }
}
