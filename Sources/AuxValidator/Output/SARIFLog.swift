internal import AuxCodecs
internal import AuxImage
internal import AuxReader

/// A SARIF 2.1.0 log of the reports of many files, as text in pieces: memory does not grow with their number.
///
/// ```swift
/// var log = SARIFLog(tool: "nightly", version: "1.0")
/// var text = log.head
/// Validator().validate(paths: paths) { path, report in text += log.results(of: report, path: path) }
/// text += log.tail
/// ```
///
/// The rules are in the head, one result for each finding after it, and a notification for each file that could not be judged
/// as a whole at the end. Paths are relative to the current folder where they lead into it. Source: OASIS SARIF Version
/// 2.1.0; Specs/validation.md, "SARIF".
public struct SARIFLog: ReportLog {
  /// The most results of a run that code scanning of GitHub takes.
  public static let usualMostResults = 25_000
  /// The most notifications of a run: memory does not grow with the number of files.
  private static let mostNotifications = 1000

  /// Everything before the results.
  public let head: String
  /// Whether results say what a ``FindingBaseline`` knows: their `baselineState`.
  package var hasBaseline = false
  private let mostResults: Int
  private var count = 0
  /// The notifications for files that could not be judged as a whole, and how many such files there were.
  private var notifications: [JSONValue] = []
  private var unjudged = 0
  /// What no report of one file says.
  private var summary: Validator.Summary?

  /// Creates the log of a run of the program of that name and version, which SARIF calls the tool.
  ///
  /// Each rule has its page. If `pages` gives the address of the folder docs/rules of the site that `make site` builds, each
  /// rule also has a link. Results beyond `mostResults` are left out, and ``tail`` says how many.
  public init(
    tool: String = "auxdepth", version: String? = nil, pages: String? = nil,
    mostResults: Int = SARIFLog.usualMostResults
  ) {
    self.mostResults = max(mostResults, 0)
    let driver: JSONValue = [
      "name": .string(tool), "version": version.map(JSONValue.string),
      "rules": .array(Validator.allRules.map { $0.sarif(pages: pages) }),
    ]
    let bases: JSONValue = [
      SARIFPlace.root: ["description": ["text": .string("The folder that the run was started in.")]]
    ]
    let automation: JSONValue = ["id": .string("\(tool)/validate/")]
    head =
      "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":["
      + "{\"tool\":{\"driver\":\(driver.text)},\"automationDetails\":\(automation.text),"
      + "\"originalUriBaseIds\":\(bases.text),\"columnKind\":\"unicodeCodePoints\",\"results\":["
  }

  /// Returns the results of one file, empty where nothing was found; they follow what was returned before.
  public mutating func results(of report: Validator.Report, path: String) -> String {
    if let hindrance = report.hindrance { notify(hindrance, path) }
    var text = ""
    var seen: [String: Int] = [:]
    for finding in report.findings {
      count += 1
      guard count <= mostResults else { continue }
      // The bytes before may change: the rule and the place in the structure, and the how manieth of these, stay.
      let identity = "\(finding.rule)\n\(finding.place)"
      let number = seen[identity, default: 0] + 1
      seen[identity] = number
      let digest = MD5.hexDigest(of: Array(identity.utf8)).prefix(16).lowercased()
      let result = finding.sarif(
        path: path, fingerprint: "\(digest):\(number)", hasBaseline: hasBaseline)
      text += (count > 1 ? ",\n" : "\n") + result.text
    }
    return text
  }

  /// Keeps that a file could not be judged as a whole: a notification, SARIF 3.58.
  private mutating func notify(_ hindrance: AuxError, _ path: String) {
    unjudged += 1
    guard unjudged <= Self.mostNotifications else { return }
    let message = "not judged: \(hindrance.message)"
    notifications.append([
      "level": .string("error"), "message": ["text": .string(message)],
      "locations": .array([["physicalLocation": ["artifactLocation": SARIFPlace.artifact(path)]]]),
    ])
  }

  /// Takes the files that were passed over, each of which becomes a notification, and whether photos' own pictures were
  /// decoded, which becomes a property of the run.
  public mutating func end(with summary: Validator.Summary) { self.summary = summary }

  /// The notifications for files that were passed over.
  private static func notes(on summary: Validator.Summary) -> [JSONValue] {
    var notes: [JSONValue] = summary.passedOver.paths.map { path in
      [
        "level": .string("note"), "message": ["text": .string(PassedOverFiles.reason)],
        "locations": .array([["physicalLocation": ["artifactLocation": SARIFPlace.artifact(path)]]]),
      ]
    }
    let more = summary.passedOver.count - summary.passedOver.paths.count
    if more > 0 { notes.append(notification("note", "\(more) more files were passed over")) }
    return notes
  }

  private static func notification(_ level: String, _ message: String) -> JSONValue {
    ["level": .string(level), "message": ["text": .string(message)]]
  }

  /// Everything after the results.
  public var tail: String {
    var messages = notifications
    if unjudged > messages.count {
      messages.append(
        Self.notification(
          "error", "\(unjudged - messages.count) more files were not judged, for reasons like these"))
    }
    if count > mostResults {
      let message = "\(count - mostResults) more results were left out: \(mostResults) are taken at most"
      messages.append(Self.notification("warning", message))
    }
    messages += summary.map(Self.notes) ?? []
    let properties: JSONValue = [
      "passedOver": summary.map { .integer($0.passedOver.count) },
      "undecodedPhotos": summary.map { .integer($0.undecodedPhotos) },
    ]
    let end = "\n]" + (summary == nil ? "" : ",\"properties\":\(properties.text)")
    guard !messages.isEmpty else { return end + "}]}\n" }
    let invocation: JSONValue = [
      "executionSuccessful": .boolean(unjudged == 0), "toolExecutionNotifications": .array(messages),
    ]
    return end + ",\"invocations\":[\(invocation.text)]}]}\n"
  }

  /// Returns the whole log of reports.
  public static func text(
    of reports: some Sequence<(path: String, report: Validator.Report)>, tool: String = "auxdepth",
    version: String? = nil
  ) -> String {
    var log = SARIFLog(tool: tool, version: version)
    return log.text(of: reports)
  }
}

/// Where files are, as SARIF says it.
private enum SARIFPlace {
  /// The folder that relative paths are relative to; code scanners take it for that of the repository.
  static let root = "%SRCROOT%"

