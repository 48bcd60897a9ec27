internal import ArgumentParser
internal import AuxDepthKit

/// `auxdepth convert`.
struct Convert: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Turns a map file into another: kind of file, depth or disparity, size.",
    discussion: """
      Without --from and --as the samples are written as they are. With them they are read as attach reads them,
      holes filled, and written as extract writes them.
      """)

  @Argument(help: "The map: PNG, PFM, NPY, NPZ, TIFF, OpenEXR, or raw with --size and --pixel-format.")
  var map: String

  @Option(name: [.short, .customLong("output")], help: "The map file to write.")
  var output: String

  @Option(help: "What the samples are: depth or disparity (default: the kind that --as names).")
  var from: DepthQuantity?

  @Option(name: .customLong("as"), help: "The samples to write: hdis, fdis, hdep or fdep.")
  var pixelFormat: PixelFormat?

  @Option(help: "The kind of file: \(MapFormat.kinds) (default: by the extension).")
  var format: AuxiliaryFile.Format?

  @OptionGroup(title: "What the map means") var meaning: DepthMapArguments
  @OptionGroup(title: "Map files") var file: MapFileArguments

  @Flag(help: "Replace an output that exists.")
  var force = false

  @Flag(help: "Print a JSON object.")
  var json = false

  func validate() throws {
    guard pixelFormat != .L008 else { throw ValidationError("--as is hdis, fdis, hdep or fdep") }
    let quantity = from ?? pixelFormat?.quantity
    try meaning.check(hasDepth: quantity == .depth, hasDisparity: quantity == .disparity)
  }

  func run() throws {
    try Failure.one(map) { () throws(AuxError) in try convert() }
  }

  private func convert() throws(AuxError) {
    guard case .map(let kind) = try MapFormat.chosen(format, path: output) else {
      throw AuxError(.usage, "a map has no dictionary; plist is for extract")
    }
    let result = try converted(to: kind)
    try OutputFile.write(result.bytes, to: output, replaces: force)
    let size = "\(result.plane.width)x\(result.plane.height)"
    let report: JSONValue = [
      "path": .string(output), "format": .string(kind.rawValue), "width": .integer(result.plane.width),
      "height": .integer(result.plane.height), "pixelFormat": result.format.map { .string($0.name) },
      "holesFilled": .integer(result.holesFilled),
    ]
    Console.output(
      json
        ? report.text
        : "\(output): \(kind.rawValue) \(size)" + (result.format.map { ", \($0.name)" } ?? ""))
  }

  private func converted(
    to kind: MapFile.Kind
  ) throws(AuxError) -> (bytes: [UInt8], plane: PixelPlane, format: PixelFormat?, holesFilled: Int) {
    let plane = try MapFile.read(map, options: file.options())
    guard let quantity = from ?? pixelFormat?.quantity ?? meaning.convention?.facts.quantity else {
      let resized = try meaning.resize?.resampled(plane) ?? plane
      return (try MapFile.encode(resized, as: kind), resized, nil, 0)
    }
    let reading = try DepthMap(plane, options: meaning.options(quantity)).reading()
    let export = MapExport(try reading.depthData(as: pixelFormat))
    return (try export.encoded(as: kind), export.plane, export.pixelFormat, reading.values.holesFilled)
  }
}
