internal import AuxImage
internal import AuxKernels
internal import AuxWriter
internal import Foundation

/// Returns a number with four significant digits, for people.
private func short(_ value: Double) -> String { String(format: "%.4g", value) }

/// What `attach` prints of an output.
struct AttachReport {
  /// The object that `--json` prints.
  let json: JSONValue
  /// The lines for people.
  let text: String

  /// Compares what was given with what decodes from the file just written.
  init(path: String, report: WriteReport, attachments: [MapAttachment]) throws(AuxError) {
    var objects: [JSONValue] = []
    var lines = [
      "\(path): \(report.container.rawValue), "
        + (report.primaryUnchanged ? "primary unchanged" : "primary coded anew")
    ]
    for (attachment, image) in zip(attachments, report.images.suffix(attachments.count)) {
      let stored = image.stored
      let error = try attachment.difference(from: stored)
      let metadata = stored.metadata
      objects.append(
        .object([
          ("type", .string(stored.type.name)), ("width", .integer(stored.codes.width)),
          ("height", .integer(stored.codes.height)),
          ("floatMin", metadata.floatMinValue.map(JSONValue.number)),
          ("floatMax", metadata.floatMaxValue.map(JSONValue.number)),
          ("holesFilled", .integer(attachment.holesFilled)), ("maxError", .number(error.max)),
          ("meanError", .number(error.mean)), ("maxCodeError", .integer(image.maxCodeError)),
          ("meanCodeError", .number(image.meanCodeError)),
        ]))
      var line = "  \(stored.type) \(stored.codes.width)x\(stored.codes.height)"
      if let low = metadata.floatMinValue, let high = metadata.floatMaxValue { line += ", \(low)...\(high)" }
      if attachment.holesFilled > 0 { line += ", \(attachment.holesFilled) holes filled" }
      let unit = attachment.unit
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
