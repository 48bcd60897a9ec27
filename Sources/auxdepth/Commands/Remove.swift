internal import ArgumentParser
internal import AuxDepthKit

struct Remove: ReadingCommand {
  static let configuration = CommandConfiguration(
    command: "remove",
    abstract: "Removes auxiliary images; everything else stays bit for bit.")

  @Argument(
    help: "The photos, and with --recursive folders of them; - is standard input.", completion: .photo)
  var files: [String]

  @OptionGroup var recursion: RecursionArguments
  @OptionGroup var jobs: JobsArguments

  @OptionGroup var output: OutputOptions

  @Option(
    name: .customLong("type"), parsing: .singleValue,
    help: "A type to remove; may be given several times.")
  var types: [AuxiliaryDataType] = []

  @Flag(help: "Remove every auxiliary image.")
  var all = false

  @OptionGroup var sandbox: SandboxArguments
  @OptionGroup(title: "Limits") var limits: LimitArguments

  var settings: Console.Settings {
    var settings = output.settings
    settings.takesFolders = true
    return settings
  }

  func validate() throws {
    guard all != !types.isEmpty || !all && output.stripC2PA else {
      throw ValidationError("give --type T or --all, and not both; or --strip-c2pa")
    }
    try StreamCheck.inputs(files)
    try output.check(photos: files, count: recursion.recursive ? nil : files.count)
  }

  func run() throws {
    let photos = recursion.allPhotos(of: files)
    let targets = OutputTargets(output, photos: photos.paths)
    try Batch(photos, jobs: jobs, quiet: output.quiet).edit { path, turn, notes throws(AuxError) in
      let source = try output.source(path)
      notes.verbose(VerboseText.read(source), of: path)
      let container = try output.container(for: source)
      guard container == source.container else {
        throw AuxError(
          .usage,
          "remove keeps the container, \(source.container.rawValue); the output asks for \(container.rawValue)"
        )
      }
      let target = try targets.next(for: path, as: container, turn, notes)
      var destination = try ImageDestination(from: source)
      let images = all || !types.isEmpty ? try destination.removeAuxiliaryImages(ofTypes: types) : []
      let report = try targets.write(&destination, to: target, notes)
      let list = JSONValue.Member("removed", .array(images.map { .string($0.type.name) }))
      output.report(report.json(path: target.path, list: list), path: target.path, in: notes) {
        let gone = images.map(\.type.name) + (report.c2pa == .removed ? ["the C2PA manifest"] : [])
        let list = gone.isEmpty ? "nothing" : gone.joined(separator: ", ")
        return ["\(StandardStream.outputName(target.path)): removed \(list)"]
      }
      return .init(isAnyDone: true)
    }
  }
}
