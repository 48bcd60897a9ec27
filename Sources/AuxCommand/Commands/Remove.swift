internal import ArgumentParser
internal import AuxDepthKit

struct Remove: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Removes auxiliary images; everything else stays bit for bit.",
    discussion: Prose.paragraphs(
      """
      What the photo says of an image goes with it: the index, hdrgm:Version and the
      GContainer directory of a gain map, the properties of a GDepth map.

      Of several --type, what a photo has is removed, and what it lacks makes a note.
      A photo that has none of them is an error, with status 65, where it is the only
      one named, and a note among several, which is written as it is.
      """))

  @Argument(
    help: "The photos, and with --recursive folders of them; - is standard input.", completion: .photo)
  var files: [String]

  @OptionGroup var recursion: RecursionArguments
  @OptionGroup var jobs: JobsArguments

  @OptionGroup var output: OutputOptions
  @OptionGroup var manifest: ManifestArguments

  @Option(
    name: .customLong("type"), parsing: .singleValue,
    help: "A type to remove, or a group of types; may be given several times.")
  var kinds: [AuxiliaryKind] = []

  @Option(
    name: .customLong("expect"), parsing: .singleValue,
    help:
      "A type or group that each photo has to have an image of, else it is not written and the status is 1; may be given several times."
  )
  var expected: [AuxiliaryKind] = []

  @Flag(help: "Remove every auxiliary image.")
  var all = false

  @OptionGroup var sandbox: SandboxArguments
  @OptionGroup(title: "Limits") var limits: LimitArguments

  var settings: Console.Settings { output.settingsWithFolders }

  func check() throws {
    guard all != !kinds.isEmpty || !all && manifest.strip != nil else {
      throw ValidationError("give --type T or --all, and not both; or --strip c2pa")
    }
    try StreamCheck.inputs(files)
    try output.check(photos: files, count: recursion.recursive ? nil : files.count)
  }

  func run() throws {
    let photos = recursion.allPhotos(of: files)
    let targets = OutputTargets(output, manifest, photos: photos.paths)
    try Batch(photos, jobs: jobs, quiet: output.quiet).edit { path, turn, notes throws(AuxError) in
      let source = try output.source(path)
      let parts = Batch.Parts(expecting: expected, of: source)
      guard parts.expected.isEmpty else { return parts }
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
      let images = try removeImages(from: &destination, of: source)
      notes.print(destination.notes, of: path)
      if images.isEmpty { notes.print(source.notes(onAbsent: kinds), of: path) }
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

  /// Returns the images that go; none where a photo of several has nothing of what is asked for.
  private func removeImages(
    from destination: inout ImageDestination, of source: ImageSource
  ) throws(AuxError) -> [AuxiliaryImage] {
    let hasNone = source.absent(of: kinds).count == kinds.count
    guard all || !kinds.isEmpty && !(hasNone && recursion.isBatch(files)) else { return [] }
    return try destination.removeAuxiliaryImages(of: kinds)
  }
}
