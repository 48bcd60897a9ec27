internal import ArgumentParser
internal import AuxCodecs
internal import AuxImage
internal import AuxKernels
internal import AuxWriter

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

  @Option(help: "The kind of file: png, pfm, npy, tiff, exr or raw (default: by the extension).")
  var format: MapFormat?

  @OptionGroup(title: "What the map means") var meaning: DepthMapOptions
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
    let wanted: MapFormat
    if let format { wanted = format } else { wanted = try MapFormat(path: output) }
    guard case .map(let kind) = wanted else {
      throw AuxError(.usage, "a map has no dictionary; plist is for extract")
    }
    let bytes = try InputFile.read(map, limit: Limits.standard.mapFileBytes)
    let plane = try MapFile.decode(bytes, options: try file.options())
    let result = try converted(plane)
    let encoded: [UInt8]
    if let native = result.format {
      encoded = try MapEncoder.encode(result.plane, native, as: kind)
    } else {
      encoded = try MapFile.encode(result.plane, as: kind)
    }
    do throws(AuxError) {
      try OutputFile.write(encoded, to: output, replaces: force)
    } catch { throw error.about(output) }
    let size = "\(result.plane.width)x\(result.plane.height)"
    Console.output(
      json
        ? JSONValue.object([
          ("path", .string(output)), ("format", .string(kind.rawValue)),
          ("width", .integer(result.plane.width)),
          ("height", .integer(result.plane.height)), ("pixelFormat", result.format.map { .string($0.name) }),
          ("holesFilled", .integer(result.holesFilled)),
        ]).text
        : "\(output): \(kind.rawValue) \(size)" + (result.format.map { ", \($0.name)" } ?? ""))
  }

  private func converted(
    _ plane: PixelPlane
  ) throws(AuxError) -> (plane: PixelPlane, format: PixelFormat?, holesFilled: Int) {
    guard let quantity = from ?? pixelFormat?.quantity ?? meaning.convention?.facts.quantity else {
      guard let target = meaning.resize else { return (plane, nil, 0) }
      let size = target.size(of: (plane.width, plane.height))
      return (
        Resample.plane(plane, toWidth: size.width, toHeight: size.height, method: .edgeRespecting()), nil, 0
      )
    }
    let reading = try DepthMapReading(
      plane, as: quantity, options: meaning, photo: (plane.width, plane.height))
    let own: PixelFormat = reading.quantity == .depth ? .fdep : .fdis
    let depth = DepthData(
      values: reading.values.values, width: reading.width, height: reading.height, depthDataType: own,
      metadata: AuxiliaryMetadata())
    let result = try depth.converting(toDepthDataType: pixelFormat ?? own)
    return (result.depthDataMap, result.depthDataType, reading.values.holesFilled)
  }
}
