internal import ArgumentParser
internal import AuxDepthKit

/// The options that say where in a map file the samples are.
struct MapFileArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The channel of an OpenEXR map (default: Z, Depth.Z, ViewLayer.Depth.Z, … as there is one).",
      discussion: "Of a matte, the default is A, or the name that a matte has."))
  var channel: String?

  @Option(
    help: ArgumentHelp(
      "The array of an NPZ archive (default: depth, or the only one that may be a map).",
      discussion: "Of an array of several frames it is 'NAME[NUMBER]', of an NPY file '[NUMBER]', from 0."))
  var key: String?

  @Option(help: "The size of a raw map, WxH.")
  var size: String?

  @Option(
    name: .customLong("pixel-format"), help: "The samples of a raw map: hdis, fdis, hdep, fdep, L008 or u16.",
    completion: .list((PixelFormat.depthFormats + [.L008]).map(\.name) + ["u16"]))
  var pixelFormat: String?

  func validate() throws {
    guard (size == nil) == (pixelFormat == nil) else {
      throw ValidationError("a raw map needs --size and --pixel-format")
    }
  }

  func options() throws(AuxError) -> MapFile.Options {
    guard let size, let pixelFormat else { return MapFile.Options(channel: channel, key: key) }
    guard case .size(let width, let height)? = MapSize(argument: size) else {
      throw AuxError(.usage, "--size is WxH, not \(size)")
    }
    return MapFile.Options(
      channel: channel, key: key,
      raw: try MapFile.RawLayout(width: width, height: height, pixelFormat: pixelFormat))
  }
}

/// The options of a map that `render` takes in place of the photo's own.
struct RenderMapArguments: ParsableArguments {
  @Option(
    help: "A depth map to use instead of the photo's; a grayscale one needs --near and --far.",
    completion: .map)
  var depth: String?

  @Option(help: "A disparity map to use instead of the photo's; white = near.", completion: .map)
  var disparity: String?

  @Flag(help: "The map is as the photo is stored (default: as it is displayed), unless its file says which.")
  var stored = false

  @Flag(help: "Accept a map whose aspect ratio is not the photo's.")
  var stretch = false

  var path: String? { depth ?? disparity }

  var isGiven: Bool { path != nil }

  func validate() throws {
    guard depth == nil || disparity == nil else {
      throw ValidationError("give --depth or --disparity, not both")
    }
    guard isGiven || !(stored || stretch) else {
      throw ValidationError("--stored and --stretch go with --depth or --disparity")
    }
  }

  /// Returns the map of the file that is given, or the photo's own.
  func map(
    for source: ImageSource, meaning: DepthMapArguments, file: MapFileArguments
  ) throws(AuxError) -> RenderMap {
    guard let path else { return try RenderMap(of: source) }
    let options = try meaning.options(depth == nil ? .disparity : .depth)
    return try RenderMap(
      DepthMap(path, options: options, file: file.options()), on: source,
      isUpright: !stored, isStretched: stretch)
  }
}

enum MapFormat {
  /// Returns the format that a path's extension names, unless one is given; that of standard output is `usual`. An error
  /// offers the extensions `names`.
  static func chosen(
    _ format: AuxiliaryFile.Format?, path: String, usual: AuxiliaryFile.Format?, of names: [String]
  ) throws(AuxError) -> AuxiliaryFile.Format {
    if format == nil, path == StandardStream.path {
      guard let usual else {
        throw AuxError(.usage, "files of the input's kind are only read; give --format")
      }
      return usual
    }
    guard let format = format ?? AuxiliaryFile.Format(outputPath: path) else {
      let endings = names.map { ".\($0)" }.alternatives
      throw AuxError(.usage, "the output \(path) must end in \(endings), or give --format")
    }
    return format
  }
}
