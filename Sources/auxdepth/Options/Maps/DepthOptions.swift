internal import ArgumentParser
internal import AuxDepthKit

/// The options of `attach` that say how a depth or disparity map is recorded and placed.
struct DepthOptions: ParsableArguments {
  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "The format recorded (default: hdis).",
      discussion: "With --replace, what is not given is as in the map that is replaced, the calibration too.")
  )
  var format: ListedArgument<DepthFormats>?

  @Option(help: "The quality recorded (default: high).")
  var quality: DepthData.Quality?

  @Option(help: "The accuracy recorded (default: relative, or as --convention says).")
  var accuracy: DepthData.Accuracy?

  @Flag(help: "Record that the map is filtered (default), or that it is not.")
  var filter: Filter?

  @Option(
    help: """
      A JSON file with the calibration, as info --json prints it, or a file of extract --camera; a pattern or a folder too.
      """,
    completion: .files(["json", "txt", "yml", "yaml"]))
  var calibration: String?

  @Flag(help: "The maps are as the photo is displayed; they are turned back to the stored grid.")
  var oriented = false

  @Flag(help: "Accept maps whose aspect ratio is not the photo's.")
  var stretch = false

  /// Whether the map is recorded as filtered.
  enum Filter: String, EnumerableFlag {
    case filtered
    case unfiltered
  }

  func check(map: DepthMapArguments) throws {
    guard map.intrinsics == nil || calibration == nil else {
      throw ValidationError("give --intrinsics or --calibration, not both")
    }
  }

  var recording: DepthRecording {
    var recording = DepthRecording()
    (recording.pixelFormat, recording.quality, recording.accuracy) = (
      format?.value, quality, accuracy
    )
    recording.isFiltered = filter.map { $0 == .filtered }
    return recording
  }

  /// The placement of maps on the photo.
  var placement: MapPlacement.Options { .init(oriented: oriented, stretch: stretch) }
}
