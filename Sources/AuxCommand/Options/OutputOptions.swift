internal import ArgumentParser
internal import AuxDepthKit
internal import Synchronization

struct OutputOptions: ParsableArguments {
  @Option(
    name: [.short, .customLong("output")],
    help: "The photo to write, or - for standard output; reports go to standard error then.",
    completion: .picture)
  var output: String?

  @Flag(name: .customLong("in-place"), help: "Replace the input; mode, owner and extended attributes stay.")
  var inPlace = false

  @Option(
    help: ArgumentHelp(
      "The folder to write photos into by their names, which is made.",
      discussion: "A second photo of one name gets a number, as in photo-2.jpg."), completion: .directory)
  var directory: String?

  @Option(help: "The container to write (default: by -o's extension, else that of the input).")
  var container: ListedArgument<PhotoContainers>?

  @Flag(help: "Replace an output that exists.")
  var force = false

  @OptionGroup var sync: SyncArguments

  @Flag(help: "Print one JSON object per output.")
  var json = false

  @OptionGroup var console: ConsoleArguments

  @Flag(help: "Show no progress bar and no notes.")
  var quiet = false

  var settings: Console.Settings { console.settings(json: json, output: output) }
  /// The same for a command that looks into folders.
  var settingsWithFolders: Console.Settings {
    console.settings(json: json, output: output, takesFolders: true)
  }

  /// Checks the options against one another; called by the commands, whose photos these options do not see.
  ///
  /// `photos` are those that are written; their number is nil where it is not known yet.
  func check(photos: [String], count: Int?) throws {
    guard [inPlace, output != nil, directory != nil].count(where: { $0 }) == 1 else {
      throw ValidationError("give one of -o OUT, --directory DIR and --in-place")
    }
    guard output == nil || count == 1 else {
      let inputs = count.map { "there are \($0) inputs" } ?? "there may be several inputs"
      throw ValidationError("-o names one output and \(inputs); use --directory or --in-place")
    }
    guard !inPlace || container == nil else {
      throw ValidationError("--in-place keeps the container; --container goes with -o or --directory")
    }
    guard !inPlace || !photos.contains(StandardStream.path) else {
      throw ValidationError("standard input cannot be replaced in place; give -o -")
    }
    guard directory?.isEmpty != true else { throw ValidationError("--directory names no folder") }
    guard output?.isEmpty != true else { throw ValidationError("--output names no file") }
    try StreamCheck.output(output)
  }

  /// Opens a photo, for others to wait for where it is to be replaced itself.
  ///
  /// Throws `AuxError` as `ImageSource.init(editing:limits:)`.
  func source(_ path: String) throws(AuxError) -> ImageSource {
    try inPlace || output == path ? ImageSource(editing: path) : ImageSource(path)
  }

  /// Returns the container to write for an input.
  ///
  /// With `orPicture` it may be one without auxiliary images: PNG or TIFF. Throws `AuxError` with code `usage` where the
  /// output's extension asks for no known container.
  func container(for source: ImageSource, orPicture: Bool = false) throws(AuxError) -> ImageContainer {
    if let container { return container.value }
    guard let output else { return source.container }
    return try .forPhoto(at: output, of: source.container, orPicture: orPicture)
  }

  /// Returns the container of a spatial photo; throws `AuxError` with code `usage` where the output is another container.
  func spatialContainer(for source: ImageSource) throws(AuxError) -> ImageContainer {
    var asked = container?.value ?? (inPlace ? source.container : .heif)
    if container == nil, let output { asked = try .forPhoto(at: output, of: .heif) }
    guard asked == .heif else {
      throw AuxError(.usage, "a spatial photo is HEIF, and the output would be \(asked.rawValue)")
    }
    return asked
  }

  /// Prints that the signature of a photo's manifest no longer holds, where that is so; always, as it is a warning.
  /// What else may no longer hold is printed as notes.
  func warn(of report: WriteReport, path: String, _ notes: Transcript) {
    notes.print(report.notes, of: path)
    guard report.c2pa == .invalidated else { return }
    notes.say(WriteText.invalidManifest(of: path, photo: "edited", remedy: "--strip c2pa"))
  }

  /// Reports an output; as text, quiet does without it where it would go to standard error.
  func report(_ json: JSONValue, path: String, in notes: Transcript, text: () -> [String]) {
    if self.json {
      notes.report([Console.text(of: json)], of: path)
    } else if path != StandardStream.path || !quiet {
      notes.report(text(), of: path)
    }
  }
}

/// `--strip c2pa` of the commands that change no other metadata.
struct ManifestArguments: ParsableArguments {
  enum Kind: String, CaseIterable, ExpressibleByArgument {
    case c2pa
  }