  /// Returns the artifactLocation of a path, SARIF 3.4: relative where it is in the current folder.
  static func artifact(_ path: String) -> JSONValue {
    let shown = RelativePath.shown(path)
    guard shown.hasPrefix("/") else { return ["uri": .string(uri(shown)), "uriBaseId": .string(root)] }
    return ["uri": .string("file://" + uri(shown))]
  }

  /// Returns a path as the path of a URI, RFC 3986.
  private static func uri(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF")
    var text = ""
    for byte in PathText.bytes(of: path) {
      let isFree =
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || "-._~/".utf8.contains(byte)
      text += isFree ? String(UnicodeScalar(byte)) : "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
    }
    return text
  }
}

extension Validator.Severity {
  /// The level of a result, SARIF 3.27.10.
  fileprivate var level: JSONValue {
    switch self {
    case .error: .string("error")
    case .warning: .string("warning")
    case .info: .string("note")
    }
  }
}

extension Validator.Rule {
  /// The positions in the list of rules, to which results refer.
  fileprivate static let indices = Dictionary(
    uniqueKeysWithValues: Validator.allRules.enumerated().map { ($1.id, $0) })

  /// The reportingDescriptor, SARIF 3.49, with the properties that code scanning of GitHub reads.
  fileprivate func sarif(pages: String?) -> JSONValue {
    let problem: JSONValue =
      switch severity {
      case .error: .string("error")
      case .warning: .string("warning")
      case .info: .string("recommendation")
      }
    return [
      "id": .string(id), "shortDescription": ["text": .string(statement)],
      "fullDescription": ["text": .string(statement)],
      "help": ["text": .string("\(statement) Source: \(source)"), "markdown": .string(page)],
      "helpUri": pages.map { .string($0 + ($0.hasSuffix("/") ? "" : "/") + pageName) },
      "defaultConfiguration": ["level": severity.level],
      "properties": [
        "tags": .array([.string("images"), .string(scope.rawValue)]), "precision": .string("very-high"),
        "problem.severity": problem,
      ],
    ]
  }
}

extension Validator.Finding {
  /// Returns the result, SARIF 3.27.
  fileprivate func sarif(path: String, fingerprint: String, hasBaseline: Bool) -> JSONValue {
    // A region of bytes; code scanners look for a line, and what is not text has one.
    let location: JSONValue = [
      "physicalLocation": [
        "artifactLocation": SARIFPlace.artifact(path),
        "region": ["startLine": .integer(1), "byteOffset": offset.map(JSONValue.integer)],
      ],
      "logicalLocations": place.isEmpty ? nil : .array([["fullyQualifiedName": .string(place)]]),
    ]
    return [
      "ruleId": .string(rule), "ruleIndex": Validator.Rule.indices[rule].map(JSONValue.integer),
      "level": severity.level, "message": ["text": .string(message)], "locations": .array([location]),
      "partialFingerprints": ["primaryLocationLineHash": .string(fingerprint)],
      "baselineState": hasBaseline ? .string(isKnown ? "unchanged" : "new") : nil,
      "suppressions": isKnown ? .array([["kind": .string("external")]]) : nil,
    ]
  }
}
