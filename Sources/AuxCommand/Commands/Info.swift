internal import ArgumentParser
internal import AuxDepthKit

struct Info: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Lists the auxiliary images of photos; reads headers only.",
    discussion: Prose.paragraphs(
      """
      A stereo pair is listed with its cameras, and what makers put after the images by its kind and parts. Notes are what validate finds that matters to who reads the images.
      Sizes are as stored, before the orientation is applied. A photo without auxiliary images is no error, and neither
      is an image that cannot be read: it is listed with its error, and remove removes it.
      """))

  @Argument(
    help: "The photos, and with --recursive folders of them; - is standard input.", completion: .photo)
  var files: [String]

  @OptionGroup var recursion: RecursionArguments
  @OptionGroup var jobs: JobsArguments

  @Flag(help: "List the parts of each file as well: boxes and items, segments, directories and tags, chunks.")
  var structure = false

  @Flag(help: "Print one JSON object per photo.")
  var json = false

  @Flag(help: "Show no progress bar and no notes.")
  var quiet = false

  @OptionGroup var console: ConsoleArguments
  @OptionGroup var sandbox: SandboxArguments
  @OptionGroup(title: "Limits") var limits: LimitArguments

  var settings: Console.Settings { console.settings(json: json, takesFolders: true) }

  func check() throws { try StreamCheck.inputs(files) }

  func run() throws {
    try Batch(recursion.photos(of: files), jobs: jobs, quiet: quiet).read { path, notes throws(AuxError) in
      let source = try ImageSource(path)
      notes.opened(source, of: path)
      let remarks = source.remarks()
      let nodes = structure ? source.structureNodes() : []
      let lines =
        json
        ? [Console.text(of: InfoText.json(source, remarks, nodes))]
        : InfoText.lines(source, remarks, path: path) + nodes.map(InfoText.line)
      // Some of it is read only now.
      try source.checkReading()
      lines.forEach(notes.output)
    }
  }
}
