internal import AuxImage

/// A SARIF 2.1.0 log of the reports of many files, as text in pieces: memory does not grow with their number.
///
/// ```swift
/// var log = SARIFLog(tool: "nightly", version: "1.0")
/// var text = log.head
/// Validator().validate(paths: paths) { path, report in text += log.results(of: report, path: path) }
/// text += log.tail
/// ```
///
/// The rules stand in the head, one result for each finding after it. Source: OASIS SARIF Version 2.1.0.
public struct SARIFLog: Sendable {
  /// Everything before the results.
  public let head: String
  /// Everything after the results.
  public let tail = "\n]}]}\n"
  private var hasResults = false

  /// Creates the log of a run of the program of that name and version, which SARIF calls the tool.
  public init(tool: String = "auxdepth", version: String? = nil) {
    let driver: JSONValue = [
      "name": .string(tool), "version": version.map(JSONValue.string),
      "rules": .array(Validator.allRules.map(\.sarif)),
    ]
    head =
      "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":["
      + "{\"tool\":{\"driver\":\(driver.text)},\"columnKind\":\"unicodeCodePoints\",\"results\":["
  }

  /// Returns the results of one file, empty where nothing was found; they follow what was returned before.
  public mutating func results(of report: Report, path: String) -> String {
    var text = ""
    for finding in report.findings {
      text += (hasResults ? ",\n" : "\n") + finding.sarif(path: path).text
      hasResults = true
    }
    return text
  }

  /// Returns the whole log of reports.
  public static func text(
    of reports: some Sequence<(path: String, report: Report)>, tool: String = "auxdepth",
    version: String? = nil
  ) -> String {
    var log = SARIFLog(tool: tool, version: version)
    var text = log.head
    for (path, report) in reports { text += log.results(of: report, path: path) }
    return text + log.tail
  }
}

extension Severity {
  /// The level of a result, SARIF 3.27.10.
  fileprivate var level: JSONValue {
    switch self {
    case .error: .string("error")
    case .warning: .string("warning")
    case .info: .string("note")
    }
  }
}

extension Rule {
  /// The positions in the list of rules, to which results refer.
  fileprivate static let indices = Dictionary(
    uniqueKeysWithValues: Validator.allRules.enumerated().map { ($1.id, $0) })

  /// The reportingDescriptor, SARIF 3.49.
  fileprivate var sarif: JSONValue {
    [
      "id": .string(id), "shortDescription": ["text": .string(statement)],
      "help": ["text": .string(source)], "defaultConfiguration": ["level": severity.level],
    ]
  }
}

extension Finding {
  /// Returns the result, SARIF 3.27.
  fileprivate func sarif(path: String) -> JSONValue {
    let location: JSONValue = [
      "physicalLocation": [
        "artifactLocation": ["uri": .string(Self.uri(path))],
        "region": offset.map { ["byteOffset": .integer($0)] },
      ],
      "logicalLocations": place.isEmpty ? nil : .array([["fullyQualifiedName": .string(place)]]),
    ]
    return [
      "ruleId": .string(rule), "ruleIndex": Rule.indices[rule].map(JSONValue.integer),
      "level": severity.level, "message": ["text": .string(message)], "locations": .array([location]),
    ]
  }

  /// Returns a path as a URI reference, RFC 3986.
  private static func uri(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF")
    var text = path.hasPrefix("/") ? "file://" : ""
    for byte in FilePath.bytes(of: path) {
      let isFree =
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || "-._~/".utf8.contains(byte)
      text += isFree ? String(UnicodeScalar(byte)) : "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
    }
    return text
  }
}
