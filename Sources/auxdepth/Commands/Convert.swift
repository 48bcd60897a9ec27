internal import ArgumentParser
internal import AuxDepthKit

struct Convert: ReadingCommand {
  static let configuration = CommandConfiguration(
    command: "convert",
    abstract: "Turns a map file into another: kind of file, depth or disparity, size.",
    discussion: Prose.paragraphs(
      """
      Without options that say what the samples mean they are written as they are. With --from, --as, --unit,
      --convention, or the ends of the map they are read as attach reads them, background and holes filled, and
      written as extract writes them.
      """))

  @Argument(
    help:
      "The map: PNG, JPEG, WebP, PFM, NPY, NPZ, TIFF, OpenEXR, or raw with --size and --pixel-format; - is standard input.",
    completion: .map)
  var map: String

  @Option(
    name: [.short, .customLong("output")], help: "The map file to write, or - for standard output.",
    completion: .map)
  var output: String

  @Option(
    help: ArgumentHelp(
      "What the samples are.",
      discussion:
        "By default depth with --near or --far, disparity with --min and --max, else the kind that --as names."
    ))
  var from: DepthQuantity?

  @Option(name: .customLong("as"), help: "The samples to write.")
  var depthFormat: ListedArgument<DepthFormats>?

  @Option(help: "The kind of file (default: by the extension; of standard output, that of the input).")
  var format: ListedArgument<MapKinds>?

  @OptionGroup(title: "What the map means") var meaning: DepthMapArguments
  @OptionGroup(title: "Map files") var file: MapFileArguments

  @Flag(help: "Replace an output that exists.")
  var force = false

  @OptionGroup var sync: SyncArguments

  @Flag(help: "Print a JSON object.")
  var json = false

  @OptionGroup var console: ConsoleArguments
  @OptionGroup var sandbox: SandboxArguments
  @OptionGroup(title: "Limits") var limits: LimitArguments

  var settings: Console.Settings {
    var settings = console.settings(json: json, output: output)
    settings.suggestions = [StandardStream.inputName(map): RemedyText.ofOneMap]
    return settings
  }

  func validate() throws {
    try StreamCheck.output(output)
    try meaning.check(hasDepth: quantity == .depth, hasDisparity: quantity == .disparity)
  }

  private var pixelFormat: PixelFormat? { depthFormat?.value }

  /// What the samples are; nil where they are to be written as they are.
  private var quantity: DepthQuantity? {
    if let known = from ?? meaning.quantity ?? meaning.convention?.facts.quantity ?? pixelFormat?.quantity {
      return known
    }
    return meaning.unit != nil || meaning.scale != nil || meaning.radial ? .depth : nil
  }

  func run() throws {
    try Failure.one(map) { () throws(AuxError) in try convert() }
  }

  private func convert() throws(AuxError) {
    try OutputFile.check(output, replaces: force, inputs: [map])
    let result = try converted()
    let size = "\(result.width)x\(result.height)"
    let members: JSONValue = [
      "path": .path(output), "pathBytes": .pathBytes(output), "format": .string(result.kind.rawValue),
      "width": .integer(result.width),
      "height": .integer(result.height), "pixelFormat": result.format.map { .string($0.name) },
      "holesFilled": .integer(result.counts.holes),
      "backgroundSamples": .integer(result.counts.background), "holeShare": .number(result.counts.holeShare),
      "backgroundShare": .number(result.counts.backgroundShare),
    ]
    guard case .object(let known) = members else { return }
    let report = JSONValue.object(known + result.source.jsonMembers)
    let source = "\(result.source)"
    Console.report(
      [
        json
          ? Console.text(of: report)
          : "\(StandardStream.outputName(output)): \(result.kind.rawValue) \(size)"
            + (source.isEmpty ? "" : ", \(source)")
            + (result.format.map { ", \($0.name)" } ?? "") + CountText.phrase(result.counts)
      ], of: output)
  }

  private struct Result {
    let kind: MapFile.Kind
    let width, height: Int
    let format: PixelFormat?
    let counts: DepthMap.SampleCounts
    let source: MapSource
  }

  private func converted() throws(AuxError) -> Result {
    guard let quantity else {
      let content = try MapFile.content(at: map, options: file.options())
      let kind = try kind(for: content)
      say(content, kind, "its samples as they are")
      let plane = try meaning.resize?.resampled(content.samples) ?? content.samples
      try OutputFile.write(
        MapFile.encode(plane, as: kind), to: output, options: sync.options(force: force))
      return Result(
        kind: kind, width: plane.width, height: plane.height, format: nil,
        counts: DepthMap.SampleCounts(total: plane.width * plane.height), source: content.source)
    }
    let given = try DepthMap(map, options: meaning.options(quantity), file: file.options())
    let kind = try kind(for: given.content)
    say(given.content, kind, "its samples as \(quantity.rawValue)")
    let source = given.source
    let reading = try (consume given).intoReading()
    for note in reading.notes { Console.say(Message(note, of: map)) }
    let result = Result(
      kind: kind, width: reading.width, height: reading.height, format: pixelFormat ?? reading.nativeFormat,
      counts: reading.values.counts, source: source)
    try OutputFile.write(
      reading, as: pixelFormat, kind: kind, to: output, options: sync.options(force: force))
    return result
  }

  private func say(_ content: MapContent, _ kind: MapFile.Kind, _ meaning: String) {
    let name = content.kind?.rawValue ?? "raw"
    let source = "\(content.source)"
    Console.verbose(
      map,
      "read \(name) \(source)\(source.isEmpty ? "" : ", ")\(content.samples.width)x\(content.samples.height), \(meaning)"
    )
    Console.verbose(output, "chose \(kind.rawValue)")
  }

  private func kind(for content: MapContent) throws(AuxError) -> MapFile.Kind {
    let usual = content.kind.flatMap { $0.writableSamples.isEmpty ? nil : AuxiliaryFile.Format.map($0) }
    switch try MapFormat.chosen(format.map { .map($0.value) }, path: output, usual: usual) {
    case .map(let kind): return kind
    case .propertyList: throw AuxError(.usage, "a map has no dictionary; plist is for extract")
    }
  }
}
