public import AuxImage
public import AuxReader

extension Validator {
  /// What the reports of many files come to.
  public struct Summary: Sendable {
    /// What one rule found, as one severity.
    public struct RuleCount: Hashable, Sendable {
      /// The identifier of the rule.
      public let rule: String
      /// How much it matters.
      public let severity: Severity
      /// The number of findings.
      public internal(set) var findings: Int
      /// The number of files that have one.
      public internal(set) var files: Int
    }

    private struct Key: Hashable {
      var rule: String
      var severity: Severity
    }

    /// The number of files.
    public private(set) var files = 0
    /// The number of files whose ``Validator/Report/judgement`` is `invalid`.
    public private(set) var invalid = 0
    /// The number of files whose ``Validator/Report/judgement`` is `notJudged`.
    public private(set) var unjudged = 0
    /// The number of findings of severity `error`, those that are known left out.
    public private(set) var errors = 0
    /// The number of findings of severity `warning`, those that are known left out.
    public private(set) var warnings = 0
    /// The number of findings that a ``FindingBaseline`` knows.
    public private(set) var known = 0
    /// The number of files that could be opened and whose ``Validator/Report/isPhotoDecoded`` is false.
    public private(set) var undecodedPhotos = 0
    /// The files that were passed over; whoever looks into folders adds them.
    public var passedOver = PassedOverFiles()
    /// The error of the first file that could not be opened at all.
    public private(set) var failure: AuxError?
    /// The error that kept rules from checking a whole file, from the first file with such an error.
    public private(set) var hindrance: AuxError?
    private var counts: [Key: RuleCount] = [:]

    /// Creates the summary of no file.
    public init() {}

    /// Adds the report of one file.
    public mutating func add(_ report: Report) {
      files += 1
      errors += report.count(.error)
      warnings += report.count(.warning)
      switch report.judgement {
      case .valid: break
      case .invalid: invalid += 1
      case .notJudged: unjudged += 1
      }
      if report.container != nil, !report.isPhotoDecoded { undecodedPhotos += 1 }
      hindrance = hindrance ?? report.hindrance
      if let error = report.failure { failure = failure ?? error }
      var seen: Set<Key> = []
      for finding in report.findings {
        guard !finding.isKnown else {
          known += 1
          continue
        }
        let key = Key(rule: finding.rule, severity: finding.severity)
        var count =
          counts[key] ?? RuleCount(rule: finding.rule, severity: finding.severity, findings: 0, files: 0)
        count.findings += 1
        if seen.insert(key).inserted { count.files += 1 }
        counts[key] = count
      }
    }

    /// The rules that found something that is not known: errors first, then by their identifiers.
    public var rules: [RuleCount] {
      Severity.allCases.flatMap { severity in
        counts.values.filter { $0.severity == severity }.sorted { $0.rule < $1.rule }
      }
    }

    /// Returns what can be said of all files together: `invalid` where anything was found that counts, an error or, where
    /// `strict` is true, a warning; else `notJudged` where some file could not be looked at as a whole.
    public func judgement(strict: Bool = false) -> Judgement {
      guard errors == 0, !(strict && warnings > 0) else { return .invalid }
      return hindrance.map(Judgement.notJudged) ?? .valid
    }

    /// Returns whether all files were judged, and nothing was found that counts.
    package func isAccepted(strict: Bool = false) -> Bool { judgement(strict: strict) == .valid }

    /// Throws `AuxError` with code `inputMissing` where there was no file: a gate that looked at nothing says nothing.
    package func checkNotEmpty() throws(AuxError) {
      guard files == 0 else { return }
      throw passedOver.noPhotoError(remedy: .allowEmpty)
    }

    /// What was not looked at: photos' own pictures; nil where all of them were decoded.
    package var undecodedText: String? {
      switch undecodedPhotos {
      case 0: nil
      case 1 where files == 1: "the photo's own picture was not decoded"
      case 1: "the own picture of 1 photo was not decoded"
      default: "the own pictures of \(undecodedPhotos) photos were not decoded"
      }
    }
  }
}

extension Validator.Summary: CustomStringConvertible {
  /// The counts, as `3 files, 1 invalid: 2 errors, 5 warnings`, and where there are any, what is not judged, known and
  /// passed over.
  public var description: String {
    "\(files) files, \(invalid) invalid\(unjudged > 0 ? ", \(unjudged) not judged" : ""): \(errors) errors, "
      + "\(warnings) warnings"
      + (known > 0 ? ", \(known) known" : "") + (passedOver.count > 0 ? "; \(passedOver)" : "")
  }

  /// A line for each of ``rules``, in columns.
  package var table: [String] {
    let rules = rules
    let width = rules.map(\.rule.count).max() ?? 0
    let digits = rules.map { "\($0.findings)".count }.max() ?? 0
    return rules.map { row in
      func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
      }
      let number = "\(row.findings)"
      return padded(row.severity.rawValue, 8) + padded(row.rule, width + 2)
        + String(repeating: " ", count: digits - number.count) + number
        + " in \(row.files) file\(row.files == 1 ? "" : "s")"
    }
  }
}
