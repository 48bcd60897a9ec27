internal import ArgumentParser
internal import AuxDepthKit

/// The options that say what is done to maps over time.
struct DepthTimeArguments: ParsableArguments {
  @Flag(help: "Smooth the depth over time, and fill its holes from the frames before and after.")
  var smooth = false

  @Flag(
    inversion: .prefixedNo, help: "With --smooth, let values follow what moves, as the colour shows it.")
  var motion = true

  @Flag(
    help: """
      Bring each depth frame to the scale and shift of the one before, where the picture stands still: for depth of \
      models, which has neither.
      """)
  var align = false

  /// Returns the smoother; nil where none is asked for.
  func smoother(jobs: Int) throws(AuxError) -> TemporalSmoother? {
    smooth ? try TemporalSmoother(followsMotion: motion, jobs: jobs) : nil
  }
}

/// The options that say what of the nearness is black and white in gray.
struct DepthGrayArguments: ParsableArguments {
  @Option(help: "The nearness that is black in grayscale.")
  var offset: Float = 0

  @Option(
    help: "How much nearer white is than black in grayscale; negative for near = black.")
  var range: Float = 1

  func effect() throws(AuxError) -> GrayscaleEffect { try GrayscaleEffect(offset: offset, range: range) }
}

/// The options that say how many maps there are in a second.
struct DepthRateArguments: ParsableArguments {
  @Option(
    name: .customLong("fps"),
    help: "Use so many depth frames per second; the colour keeps its rate (default: one for each frame).")
  var used: Double?

  @Option(
    name: .customLong("fps-mode"),
    help: "What frames between two maps get: held (the last map) or interpolated (between both).")
  var mode: DepthHold.Mode = .held

  @Option(
    name: .customLong("depth-fps"),
    help: """
      The depth comes at this rate, lower than the colour's (default: one frame for each of the colour, or the rate \
      that a Y4M depth states where it is that of --fps).
      """)
  var incoming: Double?
}

/// The options that say what the samples of depth frames mean.
struct DepthFrameArguments: ParsableArguments {
  @Option(
    name: .customLong("depth-kind"), help: "What float samples are: depth (metres) or disparity (1/metres).")
  var kind: DepthQuantity = .depth

  @Option(
    name: .customLong("input-unit"),
    help: """
      The unit of the samples, \(LengthUnit.allCases.map(\.rawValue).joined(separator: ", ")); codes are lengths then, \
      and not nearness.
      """)
  var unit: LengthUnit?

  @Option(help: "The channel of OpenEXR frames (default: Z, Depth.Z, ViewLayer.Depth.Z, … as there is one).")
  var channel: String?

  @Option(help: "The distance in metres that counts as nearest (default: the nearest of the first frame).")
  var near: Float?

  @Option(
    help: "The distance in metres that counts as farthest, which may be inf (default: the first frame's).")
  var far: Float?

  func check() throws {
    do throws(AuxError) { _ = try options() } catch {
      throw ValidationError("--near must be above 0 and below --far")
    }
  }

  /// Returns what the samples mean; throws `usage` where the distances make no range.
  func options() throws(AuxError) -> DepthFrameOptions {
    var options = try DepthFrameOptions(quantity: kind, near: near, far: far)
    (options.unit, options.channel) = (unit, channel)
    return options
  }
}
