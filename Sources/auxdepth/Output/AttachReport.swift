internal import AuxDepthKit
internal import Foundation

/// Returns a number with four significant digits, for people.
private func short(_ value: Double) -> String { String(format: "%.4g", value) }

/// What `attach` prints of an output.
struct AttachReport {
  /// The object that `--json` prints.
  let json: JSONValue
  /// The lines for people.
  let text: String

  /// Describes what was written of the maps that were given.
  init(path: String, report: WriteReport) {
    var objects: [JSONValue] = []
    var lines = [
      "\(path): \(report.container.rawValue), "
        + (report.primaryUnchanged ? "primary unchanged" : "primary coded anew")
    ]
    for image in report.images {
      guard let map = image.map else { continue }
      let (stored, metadata, error) = (image.stored, image.stored.metadata, map.difference)
      objects.append(
        .object([
          ("type", .string(stored.type.name)), ("width", .integer(stored.codes.width)),
          ("height", .integer(stored.codes.height)),
          ("floatMin", metadata.floatMinValue.map(JSONValue.number)),
          ("floatMax", metadata.floatMaxValue.map(JSONValue.number)),
          ("holesFilled", .integer(map.holesFilled)), ("maxError", .number(error.max)),
          ("meanError", .number(error.mean)), ("maxCodeError", .integer(image.maxCodeError)),
          ("meanCodeError", .number(image.meanCodeError)),
        ]))
      var line = "  \(stored.type) \(stored.codes.width)x\(stored.codes.height)"
      if let low = metadata.floatMinValue, let high = metadata.floatMaxValue { line += ", \(low)...\(high)" }
      if map.holesFilled > 0 { line += ", \(map.holesFilled) holes filled" }
      let unit = error.unit.rawValue
      lines.append(
        line + ", error at most \(short(error.max)) \(unit), \(short(error.mean)) \(unit) in the mean")
    }
    json = .object([
      ("path", .string(path)), ("container", .string(report.container.rawValue)),
      ("primaryUnchanged", .boolean(report.primaryUnchanged)), ("attached", .array(objects)),
    ])
    text = lines.joined(separator: "\n")
  }
}
