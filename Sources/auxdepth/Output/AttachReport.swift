internal import AuxDepthKit
internal import Foundation

/// Returns a number with four significant digits, for people.
private func short(_ value: Double) -> String { String(format: "%.4g", value) }

/// What is printed of a map's samples that had no value of their own.
enum CountText {
  /// Returns a phrase that goes on in a line, empty where every sample had a value.
  static func phrase(_ counts: SampleCounts) -> String {
    var text = ""
    if counts.background > 0 { text += ", \(percent(counts.backgroundShare)) background" }
    if counts.holes > 0 { text += ", \(counts.holes) holes filled (\(percent(counts.holeShare)))" }
    if counts.clamped > 0 { text += ", \(percent(counts.clampedShare)) clamped" }
    return text
  }

  private static func percent(_ share: Double) -> String {
    share < 0.001 ? "less than 0.1 %" : String(format: "%.1f %%", share * 100)
  }
}

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
          ("holesFilled", .integer(map.counts.holes)), ("maxError", .number(error.max)),
          ("meanError", .number(error.mean)), ("maxCodeError", .integer(image.maxCodeError)),
          ("meanCodeError", .number(image.meanCodeError)),
          ("backgroundSamples", .integer(map.counts.background)),
          ("backgroundShare", .number(map.counts.backgroundShare)),
          ("holeShare", .number(map.counts.holeShare)),
          ("clampedShare", .number(map.counts.clampedShare)),
          ("displayWidth", report.orientation.swapsSides ? .integer(stored.codes.height) : nil),
          ("displayHeight", report.orientation.swapsSides ? .integer(stored.codes.width) : nil),
        ]))
      var line = "  \(stored.type) \(stored.codes.width)x\(stored.codes.height)"
      if report.orientation.swapsSides { line += " (displayed \(stored.codes.height)x\(stored.codes.width))" }
      if let low = metadata.floatMinValue, let high = metadata.floatMaxValue { line += ", \(low)...\(high)" }
      line += CountText.phrase(map.counts)
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
