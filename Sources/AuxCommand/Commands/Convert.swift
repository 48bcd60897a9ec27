internal import ArgumentParser
internal import AuxDepthKit

struct Convert: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Turns a map file into another: kind of file, depth or disparity, size; or into points.",
    discussion: Prose.paragraphs(
      """
      Without options that say what the samples mean they are written as they are. With --from, --as, --unit,
      --input-unit, --convention, or the ends of the map they are read as attach reads them, and written as extract
      writes them: metres in NPY, PFM, TIFF and EXR, unless --as or --unit 1/m asks for disparity. So is a map whose file
      says what it means where the output cannot say it. Holes stay, as NaN or 0, unless --holes fills them; gray PNG
      between two ends cannot hold them.

      With an output that ends in .ply the map becomes points, as the camera of --camera, --intrinsics or the map's file
      sees them; holes and background are no points.
      """))

  @Argument(
    help:
      "The map: \(MapFile.Kind.list), or raw with --size and --pixel-format; - is standard input.",
    completion: .map)
  var map: String

  @Option(
    name: [.short, .customLong("output")],
    help: "The map file or PLY file to write, or - for standard output.",
    completion: .files(MapFile.Kind.companionExtensions + [SpaceFile.Format.ply.rawValue]))
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

  @OptionGroup var unit: UnitArguments

  @Option(help: "The kind of file (default: by the extension; of standard output, that of the input).")
  var format: ListedArgument<ConvertedKind>?

  @OptionGroup(title: "What the map means") var meaning: DepthMapArguments
  @Option(help: ArgumentHelp("The same as --map-baseline.", valueName: "metres"))
  var baseline: Double?

  @OptionGroup(title: "Map files") var file: MapFileArguments
  @OptionGroup(title: "Camera and points") var space: ConvertedSpaceArguments

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
    settings.suggestions = [StandardStream.inputName(map): RemedyText.ofConvertedMap]
    return settings
  }

  mutating func check() throws {
    meaning.mapBaseline = meaning.mapBaseline ?? baseline
    try StreamCheck.output(output)
    try unit.check(as: depthFormat?.value)
    try checkSpace()
    try meaning.check(hasDepth: quantity == .depth, hasDisparity: quantity == .disparity)
    try meaning.check(from: from)
  }

  /// What the samples are; nil where they are to be written as they are.
  var quantity: DepthQuantity? {
    if let known = from ?? meaning.quantity ?? meaning.convention?.facts.quantity
      ?? depthFormat?.value.quantity
    {
      return known
    }
    guard meaning.unit == nil, meaning.scale == nil, !meaning.radial, !unit.isGiven, !makesPoints else {
      return unit.unit == .disparity ? .disparity : .depth
    }
    return nil
  }

  func run() throws {
    try Failure.one(map) { () throws(AuxError) in try convert() }
  }

  private func convert() throws(AuxError) {
    try OutputFile.check(output, replaces: force, inputs: [map] + (space.camera.map { [$0] } ?? []))
    guard !makesPoints else { return try convertToPoints() }
    let result = try converted()
    let size = "\(result.width)x\(result.height)"
    let summary = result.summary
    let unfit = summary?.unfit
    let members: JSONValue = [
      "path": .path(output), "pathBytes": .pathBytes(output), "format": .string(result.kind.rawValue),
      "width": .integer(result.width),
      "height": .integer(result.height), "pixelFormat": summary?.pixelFormat.map { .string($0.name) },
      "unit": summary?.unit.map { .string($0.name) }, "black": summary?.black.map(JSONValue.number),
      "white": summary?.white.map(JSONValue.number), "holes": .integer(result.counts.holes),
      "holesFilled": .integer(result.keepsHoles ? 0 : result.counts.holes),
      "backgroundSamples": .integer(result.counts.background), "holeShare": .number(result.counts.holeShare),
      "backgroundShare": .number(result.counts.backgroundShare),
      "perMetre": unit.distances.map { .number($0.perMetre) },
      "tooFar": unfit.map { .integer($0.tooFar) }, "tooNear": unfit.map { .integer($0.tooNear) },
      "farthest": unfit?.farthest.map { .number(Double($0)) },
    ]
    guard case .object(let known) = members else { return }
    if let unit = unit.distances, let note = unfit?.note(in: unit) {
      Console.say(Message(.note, about: StandardStream.outputName(output), note))
    }
    let report = JSONValue.object(known + result.source.jsonMembers)
    let source = "\(result.source)"
    Console.report(
      [
        json
          ? Console.text(of: report)
          : "\(StandardStream.outputName(output)): \(result.kind.rawValue) \(size)"
            + (source.isEmpty ? "" : ", \(source)")
            + (summary?.pixelFormat.map { ", \($0.name)" } ?? "") + (summary.map(Self.values) ?? "")
            + CountText.phrase(result.counts, keepsHoles: result.keepsHoles)
      ], of: output)
  }

  /// Returns what values are in a file: their unit, and of gray between two ends black and white.
  private static func values(_ summary: MapExport.Summary) -> String {
    guard let unit = summary.unit?.name else { return "" }
    guard let black = summary.black, let white = summary.white else { return ", in \(unit)" }
    return ", black \(WriteText.number(black)) \(unit), white \(WriteText.number(white)) \(unit)"
  }

  private struct Result {
    let kind: MapFile.Kind
    let width, height: Int
    /// What the values are; nil for samples as they are.
    var summary: MapExport.Summary?
    let counts: DepthMap.SampleCounts
    var keepsHoles = true
    let source: MapSource
  }

  private func converted() throws(AuxError) -> Result {
    let given = try openMap()
    let kind = try kind(for: given.content)
    guard quantity != nil || given.content.losesMeaning(as: kind) else {
      let content = given.content
      say(content, kind, "its samples as they are")
      let plane = try meaning.resize?.resampled(content.samples) ?? content.samples
      try OutputFile.write(
        MapFile.encode(plane, as: kind, record: content.record), to: output,
        options: sync.options(force: force))
      return Result(
        kind: kind, width: plane.width, height: plane.height,
        counts: DepthMap.SampleCounts(total: plane.width * plane.height), source: content.source)
    }
    say(given.content, kind, "its samples as \(given.options.valueQuantity.rawValue)")
    let source = given.source
    let reading = try (consume given).intoReading()
    for note in reading.notes { Console.say(Message(note, of: map)) }
    let format = try unit.format(as: depthFormat?.value)
    let summary = try OutputFile.write(
      reading, as: format, in: unit.distances, kind: kind, to: output, options: sync.options(force: force))
    let (counts, keepsHoles) = (
      reading.values.counts, reading.keepsHoles(in: kind, hasUnit: unit.distances != nil)
    )
    if counts.holes > 0, !keepsHoles, meaning.holes ?? .keep == .keep {
      Console.say(Message(.holesFilled(counts.holes, of: counts.total, .fill), of: map))
    }
    return Result(
      kind: kind, width: reading.width, height: reading.height, summary: summary, counts: counts,
      keepsHoles: keepsHoles, source: source)
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
    var asked: AuxiliaryFile.Format?
    if case .map(let kind)? = format?.value { asked = .map(kind) }
    let names = ConvertedKind.values.map(ConvertedKind.name)
    switch try MapFormat.chosen(asked, path: output, usual: usual, of: names) {
    case .map(let kind): return kind
    case .propertyList: throw AuxError(.usage, "a map has no dictionary; plist is for extract")
    }
  }
}
