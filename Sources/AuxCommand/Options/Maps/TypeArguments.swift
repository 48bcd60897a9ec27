internal import ArgumentParser
internal import AuxDepthKit

/// An option for each of some types of auxiliary image.
///
/// The library's list of types makes them. ArgumentParser finds options by reflection and reads them by coding keys,
/// so that both are given here instead of by properties.
protocol TypeArguments: ParsableArguments, CustomReflectable {
  /// The types that have an option, in the order of the help.
  static var types: [AuxiliaryDataType] { get }
  /// Returns the name of the option of a type.
  static func name(for type: AuxiliaryDataType) -> String
  /// Makes the option of a type.
  static func option(for type: AuxiliaryDataType) -> Option<String?>

  /// The options of the types, in their order.
  var options: [Option<String?>] { get }
  init(options: [Option<String?>])
}

/// The coding key of an option.
private struct OptionKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

extension TypeArguments {
  init() { self.init(options: Self.types.map(Self.option)) }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: OptionKey.self)
    self.init(
      options: try Self.types.map {
        try container.decode(Option<String?>.self, forKey: OptionKey(stringValue: Self.name(for: $0)))
      })
  }

  var customMirror: Mirror {
    Mirror(
      self, children: zip(Self.types, options).map { (label: Self.name(for: $0), value: $1) },
      displayStyle: .struct)
  }

  /// What was given for a type.
  subscript(type: AuxiliaryDataType) -> String? {
    Self.types.firstIndex(of: type).flatMap { options[$0].wrappedValue }
  }
}

/// An option for each type of auxiliary image that has a short name: `--skin`, `--gainmap` and the rest.
struct MatteArguments: TypeArguments {
  static let types = AuxiliaryDataType.known.filter { $0.shortName != nil }

  let options: [Option<String?>]

  static func name(for type: AuxiliaryDataType) -> String { type.optionName }

  static func option(for type: AuxiliaryDataType) -> Option<String?> {
    let summary = type.summary ?? type.name
    return Option(
      name: .customLong(name(for: type)), help: "\(summary.prefix(1).uppercased() + summary.dropFirst()).",
      completion: .map)
  }
}

/// An option for each map that names its channel in an OpenEXR file: `--depth-channel`, `--portrait-channel` and the rest.
struct ChannelArguments: TypeArguments {
  static let types = [.depth, .disparity] + MatteArguments.types

  let options: [Option<String?>]

  static func name(for type: AuxiliaryDataType) -> String { "\(type.optionName)-channel" }

  static func option(for type: AuxiliaryDataType) -> Option<String?> {
    Option(
      name: .customLong(name(for: type)),
      help: "The channel of an OpenEXR file that --\(type.optionName) takes.")
  }
}

extension AuxiliaryDataType {
  /// The name of the option of ``MatteArguments``.
  var optionName: String { shortName ?? name }
}
