public import AuxReader
public import AuxValidator
public import AuxWriter

extension Validator {
  /// Repairs the file at `path` in place and without touching a pixel, as far as findings have an `AuxRepair`, and
  /// returns the report of the repaired file, whose `Validator.Report.repaired` lists what was repaired.
  ///
  /// The new file is checked before it gets its name: the findings are gone, no new one appears, and all coded bytes
  /// are the same. If nothing can be repaired, nothing is written. A file that cannot be read gives a finding. The
  /// file is always replaced in place, whatever `options` say about replacing. Throws `AuxError` as
  /// `PhotoRepair.finalize(to:options:check:)`, what keeps the file from being judged (`Validator.Report.hindrance`),
  /// and `unsupported` if the repaired file would have a finding that this one does not have; the old file then
  /// stays. Source: Specs/validation.md, "Repairs".
  public func repair(path: String, options: WriteOptions = .inPlace) throws(AuxError) -> Report {
    guard path != StandardStream.path else {
      throw AuxError(.usage, "standard input is not repaired in place", path: path)
    }
    let source: ImageSource
    do throws(AuxError) { source = try ImageSource(editing: path, limits: limits) } catch {
      // Another program has the file locked.
      if error.code == .changed { throw error.about(path) }
      return validate(path: path)
    }
    // What a report leaves out, since it says nothing new, is mended all the same.
    var validator = self
    validator.mostFindings = limits.items
    let before = validator.validate(source, path: path)
    let mended = before.findings.filter { $0.repair != nil }
    guard !mended.isEmpty else { return before.limited(to: mostFindings) }
    // Whether a repair brings another finding, nobody could say.
    if let hindrance = before.hindrance { throw hindrance.about(path) }
    var options = options
    options.replacement = .inPlace
    var after = before
    let repair = PhotoRepair(mended.compactMap(\.repair), of: source)
    try repair.finalize(to: path, options: options) { written throws(AuxError) in
      after = validator.validate(written, path: path)
      if let hindrance = after.hindrance { throw hindrance }
      if let finding = after.finding(notIn: before, less: mended) {
        throw AuxError(.unsupported, "nothing is mended, since the mended file would have: \(finding)")
      }
    }
    after = after.limited(to: mostFindings)
    after.repaired = mended
    // It may be over any byte of the file.
    after.invalidatesC2PA = source.c2paManifest != nil
    return after
  }
}

extension Validator.Report {
  /// Returns the first finding that was not there before, or should be gone.
  fileprivate func finding(notIn before: Validator.Report, less mended: [Validator.Finding]) -> Validator
    .Finding?
  {
    var allowed: [String: Int] = [:]
    func key(_ finding: Validator.Finding) -> String { "\(finding.rule)\n\(finding.place)" }
    for finding in before.findings { allowed[key(finding), default: 0] += 1 }
    for finding in mended { allowed[key(finding), default: 0] -= 1 }
    return findings.first { finding in
      let left = allowed[key(finding), default: 0]
      allowed[key(finding)] = left - 1
      return left <= 0
    }
  }
}
