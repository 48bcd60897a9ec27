package import AuxContainers
package import AuxImage

/// Which channel of an OpenEXR file is its depth, or its matte.
///
/// The standard names are `Z` and `A`; Blender and other renderers put the name of a layer and of a pass in front,
/// as in `ViewLayer.Depth.Z`, newer ones with `V` for a single value, and the name of a view before the last part. Houdini's
/// plane is `Pz`, Nuke's `depth.Z`, V-Ray's `VRayZDepth`, Unreal's `…WorldDepth.R`.
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

  /// The channel to decode.
  package struct Choice: Hashable, Sendable {
    package let part: Int
    /// The name of the part; nil in a file of one part.
    package let partName: String?
    package let channel: String
    /// The other channels of its layer, which have the same samples if the layer is gray.
    package var equals: [String] = []
  }

  /// Returns the channel called `name`, or the one that holds `wanted`, of all parts without deep data.
  ///
  /// `name` is that of a channel, or `PART/CHANNEL`. Throws `usage` if the channel is missing or several channels could be
  /// meant, and `unsupported` if all parts are deep.
  package static func choose(
    from parts: [EXRHeader.Part], named name: String?, of wanted: Content = .depth
  ) throws(AuxError) -> Choice {
    guard parts.contains(where: { !$0.isDeep }) else {
      throw AuxError(.unsupported, "the OpenEXR file holds deep data; a flat image is needed")
    }
    let all = Candidate.all(of: parts)
    let missing: String
    switch (name, wanted) {
    case (let name?, _):
      let found = all.filter { $0.channel == name || $0.title == name }
      if let choice = try only(found, "have the name \(name)") { return choice.choice }
      missing = "no channel \(name)"
    case (nil, .depth):
      if let choice = try depth(in: all) { return choice }
      missing = "no channel of depth"
    case (nil, .matte):
      if let choice = try matte(in: all) { return choice }
      missing = "no channel A, and none whose name is a matte's"
    case (nil, .gainMap):
      // One channel of several could be the picture itself, or a part of it.
      if let choice = only(all) ?? grayAndDepth(in: all) { return choice }
      missing = "several channels, and a gain map is one"
    }
    throw AuxError(
      .usage, "the OpenEXR file has \(missing); it has \(list(all, depthFirst: wanted == .depth))",
      remedy: .stateChannel)
  }

  /// A channel of a part without deep data.
  private struct Candidate {
    let part: Int
    let partName: String?
    let channel: String
    /// The name by which `choose(from:named:of:)` finds the channel: with the part if several parts have the channel.
    var title: String
    /// The channel's name in lower case, without the name of a view.
    let key: String

    static func all(of parts: [EXRHeader.Part]) -> [Candidate] {
      let views = Set(parts.flatMap(\.views).map { $0.lowercased() } + ["left", "right"])
      var all: [Candidate] = []
      for (index, part) in parts.enumerated() where !part.isDeep {
        for channel in part.channels {
          all.append(
            Candidate(
              part: index, partName: parts.count > 1 ? part.name ?? "\(index)" : nil, channel: channel.name,
              title: channel.name, key: key(of: channel.name, views)))
        }
      }
      let counts = Dictionary(grouping: all, by: \.channel)
      for index in all.indices where (counts[all[index].channel]?.count ?? 0) > 1 {
        all[index].title = "\(all[index].partName ?? "")/\(all[index].channel)"
      }
      return all
    }

    private static func key(of name: String, _ views: Set<String>) -> String {
      var names = name.lowercased().split(separator: ".", omittingEmptySubsequences: false)
      if names.count > 1, views.contains(String(names[names.count - 2])) { names.remove(at: names.count - 2) }
      return names.joined(separator: ".")
    }

    var choice: Choice { Choice(part: part, partName: partName, channel: channel) }

    /// The channel's name without its last part, with the period.
    var layer: Substring {
      channel[..<(channel.lastIndex(of: ".").map(channel.index(after:)) ?? channel.startIndex)]
    }
    /// The last part of ``key``.
    var component: Substring { key[(key.lastIndex(of: ".").map(key.index(after:)) ?? key.startIndex)...] }
    var isAlpha: Bool { component == "a" || component == "alpha" }

    func isOfLayer(_ other: Candidate) -> Bool { part == other.part && layer == other.layer }

    /// Returns the choice of this channel, which requires that the colors of its layer are equal.
    func grayChoice(in all: [Candidate]) -> Choice {
      var choice = choice
      guard component == "r" else { return choice }
      choice.equals = all.filter { ["g", "b"].contains($0.component) && isOfLayer($0) }.map(\.channel)
      return choice
    }
  }

  private static func only(_ found: [Candidate], _ reason: String) throws(AuxError) -> Candidate? {
    guard found.count < 2 else {
      throw AuxError(
        .usage, "several channels \(reason); choose one of \(list(found))", remedy: .stateChannel)
    }
    return found.first
  }

  /// The alpha channel, a channel that is named as a matte, or the only channel or gray layer of the file.
  private static func matte(in channels: [Candidate]) throws(AuxError) -> Choice? {
    // Cryptomatte's channels are hashes and shares of many objects.
    let all = channels.filter { !$0.channel.lowercased().contains("crypto") }
    let rules: [(Candidate) -> Bool] = [{ $0.channel == "A" }, \.isAlpha, isNamedMatte]
    for isMatte in rules {
      if let found = try only(all.filter(isMatte), "could be the matte") { return found.grayChoice(in: all) }
    }
    return only(all) ?? grayAndDepth(in: all) ?? grayLayer(in: all)
  }

  private static func only(_ all: [Candidate]) -> Choice? { all.count == 1 ? all[0].choice : nil }

  /// Returns the choice of `Y` if the file has the same samples as `Z` and nothing else, as ``EXRMapCodec`` writes maps.
  private static func grayAndDepth(in all: [Candidate]) -> Choice? {
    guard all.count == 2, let gray = all.first(where: { $0.channel == "Y" }),
      let depth = all.first(where: { $0.channel == "Z" }), gray.part == depth.part
    else { return nil }
    var choice = gray.choice
    choice.equals = [depth.channel]
    return choice
  }

  private static func isNamedMatte(_ channel: Candidate) -> Bool {
    // Of a layer with colors, the first one.
    guard !["g", "b"].contains(channel.component) else { return false }
    return ["matte", "mask", "alpha", "opacity"].contains { channel.key.contains($0) }
  }

  private static func depth(in all: [Candidate]) throws(AuxError) -> Choice? {
    let suffixes = ["depth.z", "depth", "depth.v", "pz", "zdepth", "disparity"]
    let rules: [(Candidate) -> Bool] =
      [{ $0.channel == "Z" }, { $0.key == "z" }]
      + suffixes.map { suffix in { $0.key == suffix || $0.key.hasSuffix("." + suffix) } } + [isNamedDepth]
    for isDepth in rules {
      if let found = try only(all.filter(isDepth), "are of depth") { return found.grayChoice(in: all) }
    }
    // A part of one value per pixel, alpha aside.
    let others = Dictionary(grouping: all.filter { !$0.isAlpha }, by: \.part)
    let values = others.sorted { $0.key < $1.key }.compactMap { _, channels in
      channels.count == 1 && ["v", "y", "r", "z"].contains(channels[0].component) ? channels[0] : nil
    }
    if let found = try only(values, "could be of depth") { return found.choice }
    return grayLayer(in: all)
  }

  /// Returns the choice of the red channel if the file has one layer of R, G and B, and alpha, and nothing else.
  private static func grayLayer(in all: [Candidate]) -> Choice? {
    let colors = all.filter { !$0.isAlpha }
    guard let red = colors.first(where: { $0.component == "r" }), colors.count == 3,
      case let choice = red.grayChoice(in: colors), choice.equals.count == 2
    else { return nil }
    return choice
  }

  /// Whether a channel is the first of a layer whose name ends in that of depth, as `FinalImageWorldDepth.R`.
  private static func isNamedDepth(_ channel: Candidate) -> Bool {
    var parts = channel.key.split(separator: ".")
    if let last = parts.last, parts.count > 1, ["r", "x", "y", "z", "v"].contains(last) {
      parts.removeLast()
    }
    return parts.last.map { $0.hasSuffix("depth") || $0 == "pz" || $0 == "depthz" } ?? false
  }

  /// The first names, for messages; with `depthFirst`, those that could be of depth before the others.
  private static func list(_ channels: [Candidate], depthFirst: Bool = false) -> String {
    guard !channels.isEmpty else { return "no flat channels" }
    let isLikely = { (channel: Candidate) in
      depthFirst
        && (["depth", "mist"].contains(where: channel.key.contains)
          || ["z", "v"].contains(channel.component))
    }
    let names = (channels.filter(isLikely) + channels.filter { !isLikely($0) }).map(\.title)
    return names.prefix(20).map { String($0.prefix(64)) }.joined(separator: ", ")
      + (names.count > 20 ? ", ..." : "")
  }
}
