extension Finding: CustomStringConvertible {
  /// The severity, the rule, the place and what is wrong, in one line.
  public var description: String {
    "\(severity) \(line)"
  }
}

extension Rule: CustomStringConvertible {
  /// The identifier.
  public var description: String { id }
}

extension Report: CustomStringConvertible {
  /// The container, the verdict and the findings, one per line.
  public var description: String {
    let verdict = (container.map { "\($0): " } ?? "") + (isValid ? "valid" : "invalid")
    return ([verdict] + findings.map { "\($0)" }).joined(separator: "\n")
  }
}
