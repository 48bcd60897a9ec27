internal import ArgumentParser
internal import AuxDepthKit

/// `auxdepth validate`.
struct Validate: ReadingCommand {
  /// The forms of the report.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text
    case json
    case sarif
  }

  static let configuration = CommandConfiguration(
    commandName: "validate", _superCommandName: "auxdepth",
    abstract: "Checks auxiliary images and the structure that holds them.",
    discussion: Prose.paragraphs(
      """
      Each finding has the identifier of its rule, a severity, the place and the byte offset. Known quirks of
      camera makers are at most of severity info.

      Exit status: 0 where no rule of severity error found anything, 1 where one did; with --strict, warnings
      count as well.
      """))

  @Argument(
    help: "The photos, and with --recursive folders of them; - is standard input.", completion: .photo)
  var paths: [String] = []

  @OptionGroup var recursion: RecursionArguments
  @OptionGroup var jobs: JobsArguments

  @Flag(help: "Print one JSON object per photo; the same as --format json.")
  var json = false

  @Option(help: "The form of the report: text, json (one object per line) or sarif (2.1.0).")
  var format: Format?

  @Flag(help: "Count warnings as errors in the exit status.")
  var strict = false

  @Flag(help: "Leave coded data alone: structure, values and XMP only.")
  var headersOnly = false

  @Option(
    help: ArgumentHelp(
      "Check too whether photos are good for a purpose: photos-portrait.",
      discussion: """
        photos-portrait: which control of Apple's Photos would be missing for a portrait, as third parties reported of one \
        file on one device. It is no promise that Photos edits the photo.
        """))
  var profile: ValidationProfile?

  @Flag(help: "Tell which rules had something to look at: their names in JSON, their number in text.")
  var exercised = false

  @Flag(help: "Print every rule and end.")
  var listRules = false

  @Option(help: "Read more paths from a file, one a line; - is standard input.", completion: .file())
  var filesFrom: String?

  @Flag(name: [.customShort("0"), .customLong("null")], help: "Paths of --files-from end with NUL.")
  var endWithNUL = false

  @Flag(help: "Print errors and warnings only, and nothing for photos without; show no progress bar.")
  var quiet = false

  @OptionGroup var console: ConsoleArguments
  @OptionGroup var sandbox: SandboxArguments
  @OptionGroup(title: "Limits") var limits: LimitArguments

  func validate() throws {
    guard listRules || !paths.isEmpty || filesFrom != nil else {
      throw ValidationError("name a photo, a folder with --recursive, or --files-from")
    }
    try StreamCheck.inputs(paths + [filesFrom])
    guard !json || format == nil || format == .json else {
      throw ValidationError("--json and --format contradict each other")
    }
    guard !endWithNUL || filesFrom != nil else { throw ValidationError("-0 is about --files-from") }
  }

  func startSandbox() throws {
    guard !listRules else { return }
    try sandbox.start(isUsual: true, quiet: quiet)
  }

  func run() throws {
    let format = self.format ?? (json ? .json : .text)
    guard !listRules else {
      RuleList.lines(profile, asJSON: format == .json).forEach(Console.output)
      return
    }
    var files = PathList(paths, lookingIntoFolders: recursion.recursive)
    if let filesFrom { try open(filesFrom, into: &files) }
    var printer = ReportPrinter(format: format, isQuiet: quiet, namesExercised: exercised, profile: profile)
    var summary = ValidationSummary()
    var progress = Progress(quiet: quiet)
    printer.begin()
    Validator(headersOnly: headersOnly, profile: profile).validate(paths: files, jobs: jobs.jobs) {
      path, report in
      Console.verbose(
        path,
        "read \(report.container?.rawValue ?? "no image"), \(report.exercised.count) rules had something to look at"
      )
      printer.print(report, path: path)
      summary.add(report)
      progress.advance()
    }
    progress.clear()
    printer.end(summary)
    // Not every photo was looked at, whatever those say that were.
    try Failure.end(with: files.failures)
    // One file that cannot be read gives the status of its error.
    if summary.files == 1, let failure = summary.failure,
      [.inputMissing, .io, .changed].contains(failure.code)
    {
      throw ExitCode(Failure.status(of: failure))
    }
    guard summary.isAccepted(strict: strict) else { throw ExitCode(1) }
  }

  private func open(_ path: String, into list: inout PathList) throws {
    try Failure.one(path) { () throws(AuxError) in
      try list.append(listAt: path, separator: endWithNUL ? .nul : .newline)
    }
  }
}
