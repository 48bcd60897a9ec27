internal import ArgumentParser
internal import AuxDepthKit

/// The options that say where in a map file the samples are.
struct MapFileArguments: ParsableArguments {
  @Option(help: "The channel of an OpenEXR map (default: Z, Depth.Z, ViewLayer.Depth.Z, … as there is one).")
  var channel: String?

  @Option(help: "The array of an NPZ archive (default: depth, or the only one).")
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

  /// Returns the options of the codec.
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
