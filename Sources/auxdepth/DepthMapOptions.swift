internal import ArgumentParser
internal import AuxImage

/// The options that say what the samples of a depth or disparity map mean.
struct DepthMapOptions: ParsableArguments {
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

  @Option(
    help: ArgumentHelp(
      "What the map is, by what made it: apple, midas, depth-anything, metric, zoedepth, depth-pro or blender.",
      discussion:
        "Sets polarity, units, background and the accuracy recorded; --near and --far where it needs them."))
  var convention: MapConvention?

  @Option(help: "What becomes of NaN, infinite and non-positive samples: fill, far or error.")
  var holes: DepthMapInterpretation.Holes = .fill

  @Option(help: "The intrinsics in pixels: fx,fy,cx,cy[,width,height].")
  var intrinsics: String?

  @Flag(help: "The values are distances along the rays, which --intrinsics turns into depth.")
  var radial = false

  @Option(help: "Resample the map: WxH, half (of the photo) or apple (768 on the long side).")
  var resize: ResizeTarget?

  /// Checks the options against one another and the kind of map.
  func check(hasDepth: Bool, hasDisparity: Bool) throws {
    if let scale, !(scale.isFinite && scale > 0) {
      throw ValidationError("--scale is a positive number, not \(scale)")
    }
    guard
      hasDepth || hasDisparity || [near, far, min, max, scale].allSatisfy({ $0 == nil }) && convention == nil
    else {
      throw ValidationError("--near, --far, --min, --max, --scale and --convention go with a depth map")
    }
    guard hasDisparity || min == nil && max == nil else {
      throw ValidationError("--min and --max go with --disparity; --depth takes --near and --far")
    }
    guard (near == nil) == (far == nil) else { throw ValidationError("give --near and --far together") }
    guard (min == nil) == (max == nil) else { throw ValidationError("give --min and --max together") }
    guard convention == nil || !whiteNear && linearIn == .depth && min == nil else {
      throw ValidationError("--convention says what --white-near, --linear-in, --min and --max would")
    }
    guard !radial || intrinsics != nil else { throw ValidationError("--radial needs --intrinsics") }
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

  /// Returns how a map of that quantity is read; `isGrayscale` says whether its samples are integer codes.
  func interpretation(
    of quantity: DepthQuantity, isGrayscale: Bool
  ) throws(AuxError) -> DepthMapInterpretation {
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
}
