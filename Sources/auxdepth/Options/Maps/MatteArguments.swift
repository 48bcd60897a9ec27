internal import ArgumentParser
internal import AuxDepthKit

/// An option for each type of auxiliary image that has a short name: `--skin`, `--gainmap` and the rest.
///
/// The library's list of types makes them. ArgumentParser finds options by reflection and reads them by coding keys,
/// so that both are given here instead of by properties.
struct MatteArguments: ParsableArguments, CustomReflectable {
  /// The types that have an option, in the order of the help.
  static let types = AuxiliaryDataType.known.filter { $0.shortName != nil }

  private var options: [Option<String?>]

  init() {
    options = Self.types.map { type in
      let summary = type.summary ?? type.name
      return Option(
        name: .customLong(type.optionName), help: "\(summary.prefix(1).uppercased() + summary.dropFirst()).",
        completion: .map)
    }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    options = try Self.types.map { try container.decode(Option<String?>.self, forKey: Key($0)) }
  }

  var customMirror: Mirror {
    Mirror(
      self, children: zip(Self.types, options).map { (label: $0.optionName, value: $1) },
      displayStyle: .struct)
  }

  subscript(type: AuxiliaryDataType) -> String? {
    Self.types.firstIndex(of: type).flatMap { options[$0].wrappedValue }
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ type: AuxiliaryDataType) { stringValue = type.optionName }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

extension AuxiliaryDataType {
  /// The name of the option of ``MatteArguments``.
  var optionName: String { shortName ?? name }
}
