public import AuxImage

/// What the reports of many files come to.
public struct ValidationSummary: Sendable {
  /// The number of files.
  public private(set) var files = 0
  /// The number of files of which ``Report/isValid`` is false.
  public private(set) var invalid = 0
  /// The number of findings of severity `error`.
  public private(set) var errors = 0
  /// The number of findings of severity `warning`.
  public private(set) var warnings = 0
  /// Why the first file that could not be opened at all could not.
  public private(set) var failure: AuxError?

  /// Creates the summary of no file.
  public init() {}

  /// Adds the report of one file.
  public mutating func add(_ report: Report) {
    files += 1
    errors += report.count(.error)
    warnings += report.count(.warning)
    if !report.isValid { invalid += 1 }
    if let error = report.failure { failure = failure ?? error }
  }

  /// Returns whether nothing was found that counts: no error and, where `strict` is true, no warning.
  public func isAccepted(strict: Bool = false) -> Bool { errors == 0 && !(strict && warnings > 0) }
}

extension ValidationSummary: CustomStringConvertible {
  /// The counts, as `3 files, 1 invalid: 2 errors, 5 warnings`.
  public var description: String {
    "\(files) files, \(invalid) invalid: \(errors) errors, \(warnings) warnings"
  }
}
