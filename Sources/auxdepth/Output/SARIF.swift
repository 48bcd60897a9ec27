internal import ArgumentParser
internal import AuxDepthKit

/// The parts of a SARIF 2.1.0 log, written one after the other so that memory does not grow.
enum SARIF {
  /// Everything in front of the results.
  static var head: String {
    let driver = JSONValue.object([
      ("name", .string("auxdepth")), ("version", .string(AuxDepth.configuration.version)),
      ("rules", .array(Validator.rules.map(rule))),
    ])
    return "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":["
      + "{\"tool\":{\"driver\":\(driver.text)},\"columnKind\":\"unicodeCodePoints\",\"results\":["
  }

  /// Everything behind the results.
  static let tail = "\n]}]}\n"

  private static let levels: [Severity: String] = [.error: "error", .warning: "warning", .info: "note"]
  private static let indices = Dictionary(
    uniqueKeysWithValues: Validator.rules.enumerated().map { ($1.id, $0) })

  private static func rule(_ rule: Rule) -> JSONValue {
    .object([
      ("id", .string(rule.id)), ("shortDescription", .object([("text", .string(rule.statement))])),
      ("help", .object([("text", .string(rule.source))])),
      ("defaultConfiguration", .object([("level", .string(levels[rule.severity] ?? "none"))])),
    ])
  }

  /// Returns one result.
  static func result(_ finding: Finding, path: String) -> JSONValue {
    let location = JSONValue.object([
      (
        "physicalLocation",
        .object([
          ("artifactLocation", .object([("uri", .string(uri(path)))])),
          ("region", finding.offset.map { .object([("byteOffset", .integer($0))]) }),
        ])
      ),
      (
        "logicalLocations",
        finding.place.isEmpty ? nil : .array([.object([("fullyQualifiedName", .string(finding.place))])])
      ),
    ])
    return .object([
      ("ruleId", .string(finding.rule)), ("ruleIndex", indices[finding.rule].map(JSONValue.integer)),
      ("level", .string(levels[finding.severity] ?? "none")),
      ("message", .object([("text", .string(finding.message))])), ("locations", .array([location])),
    ])
  }

  /// Returns a path as a URI reference, RFC 3986.
  private static func uri(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF")
    var text = path.hasPrefix("/") ? "file://" : ""
    for byte in path.utf8 {
      let isFree =
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || "-._~/".utf8.contains(byte)
      text += isFree ? String(UnicodeScalar(byte)) : "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
    }
    return text
  }
}
