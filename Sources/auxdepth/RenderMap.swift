internal import ArgumentParser
internal import AuxCodecs
internal import AuxEffects
internal import AuxImage
internal import AuxKernels
internal import AuxReader

/// The options of a map that `render` takes in place of the photo's own.
struct RenderMapOptions: ParsableArguments {
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
}

/// The map of a photo for an effect: its own, or one of a file.
struct RenderMap {
  /// The nearness.
  let map: NormalisedMap
  /// The calibration of the camera, where it is known.
  let calibration: CameraCalibrationData?

  /// Takes the photo's own depth map, turned by `orientation`.
  ///
  /// Throws `missingImage` where it has none, naming what it has.
  init(of source: ImageSource, orientation: ImageOrientation) throws(AuxError) {
    guard let image = source.auxiliaryImages.first(where: { $0.type.isDepthData }) else {
      let types = source.auxiliaryImages.map(\.type.name)
      throw AuxError(
        .missingImage,
        "the photo has no depth map (it has "
          + (types.isEmpty ? "no auxiliary images" : types.joined(separator: ", "))
          + "); --depth or --disparity gives one")
    }
    let depth = try source.depthData(image)
    map = try Self.normalised(depth, orientation)
    calibration = depth.cameraCalibrationData
  }

  /// Reads the map of a file, turned by `orientation`.
  ///
  /// Throws as reading does, and `usage` where its aspect ratio is not the photo's.
  init(
    _ options: RenderMapOptions, meaning: DepthMapOptions, file: MapFileArguments, for primary: PrimaryImage,
    orientation: ImageOrientation
  ) throws(AuxError) {
    let path = options.depth ?? options.disparity ?? ""
    do throws(AuxError) {
      let bytes = try InputFile.read(path, limit: Limits.standard.mapFileBytes)
      let placement = MapPlacement(
        primary: primary, isOriented: options.oriented, mayStretch: options.stretch)
      let plane = try placement.place(MapFile.decode(bytes, options: file.options()))
      let size = (primary.width, primary.height)
      if let intrinsics = meaning.intrinsics {
        calibration = try CalibrationInput.intrinsics(intrinsics, primary: size)
      } else {
        calibration = nil
      }
      if options.disparity != nil, Self.areNearness(plane, meaning) {
        map = try NormalisedMap(codes: Orient.apply(orientation.rawValue, to: plane))
        return
      }
      let reading = try DepthMapReading(
        plane, as: options.depth == nil ? .disparity : .depth, options: meaning, photo: size)
      map = try Self.normalised(reading, orientation)
    } catch { throw error.about(path) }
  }

  /// Whether the samples are codes of which nothing is known but that white is near.
  private static func areNearness(_ plane: PixelPlane, _ meaning: DepthMapOptions) -> Bool {
    plane.sampleType.isInteger && meaning.min == nil && meaning.convention == nil
  }

  private static func normalised(
    _ reading: DepthMapReading, _ orientation: ImageOrientation
  ) throws(AuxError) -> NormalisedMap {
    // The effects know better what to do with holes than to take them for measured.
    let plane = PixelPlane(
      width: reading.width, height: reading.height, storage: .float(reading.values.valuesWithHoles))
    let depth = try DepthData(
      depthDataType: reading.quantity == .depth ? .fdep : .fdis, depthDataMap: plane)
    return try normalised(depth, orientation)
  }

  /// Throws `malformed` where nothing of the map is of use: that is the file's fault.
  private static func normalised(
    _ depth: DepthData, _ orientation: ImageOrientation
  ) throws(AuxError) -> NormalisedMap {
    do throws(AuxError) {
      return try NormalisedMap(normalising: depth, orientation: orientation)
    } catch { throw AuxError(.malformed, error.reason) }
  }
}
