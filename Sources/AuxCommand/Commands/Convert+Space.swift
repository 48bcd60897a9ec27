internal import ArgumentParser
internal import AuxDepthKit

/// The options of `convert` for the camera of a map, and for points.
struct ConvertedSpaceArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The camera of the map: a file as --camera of attach takes it.",
      discussion: "For points, and for --radial. Numbers that name no size are in pixels of the map.",
      valueName: "file"),
    completion: .files(["json", "txt", "yml", "yaml", "exr", "npz", "npy"]))
  var camera: String?

  @OptionGroup var points: PointArguments
}

// `convert -o cloud.ply`.
extension Convert {
  /// Whether points are asked for, by `--format` or the extension of the output.
  var makesPoints: Bool {
    format.map { $0.value == .points } ?? (SpaceFile.Format(outputPath: output) == .ply)
  }

  /// Checks the options that go with points, and those that do not.
  func checkSpace() throws {
    guard space.camera == nil || meaning.intrinsics == nil else {
      throw ValidationError("give --camera or --intrinsics, not both")
    }
    guard makesPoints else {
      if let name = space.points.given { throw ValidationError("\(name) goes with points: --format ply") }
      return
    }
    guard depthFormat == nil, !unit.isGiven else {
      throw ValidationError("points are in meters: leave out --as, --unit and --scale")
    }
  }

  /// Opens the map, whose camera is that of the options or, without one, of its file.
  func openMap() throws(AuxError) -> DepthMap {
    var options = try meaning.options(quantity ?? .depth)
    if let file = space.camera {
      var losses: [String] = []
      options.statedCamera = try StatedCamera(
        contentsOf: file, origin: meaning.pixelOrigin, convention: meaning.convention, losses: &losses)
      for loss in losses { Console.say(Message(.note, of: file, loss)) }
    }
    return try DepthMap(map, options: options, file: file.options()).withIntrinsicsOfMap()
  }

  func convertToPoints() throws(AuxError) {
    let given = try openMap()
    guard given.camera != nil else {
      throw AuxError(
        .usage, "points need the camera of the map", path: StandardStream.inputName(map), remedy: .stateCamera
      )
    }
    let source = given.source
    var options = SpaceOptions()
    space.points.apply(to: &options)
    let (file, reading) = try (consume given).points(options: options)
    for note in reading.notes { Console.say(Message(note, of: map)) }
    try OutputFile.write(file.bytes, to: output, options: sync.options(force: force))
    guard case .object(let members) = file.json(path: output) else { return }
    let counts: JSONValue = [
      "holeShare": .number(reading.values.counts.holeShare),
      "backgroundShare": .number(reading.values.counts.backgroundShare),
    ]
    guard case .object(let shares) = counts else { return }
    let report = JSONValue.object(members + shares + source.jsonMembers)
    let text = "\(source)"
    Console.report(
      [
        json
          ? Console.text(of: report)
          : "\(StandardStream.outputName(output)): \(file.format.rawValue) \(file.pointCount) points"
            + (text.isEmpty ? "" : ", \(text)")
      ], of: output)
    if file.isRelative, !json { Console.say(Message(.note, of: map, Extract.unknownScale)) }
  }
}
