internal import AuxImage

/// The library's JSON about a file, as rows for people.
///
/// The facts are those of `ImageSource.json`, which the program prints too; nothing is found out a second time.
enum PageTable {
  /// The members of an auxiliary image that are tables of their own.
  static let tablesOfImages: Set = ["calibration", "gainMap", "focalTable", "index", "error"]

  /// Labels of members whose names do not say what they are, or in which unit.
  private static let labels = [
    "floatMin": "Smallest value", "floatMax": "Largest value", "byteCount": "Bytes",
    "baseline": "Baseline (mm)",
    "fieldOfView": "Field of view (degrees)", "focalLength": "Focal length (widths)",
    "disparityAdjustment": "Disparity adjustment (widths)", "gainMin": "Smallest gain (log2)",
    "gainMax": "Largest gain (log2)", "baseHeadroom": "Headroom of the base (log2)",
    "alternateHeadroom": "Headroom of the alternate (log2)", "pixelSize": "Pixel size (mm)",
    "focalLengthIn35mmFilm": "Focal length on 35 mm film (mm)", "primaries": "Colour primaries",
  ]

  /// Returns the members of an object as rows of a name and a text; objects in it are rows of their own after it.
  static func rows(of value: JSONValue, without left: Set<String> = []) -> JSONValue {
    .array(texts(of: value, "", without: left).map { .array([.string($0.name), .string($0.text)]) })
  }

  /// Returns a table with a title; nil where it would have no rows.
  static func table(
    _ title: String, _ value: JSONValue, without left: Set<String> = []
  ) -> JSONValue? {
    guard case .array(let rows) = rows(of: value, without: left), !rows.isEmpty else { return nil }
    return ["title": .string(title), "rows": .array(rows)]
  }

  private static func texts(
    of value: JSONValue, _ name: String, without left: Set<String> = []
  ) -> [(name: String, text: String)] {
    switch value {
    case .object(let members):
      return members.filter { !left.contains($0.name) }.flatMap { member in
        let label = label(of: member.name)
        let isNested = !name.isEmpty
        return texts(of: member.value, isNested ? "\(name): \(lowered(label))" : label)
      }
    case .array(let values):
      if values.allSatisfy(\.isScalar) {
        return values.isEmpty ? [] : [(name, values.map(\.plain).joined(separator: ", "))]
      }
      return values.enumerated().flatMap { texts(of: $1, values.count > 1 ? "\(name) \($0 + 1)" : name) }
    case .string, .integer, .number, .boolean: return [(name, value.plain)]
    }
  }

  private static func lowered(_ label: String) -> String {
    // An abbreviation keeps its letters.
    label.dropFirst().first?.isUppercase == true ? label : label.prefix(1).lowercased() + label.dropFirst()
  }

  /// Returns the name of a member in words: `bytesPerRow` as `Bytes per row`.
  private static func label(of name: String) -> String {
    if let label = labels[name] { return label }
    var words = ""
    var wasUpper = true
    for character in name {
      let isUpper = character.isUppercase
      if isUpper, !wasUpper { words += " " }
      words += isUpper && !wasUpper ? character.lowercased() : String(character)
      wasUpper = isUpper
    }
    return words.prefix(1).uppercased() + words.dropFirst()
  }
}

extension JSONValue {
  fileprivate var isScalar: Bool {
    switch self {
    case .string, .integer, .number, .boolean: true
    case .array, .object: false
    }
  }

  /// A value that has no parts, as people write it.
  fileprivate var plain: String {
    switch self {
    case .string(let text): text
    case .boolean(let boolean): boolean ? "yes" : "no"
    case .integer, .number, .array, .object: text
    }
  }
}
