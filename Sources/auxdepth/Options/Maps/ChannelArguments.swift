internal import ArgumentParser
internal import AuxDepthKit

/// An option for each map that names its channel in an OpenEXR file: `--depth-channel`, `--portrait-channel` and the rest.
///
/// They are made as those of ``MatteArguments``.
struct ChannelArguments: ParsableArguments, CustomReflectable {
  /// The types that have an option, in the order of the help.
  static let types = [.depth, .disparity] + MatteArguments.types

  private var options: [Option<String?>]

  init() {
    options = Self.types.map { type in
      Option(
        name: .customLong("\(type.optionName)-channel"),
        help: "The channel of an OpenEXR file that --\(type.optionName) takes.")
    }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    options = try Self.types.map { try container.decode(Option<String?>.self, forKey: Key($0)) }
  }

  var customMirror: Mirror {
    Mirror(
      self, children: zip(Self.types, options).map { (label: Key($0).stringValue, value: $1) },
      displayStyle: .struct)
  }

  /// The channel given for a type.
  subscript(type: AuxiliaryDataType) -> String? {
    Self.types.firstIndex(of: type).flatMap { options[$0].wrappedValue }
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ type: AuxiliaryDataType) { stringValue = "\(type.optionName)-channel" }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
