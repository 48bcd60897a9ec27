import AuxDepthKit

/// A filter of your own: fog that thickens with the distance.
public struct Fog: FrameFilter {
  /// The gray of the fog.
  public static let gray: Float = 220

  /// Creates the fog.
  public init() {}

  /// Prepares nothing: frames of any size will do.
  public mutating func prepare(width: Int, height: Int) {}

  /// Returns a frame in the fog; where nothing is known of the distance, it hides all.
  public mutating func render(_ image: PhotoPixels, map: NormalisedMap) throws(AuxError) -> PhotoPixels {
    let map = try GuidedUpsampling.standard.fitted(map, to: image, jobs: 1)
    var samples = image.rgb8
    for index in samples.indices {
      let nearness = map.values[index / 3]
      samples[index] = UInt8((Float(samples[index]) * nearness + Self.gray * (1 - nearness)).rounded())
    }
    return try PhotoPixels(width: image.width, height: image.height, rgb8: samples)
  }

  /// Forgets nothing, since no frame depends on another.
  public mutating func reset() {}
}

/// Filters a Y4M video by its depth, which is another one, white = near; returns the number of frames.
public func fog(over video: String, depth: String, output: String) throws(AuxError) -> Int {
  var renderer = try StreamRenderer(filter: Fog())
  return try renderer.render(Y4MInput(video), depth: DepthInput(depth), to: FrameSink(output))
}
