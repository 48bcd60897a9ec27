public import AuxImage

extension Validator {
  /// How much a finding matters.
  public enum Severity: String, Hashable, Sendable, CaseIterable {
    /// A rule of a format is broken, or readers will not find or will misread an image.
    case error
    /// Legal or readable, and very likely not what was meant.
    case warning
    /// Worth knowing; quirks of known writers are among these.
    case info
  }

  /// Something that a rule found.
  public struct Finding: Hashable, Sendable {
    /// The identifier of the rule.
    public let rule: String
    /// How much it matters: as the rule says, or a policy.
    public let severity: Severity
    /// What is wrong, for people.
    public let message: String
    /// The byte offset in the file, where one is known.
    public let offset: Int?
    /// The place in the structure, as in `meta/iprp/ipco[13]/auxC`; empty where no part is named.
    public let place: String
    /// What would mend it without touching pixels; nil where nothing would.
    public var repair: AuxRepair?
    /// Whether a ``FindingBaseline`` knows it: it is reported and not counted.
    public var isKnown = false

    /// Whether it makes a file invalid, or where `strict` is true, is a warning.
    package func counts(strict: Bool = false) -> Bool {
      !isKnown && (severity == .error || strict && severity == .warning)
    }
  }
}

extension Validator.Finding: CustomStringConvertible {
  /// The rule, the place, the byte and what is wrong, in one line, as reports for people say it.
  package var line: String {
    rule + (place.isEmpty ? "" : " \(place)") + (offset.map { " at byte \($0)" } ?? "") + ": \(message)"
  }

  /// The severity, the rule, the place and what is wrong, in one line.
  public var description: String { "\(severity) \(line)" }
}

extension Validator {
  /// The answer for a file that was validated.
  public enum Judgement: Hashable, Sendable {
    /// No rule of severity `error` found anything that counts.
    case valid
    /// A rule of severity `error` found something that counts.
    case invalid
    /// Rules found nothing that counts, but the system did not let them look at everything: the file may be either.
    ///
    /// The error is `codecMissing` where a library is not installed, `io` where memory, threads, processes or descriptors
    /// were lacking or the file could not be read, `changed` where another program wrote to the file, and `cancelled` where the
    /// caller ended the work.
    case notJudged(because: AuxError)
  }
}

extension Validator.Judgement: CustomStringConvertible {
  /// `valid`, `invalid`, or `not judged` with the reason after a colon.
  public var description: String {
    switch self {
    case .valid: "valid"
    case .invalid: "invalid"
    case .notJudged(let error): "not judged: \(error.message)"
    }
  }
}

extension Validator {
  /// The result of validating one file.
  public struct Report: Sendable {
    /// The container; nil for a file of no known container, or one that cannot be read.
    public let container: ImageContainer?
    /// The findings, in the order of ``Validator/rules``.
    public internal(set) var findings: [Finding]
    /// The identifiers of the rules that had something to look at.
    package let exercised: Set<String>
    /// Whether the photo's own picture was decoded, damaged or not: ``Validator/decodesPhoto``. Where it is false, nothing
    /// is said of that picture's coded data.
    public let isPhotoDecoded: Bool
    /// The findings that were mended and are no longer among ``findings``.
    public var repaired: [Finding] = []
    /// Whether mending changed bytes that a C2PA manifest of the file signs, which therefore no longer holds.
    package var invalidatesC2PA = false
    /// Why the file could not be opened at all.
    public let failure: AuxError?
    /// The system error that kept rules from looking at all of the file; nil where they did. It is not a finding.
    public let hindrance: AuxError?

    /// Whether the file is valid, where that can be said. What is known does not count.
    public var judgement: Judgement {
      if findings.contains(where: { $0.counts() }) { return .invalid }
      return hindrance.map(Judgement.notJudged) ?? .valid
    }

    package func count(_ severity: Severity) -> Int {
      findings.count { $0.severity == severity && !$0.isKnown }
    }

    /// Returns the report without what is only worth knowing, and without what is known.
    package func withoutNotes() -> Report {
      var report = self
      report.findings.removeAll { $0.severity == .info || $0.isKnown }
      return report
    }

    /// Returns the report with so many findings of each rule at most, the first ones, as a validator of that
    /// `Validator.mostFindings` has them.
    package func limited(to most: Int) -> Report {
      var report = self
      var counts: [String: Int] = [:]
      report.findings = findings.filter { finding in
        counts[finding.rule, default: 0] += 1
        return counts[finding.rule, default: 0] <= most
      }
      return report
    }
  }
}

extension Validator.Report: CustomStringConvertible {
  /// A line with the container and the verdict, and one for each finding.
  public var description: String {
    let head = (container.map { "\($0.rawValue): " } ?? "") + judgement.description
    return ([head] + findings.map(\.description)).joined(separator: "\n")
  }
}
