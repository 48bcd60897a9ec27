public import AuxImage

/// The video of one photo that sways from its view to the left eye's, to the right eye's and back: how long it is, and how large.
public struct ParallaxLoop: Hashable, Sendable {
  /// The length of the loop in seconds; 4 by default.
  public let seconds: Double
  /// The frames in a second; 30 by default.
  public let frameRate: Int
  /// The most pixels of the longer side, 1920 by default; larger photos are reduced.
  public let longerSide: Int

  /// Four seconds of 30 frames, of at most 1920 pixels.
  package static let standard = ParallaxLoop(known: 4, 30, 1920)

  private init(known seconds: Double, _ frameRate: Int, _ longerSide: Int) {
    (self.seconds, self.frameRate, self.longerSide) = (seconds, frameRate, longerSide)
  }

  /// Creates a loop.
  ///
  /// Throws `AuxError` with code `usage` where the seconds are outside of 0.2...600, the frames in a second of 1...240 or the
  /// longer side of 16...16,384 pixels, and where there would be less than four frames.
  public init(
    seconds: Double = 4, frameRate: Int = 30, longerSide: Int = 1920
  ) throws(AuxError) {
    guard (0.2...600).contains(seconds) else {
      throw AuxError(.usage, "a loop takes 0.2 to 600 seconds, not \(seconds)")
    }
    guard (1...240).contains(frameRate) else {
      throw AuxError(.usage, "a video has 1 to 240 frames in a second, not \(frameRate)")
    }
    guard (16...16_384).contains(longerSide) else {
      throw AuxError(.usage, "the longer side is 16 to 16384 pixels, not \(longerSide)")
    }
    (self.seconds, self.frameRate, self.longerSide) = (seconds, frameRate, longerSide)
    guard frameCount >= 4 else {
      throw AuxError(.usage, "a loop has four frames at least, and not \(frameCount)")
    }
  }

  /// The number of frames of the loop.
  public var frameCount: Int { Int((seconds * Double(frameRate)).rounded()) }
}
