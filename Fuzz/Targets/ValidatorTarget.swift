internal import AuxValidator

/// Checks whole files against all rules.
enum ValidatorTarget {
  static func run(_ bytes: [UInt8]) -> Bool {
    let report = Validator(limits: .fuzzing).validate(data: bytes)
    // Whatever cannot be opened must have a finding.
    require(
      report.failure == nil || !report.findings.isEmpty || report.hindrance != nil,
      "a failure without a finding")
    return true
  }
}
