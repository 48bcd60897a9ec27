internal import ArgumentParser
internal import AuxDepthKit

struct View: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "view",
    abstract: "Writes a page that shows photos, their depth, mattes and gain maps, and what validate finds.",
    discussion: Prose.paragraphs(
      """
      The page is one HTML file that needs no network and nothing beside it: photos and gain maps as previews, photos
      of at most 2048 pixels unless --full is given, depth and mattes at their exact codes, the headers, the structure
      and the findings as tables. Several photos make a contact sheet.

      The address of the page takes what it shows, in a query or behind a hash: view=map&map=1, or file=2 of several.

      A file that cannot be read is in the page with its error and costs no other: it is reported, and the status
      is 1, or 69 or 74 where the system alone is the cause.
      """))

  @Argument(
    help: "The photos, and with --recursive folders of them; - is standard input.", completion: .photo)
  var files: [String]

  @OptionGroup var recursion: RecursionArguments
  @OptionGroup var jobs: JobsArguments

  @Option(
    name: [.short, .customLong("output")],
    help: "The page to write, or - for standard output; reports go to standard error then.",
    completion: .files(["html"]))
  var output: String?

  @Flag(
    help: ArgumentHelp(
      "Show the page with the program that the system has for it.",
      discussion: "Without -o it is written into a folder of its own where the system keeps temporary files.")
  )
  var open = false

  @Flag(help: "Begin with two photos side by side, and what is different.")
  var compare = false

  @Flag(help: "Have photos at their own size too, in tiles that are decoded as they come into view.")
  var full = false

  @Flag(
    help: ArgumentHelp(
      "Write a page for a frame of another page: the picture and a few controls, without tables.",
      discussion: "Its ground is transparent, and it is as tall as its frame."))
  var embed = false

  @Option(help: "The title of the page and its heading (default: the names of the photos).")
  var title: String?

  @Flag(help: "Replace a page that exists.")
  var force = false

  @OptionGroup var sync: SyncArguments

  @Flag(help: "Print what was written as one JSON object.")
  var json = false

  @Flag(help: "Show no progress bar and no notes.")
  var quiet = false

  @OptionGroup var console: ConsoleArguments
  @OptionGroup var sandbox: SandboxArguments
  @OptionGroup(title: "Limits") var limits: LimitArguments

  var settings: Console.Settings { console.settings(json: json, output: output, takesFolders: true) }

  func check() throws {
    guard output != nil || open else { throw ValidationError("give -o PAGE, or --open") }
    guard output?.isEmpty != true else { throw ValidationError("--output names no file") }
    guard !open || output != StandardStream.path else {
      throw ValidationError("--open shows a file, not standard output")
    }
    guard !compare || recursion.recursive || files.count == 2 else {
      throw ValidationError("--compare is of two photos, not \(files.count)")
    }
    try StreamCheck.inputs(files)
    try StreamCheck.output(output)
  }

  func run() throws {
    let photos = recursion.allPhotos(of: files)
    let target = try Failure.ending { () throws(AuxError) in
      if let output { try OutputFile.check(output, replaces: force, inputs: photos.paths) }
      guard !photos.paths.isEmpty else { throw photos.noPhotoError }
      if let output { return output }
      return try TemporaryPage.path()
    }
    let made = try write(photos.paths, to: target)
    report(target, made)
    if open { try Failure.one(target) { () throws(AuxError) in try SystemViewer.show(target) } }
    try Failure.end(with: photos.failures)
    let failures = made.entries.flatMap { [$0.failure].compactMap(\.self) + $0.pictureFailures }
    guard let first = failures.first else { return }
    let isAlone = made.entries.count == 1 && made.entries[0].failure != nil
    throw ExitCode(isAlone ? Failure.status(of: first) : Failure.status(ofSeveral: failures))
  }

  /// Writes the page and says what could not be shown.
  private func write(_ photos: [String], to target: String) throws -> DepthPage.Report {
    var page = DepthPage(photos)
    (page.title, page.isComparison, page.jobs) = (title, compare, jobs.jobs)
    (page.isFull, page.isEmbedded) = (full, embed)
    var progress = Progress(total: photos.count, quiet: quiet)
    return try Failure.ending { () throws(AuxError) in
      defer { progress.clear() }
      return try page.write(to: target, options: sync.options(force: force)) { entry in
        let notes = Transcript(quiet: quiet)
        notes.print(entry.notes, of: entry.path)
        Transcript.print(notes.lines)
        for failure in [entry.failure].compactMap(\.self) + entry.pictureFailures {
          Failure.report(failure, path: entry.path, isListed: true)
        }
        progress.advance()
      }
    }
  }

  private func report(_ path: String, _ made: DepthPage.Report) {
    if json {
      Console.report([Console.text(of: made.json(path: path))], of: path)
    } else if path != StandardStream.path || !quiet {
      let photos = made.entries.count == 1 ? "1 photo" : "\(made.entries.count) photos"
      Console.report(["\(StandardStream.outputName(path)): \(photos), \(made.byteCount) bytes"], of: path)
    }
  }
}
