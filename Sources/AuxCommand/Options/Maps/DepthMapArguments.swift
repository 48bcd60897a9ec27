internal import ArgumentParser
internal import AuxDepthKit

/// The options that say what the samples of a depth or disparity map mean.
struct DepthMapArguments: ParsableArguments {
  @Option(help: "The distance at black in metres; numbers that are nearer become it.")
  var near: Double?

  @Option(
    help: ArgumentHelp(
      "The distance at white in metres; numbers that are farther become it, and background.",
      discussion: "inf with --linear-in disparity, or for background that stays infinitely far."))
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

  @Flag(
    help: "A float map has values of 0...1 between --near and --far (--min and --max), as a mist pass has.")
  var normalised = false

  @Option(
    help: ArgumentHelp(
      "The map is Blender's Mist pass from --near to --far with that falloff: linear, quadratic or inverse.",
      discussion:
        "quadratic is that of a new world. Distances are along the rays, which the camera turns into depth."))
  var mist: MistFalloff?

  @Option(
    name: .customLong("input-unit"),
    help: ArgumentHelp(
      "The unit of the samples: \(LengthUnit.allCases.map(\.rawValue).joined(separator: ", ")).",
      discussion:
        "Makes lengths of integers too, 0 where nothing was measured; without it, float maps are in metres."))
  var unit: LengthUnit?

  @Option(
    name: .customLong("input-scale"),
    help: ArgumentHelp(
      "The factor that turns samples into metres, or 1/metres; negative for an axis towards the camera.",
      discussion: "Makes lengths of integers too, as --input-unit does.")
  )
  var scale: Double?

  @Option(
    help: ArgumentHelp(
      "Bring that percentage of the nearest samples, and of the farthest, to those next to them.",
      discussion: "For a few bad samples, between which nearly all codes would be spread: 0.1, for instance.")
  )
  var clip: Double?

  @Option(
    help: ArgumentHelp(
      "What the map is, by what made it: a model, a program or a set of data.",
      discussion: """
        Sets polarity, units, background and the accuracy recorded, and finds the camera that comes along; --near and --far \
        where it needs them. metric: floats in metres, integers in millimetres. 'auxdepth help conventions' says what \
        each sets.
        """))
  var convention: MapConvention?

  @Option(
    help: ArgumentHelp(
      "Sample values that are holes, as 65535 or 0,65535; or none, which takes the greatest as measured.",
      discussion:
        "Values are those of the file, before any unit. 0 is a hole already in integers with a unit.",
      valueName: "values"))
  var invalid: [InvalidSamples] = []

  @Option(
    help: ArgumentHelp(
      "What becomes of holes, samples that are NaN or not positive: keep, fill, far or error.",
      discussion: """
        Photos have them filled by the nearest sample, map files of convert keep them. far takes --far where it is given. \
        Background is no hole: infinite depth, depth from 1e9 on, and disparity 0 become the farthest distance of the \
        map, or --far.
        """))
  var holes: DepthMap.Holes?

  @Option(
    help:
      "The intrinsics: f, fx,fy or fx,fy,cx,cy in pixels of the photo (of convert the map), or fx,fy,cx,cy,width,height in pixels of that size."
  )
  var intrinsics: String?

  @Option(
    name: .customLong("pixel-origin"),
    help: ArgumentHelp(
      "The point of the first pixel from which principal points count: corner or center.",
      discussion: """
        Of --intrinsics, and of a matrix as text, NPY or NPZ; other files of cameras say it themselves. Without it, that of the \
        convention, or else corner.
        """))
  var pixelOrigin: PixelOrigin?

  @Option(
    name: .customLong("focal-pixels"),
    help: ArgumentHelp(
      "The focal length in pixels of a map of disparity in pixels, with --map-baseline.",
      discussion: "--input-scale is the pixels of a sample then. Integers of 0 are holes."))
  var focalPixels: Double?

  @Option(
    name: .customLong("map-baseline"),
    help: "The distance in meters of the two cameras of a map of disparity in pixels, with --focal-pixels.")
  var mapBaseline: Double?

  @Flag(help: "The values are distances along the rays, which --intrinsics turns into depth.")
  var radial = false

