internal import ArgumentParser
internal import AuxDepthKit

/// The options of a map that `render` takes in place of the photo's own.
struct RenderMapArguments: ParsableArguments {
  @Option(help: "A depth map to use instead of the photo's; a grayscale one needs --near and --far.")
  var depth: String?

  @Option(help: "A disparity map to use instead of the photo's; white = near.")
  var disparity: String?

  @Flag(help: "The map is as the photo is displayed, not as it is stored.")
  var oriented = false

  @Flag(help: "Accept a map whose aspect ratio is not the photo's.")
  var stretch = false

  /// Whether there is such a map.
  var isGiven: Bool { depth != nil || disparity != nil }

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
    guard let path = depth ?? disparity else { return try RenderMap(of: source) }
    let options = try meaning.options(depth == nil ? .disparity : .depth)
    return try RenderMap(
      DepthMap(path, options: options, file: file.options()), on: source,
      .init(oriented: oriented, stretch: stretch))
  }
}