  @Option(
    help: ArgumentHelp(
      "Leave out c2pa: the photo's C2PA manifest (Content Credentials).",
      discussion: "An edit makes its signature invalid; without this option it stays, with a warning."))
  var strip: Kind?
}

/// How a command writes its files: whether it waits until they are on the disk, and what becomes of former ones.
struct SyncArguments: ParsableArguments {
  @Flag(
    name: .customLong("no-sync"),
    help: ArgumentHelp(
      "Do not wait until what is written is on the disk.",
      discussion: """
        Files are read back and compared all the same, and appear whole or not at all; but when the machine stops soon \
        after, they may be lost. For many files, after which the caller runs sync.
        """))
  var noSync = false

  @Flag(
    help: ArgumentHelp(
      "Keep a file that is replaced (--force, --in-place) as NAME~.",
      discussion:
        "An earlier NAME~ goes. Ended at any moment, there is the old file, or the new one and the old one."))
  var backup = false

  @Flag(
    name: .customLong("keep-time"),
    help: "A file that is replaced (--force, --in-place) keeps its modification time.")
  var keepTime = false

  /// Returns what these options say, for a command that replaces files or does not.
  func options(_ replacement: WriteOptions.Replacement) -> WriteOptions {
    WriteOptions(replacement: replacement, keepsBackup: backup, waitsForDisk: !noSync, keepsTime: keepTime)
  }

  /// Returns what these options say beside `--force`.
  func options(force: Bool) -> WriteOptions { options(force ? .replace : .never) }
}

/// The files that the photos of a command are written to, which they are given in their order.
final class OutputTargets: Sendable {
  private let options: OutputOptions
  private let stripsManifest: Bool
  private let folder: Mutex<PhotoOutputs?>

  init(_ options: OutputOptions, _ manifest: ManifestArguments? = nil, photos: [String]) {
    (self.options, stripsManifest) = (options, manifest?.strip == .c2pa)
    folder = Mutex(options.directory.map { PhotoOutputs(into: $0, from: photos) })
  }

  /// Returns the file for a photo and claims it, so that the next photo begins; `inputs` are read in addition to the photo.
  ///
  /// Throws `AuxError` as `PhotoOutputs.next(for:as:)`, and `usage` where the file is one of `inputs`, and not the photo.
  func next(
    for photo: String, as container: ImageContainer, inputs: [String] = [],
    _ claims: PhotoBatch.FileClaims, _ notes: Transcript
  ) throws(AuxError) -> OutputTarget {
    let target = try target(for: photo, as: container, notes)
    let reason =
      options.container != nil
      ? "as --container says" : options.output != nil ? "by the name of the output" : "as the photo is"
    notes.verbose(
      "chose \(container.rawValue), \(reason), into \(StandardStream.outputName(target.path))", of: photo)
    claims.writes([target.path])
    guard target.replacement != .inPlace else { return target }
    if try !InputFiles([photo]).contains(target.path) { try InputFiles(inputs).check(target.path) }
    return try target.checked()
  }

  private func target(
    for photo: String, as container: ImageContainer, _ notes: Transcript
  ) throws(AuxError) -> OutputTarget {
    let replacement: WriteOptions.Replacement = options.force ? .replace : .never
    if let output = options.output {
      return OutputTarget(path: output, replacement: replacement)
    }
    let file = try folder.withLock { outputs throws(AuxError) in try outputs?.next(for: photo, as: container)
    }
    guard let file else { return OutputTarget(path: photo, replacement: .inPlace) }
    if file.sharesName {
      notes.print(["an earlier photo has the same name; this one becomes \(file.path)"], of: photo)
    }
    return OutputTarget(path: file.path, replacement: replacement)
  }

  /// Writes a photo, makes the folder of the outputs first, and prints what no longer holds of the photo.
  ///
  /// Throws `AuxError` as `ImageDestination.finalize(to:options:)`.
  func write(
    _ destination: inout ImageDestination, to target: OutputTarget, _ notes: Transcript
  ) throws(AuxError) -> WriteReport {
    if stripsManifest { destination.removeC2PAManifest() }
    if let folder = options.directory { try OutputFile.makeFolder(at: folder) }
    let report = try destination.finalize(to: target.path, options: options.sync.options(target.replacement))
    for text in VerboseText.written(report) { notes.verbose(text, of: target.path) }
    options.warn(of: report, path: target.path, notes)
    return report
  }
}

struct OutputTarget {
  let path: String
  let replacement: WriteOptions.Replacement

  /// Returns the value where its file may be written; else throws before there is work that would be lost.
  fileprivate func checked() throws(AuxError) -> OutputTarget {
    try OutputFile.check(path, replaces: replacement != .never)
    return self
  }
}
