public import AuxImage

/// What a photo records of a depth map beside its values.
public struct DepthRecording: Hashable, Sendable {
  /// The format that readers hand out: `hdis`, `fdis`, `hdep` or `fdep`.
  public var pixelFormat = PixelFormat.hdis
  /// How good the map is as a whole.
  public var quality = DepthData.Quality.high
  /// What the values are accurate in; nil for what the map's convention says, or else `relative`.
  public var accuracy: DepthData.Accuracy?
  /// Whether the map is smooth and without holes; holes that were filled are none.
  public var isFiltered = true

  /// Creates the recording that Apple's portraits have: half-float disparity of high quality, filtered.
  public init() {}

  /// Returns the metadata of a map for a photo of that size.
  func metadata(
    of options: DepthMapOptions, forPhotoOf size: (width: Int, height: Int)
  ) throws(AuxError) -> AuxiliaryMetadata {
    var metadata = AuxiliaryMetadata()
    metadata.quality = quality
    metadata.accuracy = accuracy ?? options.convention?.facts.accuracy ?? .relative
    metadata.isFiltered = isFiltered
    if let camera = options.camera { metadata.calibration = try camera.calibration(forPhotoOf: size) }
    return metadata
  }
}
