internal import AuxImage

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

extension Judgement: CustomStringConvertible {
  /// `valid`, `invalid`, or `not judged` with the reason after a colon.
  public var description: String {
    switch self {
    case .valid: "valid"
    case .invalid: "invalid"
    case .notJudged(let error): "not judged: \(error.message)"
    }
  }
}

extension Report: CustomStringConvertible {
  /// The container, the verdict and the findings, one per line.
  public var description: String {
    let verdict = (container.map { "\($0): " } ?? "") + "\(judgement)"
    return ([verdict] + findings.map { "\($0)" }).joined(separator: "\n")
  }
}
