internal import ArgumentParser
internal import AuxDepthKit

/// The options of a video of one photo.
struct LoopArguments: ParsableArguments {
  @Option(
    name: .customLong("loop-seconds"), help: "parallax: the length of the loop in seconds.")
  var seconds: Double = 4

  @Option(name: .customLong("frame-rate"), help: "parallax: the frames in a second.")
  var frameRate = 30

  @Option(
    name: .customLong("longer-side"),
    help: "parallax: the most pixels of the longer side; larger photos are reduced.")
  var longerSide = 1920

  func validate() throws {
    do throws(AuxError) { _ = try loop() } catch { throw ValidationError(error.reason) }
  }

  /// Returns the loop; throws `usage` where a number is out of range.
  func loop() throws(AuxError) -> ParallaxLoop {
    try ParallaxLoop(seconds: seconds, frameRate: frameRate, longerSide: longerSide)
  }
}
