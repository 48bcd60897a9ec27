internal import AuxContainers
public import AuxImage
internal import AuxKernels
public import AuxReader

extension Validator {
  /// Every rule that looks at the bytes of a file alone, by family; those of a ``Validator/Profile`` are its own, those about
  /// a ``ValidationPolicy`` are ``policyRules``.
  public static let rules: [Rule] = families.flatMap(\.self)

  static let families: [[Rule]] = [
    FileRules.all, JPEGRules.all, MultiPictureRules.all, ContainerListRules.all,
    HEIFBoxRules.all, HEIFItemRules.all, HEIFLocationRules.all, HEIFPropertyRules.all, HEIFAuxiliaryRules.all,
    HEIFAuxiliaryPropertyRules.all, HEIFToneMapRules.all, GainMapRules.all, TIFFRules.all, DNGRules.all,
    DNGDepthTagRules.all, DNGMaskRules.all,
    IdentityRules.all, VersionRules.all, RangeRules.all, CalibrationRules.all,
    PixelRules.all, XMPRules.all, ExtendedXMPRules.all,
  ]

  /// The rules about a ``ValidationPolicy``.
  public static var policyRules: [Rule] { PolicyRules.all }

  /// The rules about the name of a file, and about the photo's own picture, which ``decodesPhoto`` asks for.
  public static var photoRules: [Rule] { PhotoRules.all }

  /// Every rule: ``rules``, those about names and photos' own pictures, those of profiles, and ``policyRules``.
  public static let allRules: [Rule] =
    rules + photoRules + Validator.Profile.allCases.flatMap(\.rules) + policyRules

  /// Checks the file at `path`, `-` for standard input.
  ///
  /// One that does not exist or is no photo gives a finding, too; one that the system keeps back is not judged.
  public func validate(path: String) -> Report {
    do throws(AuxError) {
      let source = try InputBytes.open(path, limits: limits)
      // A failing disk is not a fault of the file.
      return try source.rethrowingReadFailure { () throws(AuxError) in try validate(source, path: path) }
    } catch { return .unread(because: error) }
  }

  /// Checks many files, several at a time, and hands out each report in the order of the paths.
  ///
  /// At most `jobs` threads work, or as many as there are processors. Paths are taken as they are needed, and no more
  /// than 16 reports for each thread are kept at once, as `AuxWorkerPool.inOrder(_:jobs:_:onResult:)` says. An error of `body`
  /// ends the work; files that come after the cancellation of the task are not judged.
  public func validate<Failure: Error>(
    paths: some Sequence<String>, jobs: Int? = nil,
    _ body: (_ path: String, _ report: Report) throws(Failure) -> Void
  ) throws(Failure) {
    try AuxWorkerPool.inOrder(paths, jobs: jobs, validate(path:)) { path, result throws(Failure) in
      try body(path, result.get())
    }
  }

  /// Checks a file that is in memory; of a ``policy`` what it asks of all files, unless a path says where it belongs.
  public func validate(data: [UInt8], path: String? = nil) -> Report {
    do throws(AuxError) { return try validate(MemoryByteSource(data), path: path) } catch {
      return .unread(because: error)
    }
  }

  /// Checks a file that is open; what its headers say is parsed again only where the limits are others.
  package func validate(_ source: ImageSource, path: String) -> Report {
    do throws(AuxError) {
      return try source.bytes.rethrowingReadFailure { () throws(AuxError) in
        guard source.limits == limits else { return try validate(source.bytes, path: path) }
        return try report(on: FileSubject(source, path: path, depth), path: path)
      }
    } catch { return .unread(because: error) }
  }

  /// Checks a file whose bytes `ranges` reads; with ``headersOnly`` few of them. The path is that of
  /// ``validate(data:path:)``.
  ///
  /// Throws what reading ranges throws, which says nothing about the file.
  public func validate(ranges: RangedBytes, path: String? = nil) throws(AuxError) -> Report {
    let source = ranges.source(limits: limits)
    do throws(AuxError) {
      return try source.rethrowingReadFailure { () throws(AuxError) in try validate(source, path: path) }
    } catch {
      guard source.failure == nil else { throw error }
      return .unread(because: error)
    }
  }

  private func validate(_ source: any ByteSource, path: String?) throws(AuxError) -> Report {
    try report(on: FileSubject(source, path: path, limits: limits, depth), path: path)
  }

  private var depth: FileSubject.Depth {
    .init(headersOnly: headersOnly, decodesPhoto: decodesPhoto, asksOthers: checksPacketsWithExiv2)
  }

  private func report(on subject: FileSubject, path: String?) throws(AuxError) -> Report {
    let asked = policy?.requirements(forFileAt: path)
    if let failure = subject.systemFailure {
      return .unread(because: failure, container: subject.container)
    }
    var findings: [Finding] = []
    var exercised: Set<String> = []
    var hindrance = subject.undecoded
    func run(_ rules: [Rule]) {
      for rule in rules {
        let checker = rule.check(subject, asking: asked, mostFindings: mostFindings)
        findings += checker.findings
        if checker.isExercised { exercised.insert(rule.id) }
        hindrance = hindrance ?? checker.hindrance
      }
    }
    run(Self.rules)
    run(Self.photoRules)
    let profiles = asked?.profiles ?? []
    for profile in Profile.allCases where profile == self.profile || profiles.contains(profile) {
      run(profile.rules)
    }
    if asked != nil { run(Self.policyRules) }
    if let grades = asked?.grades { findings = findings.compactMap { $0.graded(by: grades) } }
    // The reader's refusal adds nothing where a rule has named the fault.
    if findings.contains(where: { $0.severity == .error && $0.rule != FileRules.readable }) {
      findings.removeAll { $0.rule == FileRules.readable }
    }
    return Report(
      container: subject.container, findings: findings, exercised: exercised,
      isPhotoDecoded: subject.isPhotoDecoded, failure: subject.failure, hindrance: hindrance)
  }
}

extension Validator.Report {
  /// The report of a file that could not be read at all.
  fileprivate static func unread(because error: AuxError, container: ImageContainer? = nil)
    -> Validator.Report
  {
    guard !error.isOfSystem else {
      return Validator.Report(
        container: container, findings: [], exercised: [], isPhotoDecoded: false, failure: error,
        hindrance: error)
    }
    let finding = Validator.Finding(
      rule: FileRules.open, severity: .error, message: error.reason, offset: error.offset, place: error.place)
    return Validator.Report(
      container: nil, findings: [finding], exercised: [FileRules.open], isPhotoDecoded: false,
      failure: error, hindrance: nil)
  }
}

extension Validator.Finding {
  /// Returns the finding with the severity that a policy gives it; nil where the policy ignores it.
  fileprivate func graded(by grades: [String: ValidationPolicy.Requirements.Grade]) -> Validator.Finding? {
    guard let grade = grades[rule] else { return self }
    return grade.severity.map {
      Validator.Finding(
        rule: rule, severity: $0, message: message, offset: offset, place: place, repair: repair)
    }
  }
}
