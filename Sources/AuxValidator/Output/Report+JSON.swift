package import AuxImage
package import AuxReader

extension Validator.Report {
  /// Returns the report as a JSON object: `path`, `container`, `valid` and `findings`, a list of ``Validator/Finding/json``.
  ///
  /// Where the file could not be judged, there is no `valid`, and `judged` is false. `reason` and `code` are what kept rules
  /// from looking at all of the file, of one that is invalid all the same, too.
  /// `namesExercised` adds `exercised`, the identifiers of the rules that had something to look at, in the order of
  /// the alphabet; `photoDecoded` is ``isPhotoDecoded`` of a file that could be opened; mended findings are in `repaired`, and
  /// `c2pa` is `invalidated` where a manifest no longer holds for that. What is not known is left out.
  package func json(path: String? = nil, namesExercised: Bool = false) -> JSONValue {
    [
      "path": path.map(JSONValue.path), "pathBytes": path.flatMap(JSONValue.pathBytes),
      "container": container.map { .string($0.rawValue) },
      "judged": valid == nil ? .boolean(false) : nil, "valid": valid.map(JSONValue.boolean),
      "reason": hindrance.map { .string($0.message) }, "code": hindrance.map { .string($0.code.description) },
      "findings": .array(findings.map(\.json)),
      "photoDecoded": container.map { _ in .boolean(isPhotoDecoded) },
      "repaired": repaired.isEmpty ? nil : .array(repaired.map(\.json)),
      "c2pa": invalidatesC2PA ? .string("invalidated") : nil,
      "exercised": namesExercised ? .array(exercised.sorted().map(JSONValue.string)) : nil,
    ]
  }
}

extension Validator.Report {
  /// Whether the file is valid; nil where it is not judged.
  private var valid: Bool? {
    switch judgement {
    case .valid: true
    case .invalid: false
    case .notJudged: nil
    }
  }
}

extension Validator.Finding {
  /// The finding as a JSON object: `rule`, `severity`, `message`, where they are known `offset` and `where`, `repair`, what
  /// would mend it, and `known`, true where a baseline knows it.
  package var json: JSONValue {
    [
      "rule": .string(rule), "severity": .string(severity.rawValue), "message": .string(message),
      "offset": offset.map(JSONValue.integer), "where": place.isEmpty ? nil : .string(place),
      "repair": repair.map { .string("\($0)") }, "known": isKnown ? .boolean(true) : nil,
    ]
  }
}

extension Validator.Rule {
  /// The rule as a JSON object: `rule`, `severity`, `container`, `statement` and `source`.
  package var json: JSONValue {
    [
      "rule": .string(id), "severity": .string(severity.rawValue), "container": .string(scope.rawValue),
      "statement": .string(statement), "source": .string(source),
    ]
  }

  /// ``json`` with what people read about the rule: `why`, `cause`, `example`, `remedy`, `repair` where there is one, and
  /// `since`, a version.
  package var explainedJSON: JSONValue {
    guard case .object(let members) = json else { return json }
    let explanation: JSONValue = [
      "why": .string(explanation.why), "cause": .string(explanation.cause),
      "example": .string(explanation.example), "remedy": .string(explanation.remedy),
      "repair": explanation.repair.map(JSONValue.string), "since": .string(explanation.since),
    ]
    guard case .object(let more) = explanation else { return json }
    return .object(members + more)
  }
}

extension PassedOverFiles {
  /// A JSON object for each of the paths, with `path`, `passedOver`, which is true, and no `findings`; where there were more
  /// files, a last one with their number as `more`.
  package var json: [JSONValue] {
    let files: [JSONValue] = paths.map {
      ["path": .path($0), "pathBytes": .pathBytes($0), "passedOver": .boolean(true), "findings": .array([])]
    }
    guard count > paths.count else { return files }
    return files + [
      ["passedOver": .boolean(true), "more": .integer(count - paths.count), "findings": .array([])]
    ]
  }

  /// Why they were passed over, for reports.
  static let reason = "passed over: the extension is not that of a photo"
}
