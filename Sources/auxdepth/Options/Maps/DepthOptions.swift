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
      The camera from a file: JSON as info --json prints it, or any other file of --camera; a pattern or a folder too.
      """,
    completion: .files(["json", "txt", "yml", "yaml", "exr", "npz", "npy"]))
  var calibration: String?

  @Option(
    help: ArgumentHelp(
      "The camera: a FILE, exif, focal=MM,sensor=WxH or focal35=MM.",
      discussion: """
        exif: the photo's focal length. sensor: width and height of the sensor in millimetres; where its shape is not the \
        photo's, the photo is taken for the largest rectangle of its own shape on the sensor. FILE: a calibration as \
        info --json prints it, a file of extract --camera (JSON, COLMAP, TUM, nerfstudio, OpenCV), an OpenEXR file with \
        a camera in its attributes (worldToNDC, screenWindowWidth, Arnold's and V-Ray's), an NPZ archive with K, \
        intrinsics or focallength_px, or an NPY file with the matrix; a pattern or a folder too. Cameras in OpenEXR and \
        NPZ maps themselves need no option.
        """))
  var camera: CameraArgument?

  @Flag(help: "The maps are as the photo is displayed; they are turned back to the stored grid.")
  var oriented = false

  @Flag(help: "Accept maps whose aspect ratio is not the photo's.")
  var stretch = false

  /// The file that either option names; ``check(map:)`` refuses both.
  var cameraFile: String? { calibration ?? camera?.file }

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
