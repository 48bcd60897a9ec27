internal import ArgumentParser
internal import AuxImage

/// The options of `attach` that say what a depth or disparity map means.
struct DepthOptions: ParsableArguments {
  @Option(help: "The distance at black in metres; clamps a float map.")
  var near: Double?

  @Option(help: "The distance at white in metres; clamps a float map. inf with --linear-in disparity.")
  var far: Double?

  @Option(help: "The disparity at black in 1/metres, for a grayscale disparity map.")
  var min: Double?

  @Option(help: "The disparity at white in 1/metres, for a grayscale disparity map.")
  var max: Double?

  @Flag(name: .customLong("white-near"), help: "White is near and black is far.")
  var whiteNear = false

  @Option(
    name: .customLong("linear-in"),
    help: "What the codes of a grayscale map are linear in: depth or disparity.")
  var linearIn: DepthQuantity = .depth

  @Option(help: "The factor that turns a float map into metres, or 1/metres.")
  var scale: Double?

  @Option(name: .customLong("as"), help: "The format recorded: hdis, fdis, hdep or fdep.")
  var pixelFormat: PixelFormat = .hdis

  @Option(help: "The quality recorded: high or low.")
  var quality: DepthData.Quality = .high

  @Option(help: "The accuracy recorded: absolute or relative.")
  var accuracy: DepthData.Accuracy = .relative

  @Flag(help: "Record that the map is filtered (default), or that it is not.")
  var filter: Filter = .filtered

  @Option(help: "The intrinsics in pixels: fx,fy,cx,cy[,width,height].")
  var intrinsics: String?

  @Option(help: "A JSON file with the calibration, as info --json prints it.")
  var calibration: String?

  @Option(help: "What becomes of NaN, infinite and non-positive samples: fill, far or error.")
  var holes: DepthMapInterpretation.Holes = .fill

  @Flag(help: "The maps are as the photo is displayed; they are turned back to the stored grid.")
  var oriented = false

  @Flag(help: "Accept maps whose aspect ratio is not the photo's.")
  var stretch = false

  /// Whether the map is recorded as filtered.
  enum Filter: String, EnumerableFlag {
    case filtered
    case unfiltered
  }

  /// Checks the options against one another and the kind of map.
  func check(hasDepth: Bool, hasDisparity: Bool) throws {
    guard pixelFormat != .L008 else { throw ValidationError("--as is hdis, fdis, hdep or fdep") }
    guard intrinsics == nil || calibration == nil else {
      throw ValidationError("give --intrinsics or --calibration, not both")
    }
    if let scale, !(scale.isFinite && scale > 0) {
      throw ValidationError("--scale is a positive number, not \(scale)")
    }
    guard hasDepth || hasDisparity || [near, far, min, max, scale].allSatisfy({ $0 == nil }) else {
      throw ValidationError("--near, --far, --min, --max and --scale go with --depth or --disparity")
    }
    guard hasDisparity || min == nil && max == nil else {
      throw ValidationError("--min and --max go with --disparity; --depth takes --near and --far")
    }
    guard (near == nil) == (far == nil) else { throw ValidationError("give --near and --far together") }
    guard (min == nil) == (max == nil) else { throw ValidationError("give --min and --max together") }
    do throws(AuxError) {
      if let near, let far {
        try DepthMapInterpretation.checkNearFar(near: near, far: far, infinityAllowed: true)
      }
      if let min, let max { try Self.checkBounds(min: min, max: max) }
    } catch { throw ValidationError(error.reason) }
  }

  private static func checkBounds(min: Double, max: Double) throws(AuxError) {
    guard min.isFinite, max.isFinite, min >= 0, min < max else {
      throw AuxError(.usage, "--min (\(min)) and --max (\(max)) must be finite, 0 <= min < max, in 1/metres")
    }
  }

  /// Returns how a map of that type is read; `isGrayscale` says whether its samples are integer codes.
  func interpretation(
    of type: AuxiliaryDataType, isGrayscale: Bool
  ) throws(AuxError) -> DepthMapInterpretation {
    let quantity: DepthQuantity = type == .depth ? .depth : .disparity
    var interpretation = DepthMapInterpretation(quantity: quantity)
    interpretation.holes = holes
    interpretation.scale = scale ?? 1
    if isGrayscale {
      guard scale == nil else { throw AuxError(.usage, "--scale is for float maps; this one is grayscale") }
      interpretation.grayscale = try grayscale(quantity)
    } else if let near, let far {
      interpretation.clamp = quantity == .depth ? near...far : (1 / far)...(1 / near)
    } else if min != nil {
      throw AuxError(.usage, "--min and --max are for grayscale maps; this one has values in 1/metres")
    }
    return interpretation
  }

  private func grayscale(_ quantity: DepthQuantity) throws(AuxError) -> DepthMapInterpretation.Grayscale? {
    switch quantity {
    case .depth:
      guard let near, let far else { return nil }
      return try DepthMapInterpretation.grayscale(
        near: near, far: far, whiteIsNear: whiteNear, linearIn: linearIn)
    case .disparity:
      guard near == nil else {
        throw AuxError(
          .usage, "a grayscale disparity map takes --min and --max in 1/metres, not --near and --far")
      }
      guard let min, let max else { return nil }
      // White is near in any disparity map: large disparity is close.
      return .linearDisparity(black: min, white: max)
    }
  }

  /// Returns the metadata that goes with the map of a photo.
  func metadata(of primary: (width: Int, height: Int)) throws(AuxError) -> AuxiliaryMetadata {
    var metadata = AuxiliaryMetadata()
    metadata.quality = quality
    metadata.accuracy = accuracy
    metadata.isFiltered = filter == .filtered
    if let intrinsics {
      metadata.calibration = try CalibrationInput.intrinsics(intrinsics, primary: primary)
    } else if let calibration {
      do throws(AuxError) {
        metadata.calibration = try CalibrationInput.file(calibration)
      } catch { throw error.about(calibration) }
    }
    return metadata
  }
}
