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

  @Option(
    help: ArgumentHelp(
      "The camera: a FILE, exif, focal=MM,sensor=WxH or focal35=MM.",
      discussion: """
        exif: the photo's focal length. sensor: its size in millimetres, of which the picture is the largest part of its \
        shape. FILE: JSON as of --calibration, the attributes of an OpenEXR file (worldToNDC, screenWindowWidth, \
        Arnold's and V-Ray's), an NPZ archive with K, intrinsics or focallength_px, or an NPY file with the matrix; a \
        pattern too. Cameras in OpenEXR and NPZ maps themselves need no option.
        """))
  var camera: CameraArgument?

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
    let given = [
      map.intrinsics == nil ? nil : "--intrinsics", calibration == nil ? nil : "--calibration",
      camera == nil ? nil : "--camera",
    ].compactMap(\.self)
    guard given.count <= 1 else {
      throw ValidationError("give \(given.joined(separator: " or ")), not both")
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

/// The camera that `--camera` names; a file may be a pattern.
enum CameraArgument: ExpressibleByArgument {
  case known(PhotoCamera)
  case file(String)

  init?(argument: String) {
    if argument == "exif" {
      self = .known(.exif)
      return
    }
    guard argument.hasPrefix("focal=") || argument.hasPrefix("focal35=") else {
      guard !argument.isEmpty else { return nil }
      self = .file(argument)
      return
    }
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false).map {
      $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    }
    guard parts[0].count == 2, let length = Double(parts[0][1]), length > 0, length.isFinite else {
      return nil
    }
    if parts[0][0] == "focal35", parts.count == 1 {
      self = .known(.film35(focalLength: length))
      return
    }
    guard parts[0][0] == "focal", parts.count == 2, parts[1].count == 2, parts[1][0] == "sensor" else {
      return nil
    }
    let sides = parts[1][1].split(separator: "x", omittingEmptySubsequences: false).compactMap { Double($0) }
    guard sides.count == 2, sides.allSatisfy({ $0 > 0 && $0.isFinite }) else { return nil }
    self = .known(.lens(focalLength: length, sensorWidth: sides[0], sensorHeight: sides[1]))
  }

  /// The file, where it is one.
  var file: String? { if case .file(let path) = self { path } else { nil } }
}