  @Option(help: "Resample the map: WxH, half (of the photo) or apple (768 on the long side).")
  var resize: MapSize?

  /// The quantity that the options speak of: distances or disparities; nil where they are of any map.
  var quantity: DepthQuantity? {
    if focalPixels != nil || mapBaseline != nil { return .disparity }
    if near != nil || far != nil { return .depth }
    return min != nil || max != nil ? .disparity : nil
  }

  /// Checks the options against one another and the kind of map.
  func check(hasDepth: Bool, hasDisparity: Bool) throws {
    guard
      hasDepth || hasDisparity
        || [near, far, min, max, scale, clip, focalPixels, mapBaseline].allSatisfy({ $0 == nil })
          && convention == nil && unit == nil && !normalised && mist == nil
          && invalid.isEmpty
    else {
      throw ValidationError(
        "--near, --far, --min, --max, --input-unit, --input-scale, --invalid, --clip, --normalised, --mist, --convention, "
          + "--focal-pixels and --map-baseline go with a depth map"
      )
    }
    guard hasDisparity || min == nil && max == nil else {
      throw ValidationError("--min and --max go with a disparity map; a depth map takes --near and --far")
    }
    guard (min == nil) == (max == nil) else { throw ValidationError("give --min and --max together") }
    guard min == nil || near == nil && far == nil else {
      throw ValidationError("give --near and --far, or --min and --max, not both")
    }
    guard convention == nil || !whiteNear && linearIn == .depth && min == nil else {
      throw ValidationError("--convention says what --white-near, --linear-in, --min and --max would")
    }
    do throws(AuxError) {
      try options(hasDisparity ? .disparity : .depth).check()
    } catch {
      let remedy = error.remedy.flatMap { RemedyText.text(of: $0) }
      throw ValidationError(error.reason + (remedy.map { "; \($0)" } ?? ""))
    }
  }

  /// Checks that the convention is of the quantity that `--from` states.
  func check(from stated: DepthQuantity?) throws {
    guard let stated, let convention, convention.facts.quantity != stated else { return }
    throw ValidationError(
      "--from \(stated.rawValue) contradicts the convention \(convention.rawValue), whose maps are of "
        + "\(convention.facts.quantity.rawValue): leave out --from, or name another convention")
  }

  /// Returns what the samples of a map of that quantity mean.
  func options(_ quantity: DepthQuantity) throws(AuxError) -> DepthMap.Options {
    var options = DepthMap.Options(quantity: quantity, convention: convention, near: near, far: far)
    (options.minDisparity, options.maxDisparity) = (min, max)
    (options.whiteIsNear, options.linearIn, options.isNormalised) = (whiteNear, linearIn, normalised)
    (options.unit, options.scale, options.clip, options.mist) = (unit, scale, clip, mist)
    options.invalid = InvalidSamples.values(invalid)
    (options.focalPixels, options.baseline, options.pixelOrigin) = (focalPixels, mapBaseline, pixelOrigin)
    (options.holes, options.isRadial, options.size) = (holes, radial, resize)
    options.statedCamera = try camera()
    return options
  }

  /// Returns the camera that `--intrinsics` gives; its size is the photo's where it names none.
  func camera() throws(AuxError) -> StatedCamera? {
    guard let intrinsics else { return nil }
    let parts = intrinsics.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double($0.trimmed) }
    do throws(AuxError) {
      return try StatedCamera(
        pixels: numbers.count == parts.count ? numbers : [],
        from: pixelOrigin ?? convention?.facts.pixelOrigin ?? .corner)
    } catch { throw AuxError(.usage, "--intrinsics: \(error.reason), not \(intrinsics)") }
  }
}

/// Values of samples that are holes: numbers with commas between them, or none.
struct InvalidSamples: ExpressibleByArgument {
  private let values: [Double]

  init?(argument: String) {
    guard argument != "none" else {
      values = []
      return
    }
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
    values = parts.compactMap { Double($0.trimmed) }
    guard values.count == parts.count else { return nil }
  }

  /// Returns the values of several options; nil without any.
  static func values(_ given: [InvalidSamples]) -> [Double]? {
    given.isEmpty ? nil : given.flatMap(\.values)
  }
}
