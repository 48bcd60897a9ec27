package import AuxImage

/// Where the samples of a map were taken from, and what they were taken for.
public struct MapSource: Hashable, Sendable {
  /// The path of the file; nil for samples in memory.
  public internal(set) var path: String?
  /// The channel of an OpenEXR file.
  public internal(set) var channel: MapChannel?
  /// The key of the array of an NPZ archive, and the number of its frame where there are several, as in `depths[2]`.
  public internal(set) var array: String?
  /// The convention by which the samples were read.
  public internal(set) var convention: MapConvention?
  /// The unit that was stated for the samples.
  public internal(set) var unit: LengthUnit?
  /// The point from which the principal point was counted; nil where the format of a file says it, and without a principal point.
  public internal(set) var pixelOrigin: PixelOrigin?

  /// The source as members of a JSON object: `file`, `channel` with `name` and `part`, `array`, `convention`, `unit`, `pixelOrigin`.
  package var jsonMembers: [JSONValue.Member] {
    let members: [(String, JSONValue?)] = [
      ("file", path.map(JSONValue.path)), ("channel", channel?.json), ("array", array.map(JSONValue.string)),
      ("convention", convention.map { .string($0.rawValue) }), ("unit", unit.map { .string($0.rawValue) }),
      ("pixelOrigin", pixelOrigin.map { .string($0.rawValue) }),
    ]
    return members.compactMap { name, value in value.map { JSONValue.Member(name, $0) } }
  }
}

extension MapSource: CustomStringConvertible {
  /// The source without its path, with commas; empty if nothing is known.
  public var description: String {
    [
      channel.map { "channel \($0)" }, array.map { "array \($0)" },
      convention.map { "convention \($0.rawValue)" },
      unit.map { "in \($0.rawValue)" },
    ].compactMap(\.self).joined(separator: ", ")
  }
}

/// The channel of an OpenEXR file that a map is.
public struct MapChannel: Hashable, Sendable {
  /// The name of the channel, as `ViewLayer.Depth.Z`.
  public let name: String
  /// The name of its part; nil in a file of one part.
  public let part: String?

  /// Whether a layer of the name is called Mist: Blender's pass of 0...1 between two distances.
  package var isMist: Bool { name.lowercased().split(separator: ".").contains("mist") }

  /// Whether a layer is named as the World Depth of Unreal, whose scene units are centimetres.
  package var isUnreal: Bool { name.lowercased().contains("worlddepth") }

  /// The channel as a JSON object: `name`, and `part` in a file of several parts.
  package var json: JSONValue { ["name": .string(name), "part": part.map(JSONValue.string)] }
}

extension MapChannel: CustomStringConvertible {
  /// The name of the channel, and that of its part.
  public var description: String { name + (part.map { " of part \($0)" } ?? "") }
}
