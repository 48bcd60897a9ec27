internal import ArgumentParser
internal import AuxDepthKit

/// The options that say what of the nearness is black and white in gray.
struct DepthGrayArguments: ParsableArguments {
  @Option(help: "The nearness that is black in grayscale.")
  var offset: Float = 0

  @Option(
    help: "How much nearer white is than black in grayscale; negative for near = black.")
  var range: Float = 1

  func effect() throws(AuxError) -> GrayscaleEffect { try GrayscaleEffect(offset: offset, range: range) }
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
