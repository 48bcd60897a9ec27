package import AuxImage

/// Which channel of an OpenEXR file is its depth.
///
/// The standard name is `Z`; Blender and other renderers put the name of a layer and of a pass in front,
/// as in `ViewLayer.Depth.Z`, newer ones with `V` for a single value. Houdini's plane is `Pz`, Nuke's `depth.Z`.
/// Source: OpenEXR, "Technical Introduction", "Channel Names"; FORMATS.md 6.4 for renderers, by report.
package enum EXRChannels {
  /// Returns the part and the channel to decode: the one called `name`, or the depth of the first part that
  /// has one.
  ///
  /// A part is nil where it holds deep data. Throws `usage` where the name is missing or the choice is not
  /// clear, and `unsupported` where all is deep.
  package static func choose(
    from parts: [[String]?], named name: String?
  ) throws(AuxError) -> (part: Int, channel: String) {
    guard parts.contains(where: { $0 != nil }) else {
      throw AuxError(.unsupported, "the OpenEXR file holds deep data; a flat image is needed")
    }
    for (index, part) in parts.enumerated() {
      guard let part else { continue }
      if let name {
        if part.contains(name) { return (index, name) }
      } else if let channel = try depth(in: part) {
        return (index, channel)
      }
    }
    throw AuxError(
      .usage,
      (name.map { "the OpenEXR file has no channel \($0)" } ?? "the OpenEXR file has no channel of depth")
        + "; it has \(list(parts.compactMap { $0 }.flatMap { $0 }))")
  }

  private static func depth(in channels: [String]) throws(AuxError) -> String? {
    if channels.contains("Z") { return "Z" }
    let names = channels.map { $0.lowercased() }
    for suffix in ["depth.z", "depth", "depth.v", "pz", "zdepth"] {
      let found = names.indices.filter { names[$0] == suffix || names[$0].hasSuffix("." + suffix) }
      guard found.count < 2 else {
        throw AuxError(
          .usage, "several channels are of depth; choose one of \(list(found.map { channels[$0] }))")
      }
      if let only = found.first { return channels[only] }
    }
    // A part of one value per pixel, alpha aside.
    let values = channels.filter { $0 != "A" && !$0.hasSuffix(".A") }
    guard values.count == 1, let only = values.first else { return nil }
    let last = only.split(separator: ".").last ?? ""
    return ["V", "Y", "R", "Z"].contains(last) ? only : nil
  }

  /// The first names, for messages.
  private static func list(_ names: [String]) -> String {
    guard !names.isEmpty else { return "no flat channels" }
    return names.prefix(20).map { String($0.prefix(64)) }.joined(separator: ", ")
      + (names.count > 20 ? ", ..." : "")
  }
}
