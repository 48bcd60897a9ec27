internal import ArgumentParser
internal import AuxDepthKit
internal import Foundation

/// The options that say what the samples of a depth or disparity map mean.
struct DepthMapArguments: ParsableArguments {
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
  var resize: MapSize?

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
      try options(hasDisparity ? .disparity : .depth).check()
    } catch { throw ValidationError(error.reason) }
  }

  /// Returns what the samples of a map of that quantity mean.
  func options(_ quantity: DepthQuantity) throws(AuxError) -> DepthMapOptions {
    var options = DepthMapOptions(quantity: quantity, convention: convention, near: near, far: far)
    (options.minDisparity, options.maxDisparity) = (min, max)
    (options.whiteIsNear, options.linearIn, options.scale) = (whiteNear, linearIn, scale)
    (options.holes, options.camera, options.isRadial, options.size) = (holes, try camera(), radial, resize)
    return options
  }

  /// Returns the camera that `--intrinsics` gives; its size is the photo's where it names none.
  func camera() throws(AuxError) -> MapCamera? {
    guard let intrinsics else { return nil }
    let parts = intrinsics.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double($0.trimmingCharacters(in: .whitespaces)) }
    guard numbers.count == parts.count, numbers.count == 4 || numbers.count == 6,
      numbers.allSatisfy(\.isFinite), numbers[0] > 0, numbers[1] > 0
    else {
      throw AuxError(.usage, "--intrinsics needs fx,fy,cx,cy[,width,height] in pixels, not \(intrinsics)")
    }
    let (fx, fy, cx, cy) = (numbers[0], numbers[1], numbers[2], numbers[3])
    guard numbers.count == 6 else { return .intrinsics(fx: fx, fy: fy, cx: cx, cy: cy) }
    return .calibration(
      try CameraCalibrationData(
        fx: fx, fy: fy, cx: cx, cy: cy, referenceDimensions: .init(width: numbers[4], height: numbers[5])))
  }
}
