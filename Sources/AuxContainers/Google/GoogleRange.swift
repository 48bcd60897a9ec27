internal import AuxImage

/// What the codes of one of Google's depth maps mean.
///
/// Source: Specs/jpeg-mpf.md, "GDepth" and "Dynamic Depth".
enum GoogleRange {
  /// Returns the meaning that properties state, given by their local names; `prefix` is for messages.
  ///
  /// Throws `malformed` where the range is invalid, `unsupported` for a format or unit that is not known.
  static func range(_ prefix: String, _ text: (String) -> String?) throws(AuxError) -> CodeRange {
    guard let near = text("Near").flatMap(NumberText.number), let far = text("Far").flatMap(NumberText.number)
    else {
      throw AuxError(.malformed, "\(prefix):Near or \(prefix):Far is missing or no number", place: "XMP")
    }
    let format = (text("Format") ?? "RangeInverse").lowercased()
    let units = (text("Units") ?? "m").lowercased()
    // In dioptres, what is near has the larger number; ends in the other order are distances.
    if format == "diopters" || units == "diopters", near > far {
      guard far >= 0, near.isFinite else { throw invalid(prefix, near, far) }
      guard format != "rangelinear" else {
        throw AuxError(.unsupported, "\(prefix):Format RangeLinear of diopters", place: "XMP")
      }
      return CodeRange(quantity: .disparity, firstValue: near, lastValue: far)
    }
    guard units != "diopters" else {
      throw AuxError(
        .unsupported, "\(prefix):Units Diopters with Near (\(near)) below Far (\(far))", place: "XMP")
    }
    let scale = units == "mm" ? 0.001 : 1
    let ends = (near: near * scale, far: far * scale)
    // Of distances so small or so large that they have no reciprocal, nothing can be said.
    guard ends.near > 0, ends.near < ends.far, (1 / ends.near).isFinite, 1 / ends.far > 0 else {
      throw invalid(prefix, near, far)
    }
    switch format {
    case "rangeinverse", "diopters":
      return CodeRange(quantity: .disparity, firstValue: 1 / ends.near, lastValue: 1 / ends.far)
    case "rangelinear": return CodeRange(quantity: .depth, firstValue: ends.near, lastValue: ends.far)
    default: throw AuxError(.unsupported, "\(prefix):Format \(text("Format") ?? "")", place: "XMP")
    }
  }

  /// Whether properties state what near and far are numbers of.
  static func statesUnit(_ text: (String) -> String?) -> Bool {
    guard let units = text("Units")?.lowercased() else { return text("Format")?.lowercased() == "diopters" }
    return units != "none"
  }

  private static func invalid(_ prefix: String, _ near: Double, _ far: Double) -> AuxError {
    AuxError(.malformed, "\(prefix):Near (\(near)) and \(prefix):Far (\(far)) are no range", place: "XMP")
  }
}
