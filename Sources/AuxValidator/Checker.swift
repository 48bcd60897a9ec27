internal import AuxImage

/// Collects what one rule finds in one file.
struct Checker {
  private let rule: String
  private let severity: Validator.Severity
  private let mostFindings: Int
  private(set) var findings: [Validator.Finding] = []
  private(set) var isExercised = false
  /// Why the system did not let the rule look at everything.
  private(set) var hindrance: AuxError?

  init(rule: String, severity: Validator.Severity, mostFindings: Int) {
    self.rule = rule
    self.severity = severity
    self.mostFindings = mostFindings
  }

  /// Notes that the rule had something to look at.
  mutating func exercise() { isExercised = true }

  /// Notes that the rule had something to look at, and a finding where the condition does not hold.
  mutating func expect(
    _ condition: Bool, _ message: @autoclosure () -> String, at offset: @autoclosure () -> Int? = nil,
    in place: @autoclosure () -> String = "", repair: @autoclosure () -> AuxRepair? = nil
  ) {
    isExercised = true
    // What a rule says costs work of its own, for each of the entries of a file.
    if !condition, findings.count < mostFindings { add(message(), offset(), place(), repair()) }
  }

  /// Notes that something could be read; where it could not, that is a finding, unless the system is the cause.
  mutating func expectSuccess(_ failure: AuxError?, at offset: Int? = nil, in place: String = "") {
    guard let failure, failure.isOfSystem else {
      return expect(failure == nil, failure?.reason ?? "", at: failure?.offset ?? offset, in: place)
    }
    hindrance = hindrance ?? failure
  }

  /// Reports the faults that are this rule's.
  mutating func report(_ faults: [Fault]) {
    isExercised = true
    for fault in faults where fault.rule == rule { add(fault.message, fault.offset, fault.place, nil) }
  }

  private mutating func add(_ message: String, _ offset: Int?, _ place: String, _ repair: AuxRepair?) {
    guard findings.count < mostFindings else { return }
    findings.append(
      Validator.Finding(
        rule: rule, severity: severity, message: message, offset: offset, place: place, repair: repair))
  }
}
