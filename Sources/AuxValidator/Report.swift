public import AuxImage

/// Something that a rule found.
public struct Finding: Hashable, Sendable {
  /// The identifier of the rule.
  public let rule: String
  /// The severity of the rule.
  public let severity: Severity
  /// What is wrong, for people.
  public let message: String
  /// The byte offset in the file, where one is known.
  public let offset: Int?
  /// The place in the structure, as in `meta/iprp/ipco[13]/auxC`; empty where there is none.
  public let place: String
}

/// The result of validating one file.
public struct Report: Sendable {
  /// The container; nil for a file of no known container, or one that cannot be read.
  public let container: ImageContainer?
  /// The findings, in the order of ``Validator/rules``.
  public let findings: [Finding]
  /// The identifiers of the rules that had something to look at.
  public let exercised: Set<String>
  /// Why the file could not be opened at all.
  public let failure: AuxError?

  /// Whether no rule of severity `error` found anything.
  public var isValid: Bool { !findings.contains { $0.severity == .error } }

  /// Returns the number of findings of a severity.
  public func count(_ severity: Severity) -> Int { findings.count { $0.severity == severity } }
}
