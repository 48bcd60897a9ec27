import AuxDepthKit

/// What Python says of the conventions of maps, from the library's table.
enum ConventionTexts {
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
