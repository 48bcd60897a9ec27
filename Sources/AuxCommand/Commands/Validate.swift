internal import ArgumentParser
internal import AuxDepthKit

struct Validate: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Checks auxiliary images and the structure that holds them.",
    discussion: Prose.paragraphs(
      """
      Each finding has the identifier of its rule, a severity, the place and the byte offset. Known quirks of
      camera makers are at most of severity info.

      Exit status: 0 where no rule of severity error found anything, 1 where one did; with --strict, warnings
      count as well. Findings that --baseline knows, and what --fix mended, do not count. Where nothing was found and a photo
      could not be judged: 69 for a library that is not installed, 74 for memory, threads, processes or open files that are
      lacking, and for a photo that cannot be read, 75 for one that another program changed. 66 where there was no photo to
      check, unless --allow-empty takes that; 64 for a policy that cannot be.
      """))

  @Argument(
    help: "The photos, and with --recursive folders of them; - is standard input.", completion: .photo)
  var paths: [String] = []

  @OptionGroup var recursion: RecursionArguments
  @OptionGroup var jobs: JobsArguments

  @Flag(help: "Print one JSON object per photo; the same as --format json.")
  var json = false

  @Option(
    help: "The form of the report: text, json (one object per line), sarif (2.1.0), junit (XML) or html.")
  var format: ReportFormat?

  @Flag(help: "Count warnings as errors in the exit status.")
  var strict = false

  @Flag(help: "Leave coded data alone: structure, values and XMP only.")
  var headersOnly = false

  @Flag(
    help: ArgumentHelp(
      "Decode the photo's own picture as well, not only auxiliary images.",
      discussion: """
        Without it, nothing is said of that picture's coded data, which takes most of the time. Damage that a decoder \
        does not notice cannot be found.
        """))
  var decodePhoto = false

  @Option(
    help: ArgumentHelp(
      "Check too whether photos are good for a purpose: photos-portrait or spatial.",
      discussion: """
        photos-portrait: which control of Apple's Photos would be missing for a portrait, as third parties reported of one \
        file on one device. It is no promise that Photos edits the photo. spatial: what a HEIC lacks as a spatial photo, as \
        Apple describes one and a Vision Pro writes it. It is no promise that a device shows it so.
        """))
  var profile: Validator.Profile?

  @OptionGroup(title: "Policy") var policy: PolicyArguments
  @OptionGroup(title: "Known findings") var baseline: BaselineArguments
  @OptionGroup(title: "Mending") var fix: FixArguments

  @Flag(help: "Report which rules had something to look at: their names in JSON, their number in text.")
  var exercised = false

  @Flag(help: "Print every rule and end.")
  var listRules = false

  @Option(help: ArgumentHelp("Print what there is to know about a rule and end.", valueName: "rule"))
  var explain: String?

  @Option(
    help: ArgumentHelp("Link rules of SARIF to their pages in this folder of the site.", valueName: "url"))
  var rulePages: String?

  @Option(help: "Read more paths from a file, one a line; - is standard input.", completion: .file())
  var filesFrom: String?

  @Flag(name: [.customShort("0"), .customLong("null")], help: "Paths of --files-from end with NUL.")
  var endWithNUL = false

  @Flag(help: "Accept an empty set of inputs.")
  var allowEmpty = false

  @Flag(help: "Print errors and warnings only, and nothing for photos without; show no progress bar.")
  var quiet = false

  @OptionGroup var console: ConsoleArguments
  @OptionGroup var sandbox: SandboxArguments
  @OptionGroup(title: "Limits") var limits: LimitArguments

  var settings: Console.Settings { console.settings(json: json || format == .json, takesFolders: true) }

  func check() throws {
    if let explain { _ = try RuleList.rule(explain) }
    guard listRules || explain != nil || allowEmpty || !paths.isEmpty || filesFrom != nil else {
      throw ValidationError("name a photo, a folder with --recursive, or --files-from")
    }
    try StreamCheck.inputs(paths + [filesFrom, policy.policy])
    guard !json || format == nil || format == .json else {
      throw ValidationError("--json and --format contradict each other")
    }
    guard !headersOnly || !decodePhoto else {
      throw ValidationError("--headers-only and --decode-photo contradict each other")
    }
    guard !endWithNUL || filesFrom != nil else { throw ValidationError("-0 is about --files-from") }
    try fix.check(paths)
  }

  var isQuiet: Bool { quiet }

  func run() throws {
    let format = self.format ?? (json ? .json : .text)
    guard !listRules else {
      RuleList.lines(profile, asJSON: format == .json).forEach(Console.output)
      return
    }
    if let explain {
      try Console.write(RuleList.explanation(of: RuleList.rule(explain), asJSON: format == .json) + "\n")
      return
    }
    let validator = Validator(
      headersOnly: headersOnly, decodesPhoto: decodePhoto, profile: profile, policy: try policy.read())
    var known = try baseline.read()
    var files = PathList(
      paths, lookingIntoFolders: recursion.recursive,
      ofAllContainers: validator.policy?.asksForContent ?? false)
    if let filesFrom { try open(filesFrom, into: &files) }
    var printer = ReportPrinter(
      format: format, isQuiet: quiet, namesExercised: exercised, isStrict: strict, hasBaseline: known != nil,
      isTrial: fix.dryRun,
      ruleCount: (Validator.rules + Validator.photoRules + (profile?.rules ?? [])).count,
      decodesPhoto: decodePhoto, rulePages: rulePages)
    var summary = Validator.Summary()
    var progress = Progress(quiet: quiet)
    var failures: [AuxError] = []
    printer.begin()
    validator.validate(paths: files, jobs: jobs.jobs) { path, found in
      Console.verbose(
        path,
        "read \(found.container?.rawValue ?? "no image"), \(found.exercised.count) rules had something to look at"
      )
      var report = found
      do throws(AuxError) { report = try fix.mended(found, path: path, validator) } catch {
        Failure.report(error, path: path)
        failures.append(error)
      }
      report = known?.compare(report, path: path, accepting: baseline.updateBaseline) ?? report
      printer.print(report, path: path)
      if let hindrance = report.hindrance, format != .text {
        Console.say(Message(.error, of: path, "not judged: \(hindrance.message)"))
      }
      if let failure = report.failure, failure.remedy == .lookIntoFolder, !quiet {
        Console.say(Message(.note, of: path, Failure.remedy(of: failure) ?? ""))
      }
      summary.add(report)
      progress.advance()
    }
    progress.clear()
    summary.passedOver = files.passedOver
    printer.end(summary)
    try baseline.end(known, quiet: quiet)
    try end(summary, files, failures)
  }

  /// Throws the exit status of what was found, where that is not 0.
  private func end(_ summary: Validator.Summary, _ files: PathList, _ failures: [AuxError]) throws {
    // An invalid photo counts more than a folder that cannot be read.
    do { try Failure.end(with: files.failures) } catch {
      throw summary.judgement(strict: strict) == .invalid ? ExitCode(1) : error
    }
    if !allowEmpty {
      try Failure.one(paths.first ?? filesFrom ?? StandardStream.path) { () throws(AuxError) in
        try summary.checkNotEmpty()
      }
    }
    // One file that cannot be read, or not be written, gives the status of its error.
    // A file that cannot be mended as it is was read all the same: it is as invalid as before.
    let status = failures.first.map(Failure.status)
    if summary.files == 1, let status, status != AuxError.Code.malformed.exitStatus { throw ExitCode(status) }
    if summary.files == 1, let failure = summary.failure, failure.code == .inputMissing {
      throw ExitCode(Failure.status(of: failure))
    }
    switch summary.judgement(strict: strict) {
    case .invalid: throw ExitCode(1)
    case .notJudged(let hindrance): throw ExitCode(Failure.status(ofSeveral: failures + [hindrance]))
    case .valid: if !failures.isEmpty { throw ExitCode(Failure.status(ofSeveral: failures)) }
    }
  }

  private func open(_ path: String, into list: inout PathList) throws {
    try Failure.one(path) { () throws(AuxError) in
      try list.append(listAt: path, separator: endWithNUL ? .nul : .newline)
    }
  }
}
