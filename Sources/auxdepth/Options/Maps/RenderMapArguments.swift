internal import ArgumentParser
internal import AuxDepthKit

/// The options of a map that `render` takes in place of the photo's own.
struct RenderMapArguments: ParsableArguments {
  @Option(
    help: "A depth map to use instead of the photo's; a grayscale one needs --near and --far.",
    completion: .map)
  var depth: String?

  @Option(help: "A disparity map to use instead of the photo's; white = near.", completion: .map)
  var disparity: String?

  @Flag(help: "The map is as the photo is displayed, not as it is stored.")
  var oriented = false

  @Flag(help: "Accept a map whose aspect ratio is not the photo's.")
  var stretch = false

  /// The file of that map.
  var path: String? { depth ?? disparity }

  /// Whether there is such a map.
  var isGiven: Bool { path != nil }

  func validate() throws {
    guard depth == nil || disparity == nil else {
      throw ValidationError("give --depth or --disparity, not both")
    }
    guard isGiven || !(oriented || stretch) else {
      throw ValidationError("--oriented and --stretch go with --depth or --disparity")
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
      .init(oriented: oriented, stretch: stretch))
  }
}
