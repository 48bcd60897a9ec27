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

  @Option(
    help: """
      The accuracy recorded (default: as --convention says, or else absolute of distances and relative of \
      disparities).
      """)
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
      "The camera: a FILE, exif, focal=MM,sensor=MM, focal=MM,sensor=WxH or focal35=MM.",
      discussion: """
        exif: the photo's focal length. sensor=MM: the sensor along the longer side of the photo, as in Blender's panel; \
        shift_x=S and shift_y=S are those of the panel. sensor=WxH: width and height of a camera's sensor; if its shape is not \
        the photo's, the photo is taken for the largest rectangle of its own shape on the sensor. FILE: a calibration as \
        info --json prints it, a file of extract --camera (JSON, COLMAP, TUM, nerfstudio, OpenCV), of Open3D, KITTI, \
        Middlebury or MVSNet, an OpenEXR file with a camera in its attributes (worldToNDC, screenWindowWidth, Arnold's \
        and V-Ray's), an NPZ archive with K, intrinsics, intrinsic or focallength_px, or a matrix of 3x3, 3x4 or 4x4 as text or NPY; a \
        pattern or a folder too. --pixel-origin says where the principal point of a matrix or an archive counts from. \
        Cameras in OpenEXR and NPZ maps themselves need no option.
        """))
  var camera: CameraArgument?

  @Flag(
    help: "The maps are as the photo is stored (default: as it is displayed), unless their files say which.")
  var stored = false

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
    guard let camera = Self.camera(argument) else { return nil }
    self = .known(camera)
  }

  /// Returns the camera of `focal35=MM`, or of `focal=MM,sensor=WxH` or `focal=MM,sensor=MM` with shifts; nil for another text.
  private static func camera(_ argument: String) -> PhotoCamera? {
    var values: [String: String] = [:]
    for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard pair.count == 2, values.updateValue(pair[1], forKey: pair[0]) == nil else { return nil }
    }
    func number(_ key: String) -> Double? {
      values.removeValue(forKey: key).flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil }
    }
    if let length = number("focal35") {
      return length > 0 && values.isEmpty ? .film35(focalLength: length) : nil
    }
    let sides = values.removeValue(forKey: "sensor")?.split(separator: "x", omittingEmptySubsequences: false)
      .map { Double($0) ?? 0 }
    guard let length = number("focal"), length > 0, let sides, sides.allSatisfy({ $0 > 0 && $0.isFinite })
    else { return nil }
    if sides.count == 2 {
      return values.isEmpty
        ? .lens(focalLength: length, sensorWidth: sides[0], sensorHeight: sides[1]) : nil
    }
    let given = values.count
    let shifts = ["shift_x", "shift_y"].map(number)
    guard sides.count == 1, shifts.compactMap(\.self).count == given, values.isEmpty else { return nil }
    return .fitted(focalLength: length, sensor: sides[0], shiftX: shifts[0] ?? 0, shiftY: shifts[1] ?? 0)
  }

  /// The file, where it is one.
  var file: String? { if case .file(let path) = self { path } else { nil } }
}
