internal import AuxContainers
public import AuxImage

/// Checks image files against ``rules``; never writes, and never stops at the first fault.
public struct Validator: Sendable {
  /// Whether coded data is left alone: headers, structure, values and XMP only.
  public var headersOnly: Bool
  /// The bounds that reading keeps to.
  public var limits: Limits

  /// What files are to be good for beside being valid; nil for no more than that.
  public var profile: ValidationProfile?

  /// Creates a validator.
  public init(
    headersOnly: Bool = false, limits: Limits = .standard, profile: ValidationProfile? = nil
  ) {
    self.headersOnly = headersOnly
    self.limits = limits
    self.profile = profile
  }

  /// Every rule, by family; those of a ``ValidationProfile`` are its own.
  public static let rules: [Rule] =
    FileRules.all + JPEGRules.all + MultiPictureRules.all + HEIFBoxRules.all + HEIFItemRules.all
    + HEIFLocationRules.all + HEIFPropertyRules.all + HEIFAuxiliaryRules.all + TIFFRules.all + DNGRules.all
    + DNGMaskRules.all + IdentityRules.all + VersionRules.all + RangeRules.all + CalibrationRules.all
    + PixelRules.all + XMPRules.all + ExtendedXMPRules.all

  /// Checks the file at `path`, `-` for standard input; one that cannot be read gives a finding, too.
  public func validate(path: String) -> Report {
    do throws(AuxError) {
      let source = try InputBytes.open(path, limits: limits)
      // What a failing disk keeps back is no fault of the file.
      return try source.sound { () throws(AuxError) in try validate(source) }
    } catch { return Self.unreadable(error) }
  }

  /// Checks a file that is in memory.
  public func validate(data: [UInt8]) -> Report {
    do throws(AuxError) { return try validate(MemoryByteSource(data)) } catch {
      return Self.unreadable(error)
    }
  }

  private func validate(_ source: any ByteSource) throws(AuxError) -> Report {
    let subject = FileSubject(source, headersOnly: headersOnly, limits: limits)
    if let failure = subject.systemFailure { throw failure }
    var findings: [Finding] = []
    var exercised: Set<String> = []
    func run(_ rules: [Rule]) {
      for rule in rules {
        var checker = Checker(rule)
        rule.run(on: subject, &checker)
        findings += checker.findings
        if checker.isExercised { exercised.insert(rule.id) }
      }
    }
    run(Self.rules)
    if let profile { run(profile.rules) }
    // The reader's refusal says nothing new where a rule has named the fault.
    if findings.contains(where: { $0.severity == .error && $0.rule != FileRules.readable }) {
      findings.removeAll { $0.rule == FileRules.readable }
    }
    return Report(
      container: subject.container, findings: findings, exercised: exercised, failure: subject.failure)
  }

  private static func unreadable(_ error: AuxError) -> Report {
    let finding = Finding(
      rule: FileRules.open, severity: .error, message: error.reason, offset: error.offset, place: error.place)
    return Report(container: nil, findings: [finding], exercised: [FileRules.open], failure: error)
  }
}
