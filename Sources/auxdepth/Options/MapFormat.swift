internal import ArgumentParser
internal import AuxDepthKit

/// The formats that `extract` writes: those of map files, and ImageIO's dictionary.
enum MapFormat: ExpressibleByArgument {
  case map(MapFile.Kind)
  case plist

  /// The names of the kinds of map file, for help texts.
  static let kinds = list(MapFile.Kind.writable.map(\.rawValue))
  /// The names of all formats, for help texts.
  static let names = list(MapFile.Kind.writable.map(\.rawValue) + ["plist"])

  private static func list(_ names: [String]) -> String {
    names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
  }

  /// Reads the name of a format.
  init?(argument: String) {
    if argument == "plist" {
      self = .plist
    } else if let kind = MapFile.Kind.writable.first(where: { $0.rawValue == argument }) {
      self = .map(kind)
    } else {
      return nil
    }
  }

  /// The name, which is the extension of files.
  var name: String {
    switch self {
    case .map(let kind): kind.rawValue
    case .plist: "plist"
    }
  }

  /// Returns the format that a path's extension names.
  init(path: String) throws(AuxError) {
    if path.lowercased().hasSuffix(".plist") {
      self = .plist
    } else {
      guard let kind = MapFile.Kind(outputPath: path) else {
        let ends = Self.list(MapFile.Kind.writable.map { ".\($0.rawValue)" } + [".plist"])
        throw AuxError(.usage, "the output \(path) must end in \(ends), or give --format")
      }
      self = .map(kind)
    }
  }
}
