internal import AuxContainers
package import AuxImage
package import AuxReader

extension Validator.Rule {
  /// Whether what the rule finds matters to whoever reads the images, not only to whoever writes them.
  ///
  /// Such rules look at headers alone. Source: Specs/validation.md, "What readers are told".
  package var mattersToReaders: Bool { explanation.mattersToReaders }
}

extension ImageSource {
  /// What of the headers matters to whoever reads the images: findings of the rules that ``Validator/Rule/mattersToReaders``.
  ///
  /// Pixels are not decoded. Findings of one rule that say the same are one, whose place names all of theirs. Neither the
  /// structure of the file nor its XMP packets are read again.
  package func remarks() -> [Validator.Finding] {
    let subject = FileSubject(model, headersOnly: true)
    return Self.rulesForReaders.flatMap { Self.merged($0.check(subject).findings) }
  }

  private static let rulesForReaders = Validator.families.flatMap { $0.filter(\.mattersToReaders) }

  private static func merged(_ findings: [Validator.Finding]) -> [Validator.Finding] {
    var merged: [Validator.Finding] = []
    for finding in findings {
      guard let same = merged.firstIndex(where: { $0.message == finding.message }) else {
        merged.append(finding)
        continue
      }
      let first = merged[same]
      let places = [first.place, finding.place].filter { !$0.isEmpty }.joined(separator: ", ")
      merged[same] = Validator.Finding(
        rule: first.rule, severity: first.severity, message: first.message, offset: first.offset,
        place: places)
    }
    return merged
  }

  /// Returns `json` with the remarks as `notes`, a list of ``Validator/Finding/json``, which is left out where it is empty.
  package func json(remarks: [Validator.Finding]) -> JSONValue {
    guard case .object(let members) = json, !remarks.isEmpty else { return json }
    return .object(members + [JSONValue.Member("notes", .array(remarks.map(\.json)))])
  }
}
