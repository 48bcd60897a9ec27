internal import ArgumentParser
internal import AuxDepthKit

/// The options of a tilted plane of focus.
struct TiltArguments: ParsableArguments {
  @Option(
    name: .customLong("tilt-start"),
    help: "tilt: the nearness in focus at the top, or where --tilt-angle begins.")
  var start: Float = 1

  @Option(
    name: .customLong("tilt-end"),
    help: "tilt: the nearness in focus at the bottom, or where --tilt-angle ends.")
  var end: Float = 0

  @Option(
    name: .customLong("tilt-angle"),
    help: "tilt: the direction from start to end in degrees, clockwise: 0 is downwards, -90 to the right.")
  var angle: Float = 0

  func validate() throws {
    do throws(AuxError) { _ = try tilt() } catch { throw ValidationError(error.reason) }
  }

  /// Returns the plane; throws `usage` where a number is out of range.
  func tilt() throws(AuxError) -> FocusTilt { try FocusTilt(start: start, end: end, angle: angle) }
}
