import AuxDepthKit

/// What documents and Python say of the conventions of maps, from the library's table.
enum ConventionTexts {
  private static let origin =
    "Scripts/options writes this from the table in Sources/AuxMaps/Depth/MapConvention.swift"

  /// The page of docs.
  static var page: String {
    let sections = MapConvention.allCases.map { convention in
      """
      ## \(convention.rawValue)

      \(escaped(convention.facts.summary)).

      \(convention.lines.map { "- \(escaped($0))" }.joined(separator: "\n"))
      """
    }
    return """
      # Conventions

      <!-- \(origin). -->

      What `--convention` names, the option `convention` of C and Python, and the kinds of `from_model()`: what made a map, and
      so what its samples mean. `auxdepth conventions` prints the same. The rules are in
      [Conversions](../Specs/conversions.md), "Conventions by name" and "Cameras that come along".

      \(sections.joined(separator: "\n\n"))

      """
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { $0 += "_*".contains($1) ? "\\\($1)" : String($1) }
  }

  /// The table of Python.
  static var python: String {
    let rows = MapConvention.allCases.map { convention in
      let (facts, arrays) = (convention.facts, convention.facts.arrays)
      let unit =
        switch arrays.camera {
        case .focalLength: "\"focal\""
        case .matrix: "\"pixels\""
        case .normalisedMatrix: "\"sides\""
        case nil: "None"
        }
      let values = [
        facts.needsDistances ? "True" : "False", facts.floats == .metres ? "True" : "False",
        "\"\(arrays.depth)\"", text(arrays.mask), text(arrays.camera?.key), unit,
      ]
      return "    \"\(convention.rawValue)\": (\(values.joined(separator: ", "))),"
    }
    return """
      #: What made a map, by name: whether near and far have to be given; whether floats are metres; the keys of depth, mask and
      #: camera in what a model returns; and what the camera is: a focal length or a matrix in pixels, or in sides of the map.
      CONVENTIONS: Mapping[str, tuple[bool, bool, str, str | None, str | None, str | None]] = {
      \(rows.joined(separator: "\n"))
      }
      """
  }

  private static func text(_ key: String?) -> String { key.map { "\"\($0)\"" } ?? "None" }
}
