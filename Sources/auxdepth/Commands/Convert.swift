internal import ArgumentParser
internal import AuxDepthKit

/// `auxdepth convert`.
struct Convert: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Turns a map file into another: kind of file, depth or disparity, size.",
    discussion: """
      Without options that say what the samples mean they are written as they are. With --from, --as, --unit,
      --convention, or the ends of the map they are read as attach reads them, background and holes filled, and
      written as extract writes them.
      """)

  @Argument(help: "The map: PNG, PFM, NPY, NPZ, TIFF, OpenEXR, or raw with --size and --pixel-format.")
  var map: String

  @Option(name: [.short, .customLong("output")], help: "The map file to write.")
  var output: String

  @Option(
    help: ArgumentHelp(
      "What the samples are.",
      discussion:
        "By default depth with --near or --far, disparity with --min and --max, else the kind that --as names."
    ))
  var from: DepthQuantity?

  @Option(name: .customLong("as"), help: "The samples to write.")
  var depthFormat: DepthFormat?

  @Option(help: "The kind of file (default: by the extension).")
  var format: MapKind?

  @OptionGroup(title: "What the map means") var meaning: DepthMapArguments
  @OptionGroup(title: "Map files") var file: MapFileArguments

  @Flag(help: "Replace an output that exists.")
  var force = false

  @Flag(help: "Print a JSON object.")
  var json = false

  func validate() throws {
    try meaning.check(hasDepth: quantity == .depth, hasDisparity: quantity == .disparity)
  }

  private var pixelFormat: PixelFormat? { depthFormat?.pixelFormat }

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
    guard case .map(let kind) = try MapFormat.chosen(format.map { .map($0.kind) }, path: output) else {
      throw AuxError(.usage, "a map has no dictionary; plist is for extract")
    }
    let result = try converted(to: kind)
    try OutputFile.write(result.bytes, to: output, replaces: force)
    let size = "\(result.plane.width)x\(result.plane.height)"
    let report: JSONValue = [
      "path": .string(output), "format": .string(kind.rawValue), "width": .integer(result.plane.width),
      "height": .integer(result.plane.height), "pixelFormat": result.format.map { .string($0.name) },
      "holesFilled": .integer(result.counts.holes),
      "backgroundSamples": .integer(result.counts.background), "holeShare": .number(result.counts.holeShare),
      "backgroundShare": .number(result.counts.backgroundShare),
    ]
    Console.output(
      json
        ? report.text
        : "\(output): \(kind.rawValue) \(size)" + (result.format.map { ", \($0.name)" } ?? "")
          + CountText.phrase(result.counts))
  }

  private func converted(
    to kind: MapFile.Kind
  ) throws(AuxError) -> (bytes: [UInt8], plane: PixelPlane, format: PixelFormat?, counts: SampleCounts) {
    guard let quantity else {
      let plane = try MapFile.read(map, options: file.options())
      let resized = try meaning.resize?.resampled(plane) ?? plane
      let counts = SampleCounts(total: resized.width * resized.height)
      return (try MapFile.encode(resized, as: kind), resized, nil, counts)
    }
    let reading = try DepthMap(map, options: meaning.options(quantity), file: file.options()).reading()
    let export = MapExport(try reading.depthData(as: pixelFormat))
    return (try export.encoded(as: kind), export.plane, export.pixelFormat, reading.values.counts)
  }
}
