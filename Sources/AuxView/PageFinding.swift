internal import AuxImage
internal import AuxValidator

/// What the validator says of files, as the page holds it.
enum PageFinding {
  /// Returns the members of a file's object.
  static func members(of report: Validator.Report) -> [JSONValue.Member] {
    [
      .init("findings", .array(report.findings.map(\.json))),
      report.judgement.reason.map { .init("notJudged", .string($0)) }
        ?? .init("valid", .boolean(report.judgement == .valid)),
    ]
  }

  /// Returns what must hold by rules, and the parts of their pages.
  static func rules(_ identifiers: Set<String>) -> JSONValue {
    .object(
      Validator.allRules.filter { identifiers.contains($0.id) }.map { rule in
        let parts = rule.parts.map { JSONValue.array([.string($0.title), .string($0.text)]) }
        return .init(
          rule.id,
          ["statement": .string(rule.statement), "source": .string(rule.source), "parts": .array(parts)])
      })
  }
}
