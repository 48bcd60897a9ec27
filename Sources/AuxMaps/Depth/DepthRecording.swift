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

  /// Returns the metadata of a map on its photo.
  func metadata(of map: DepthMap, on placement: MapPlacement) throws(AuxError) -> AuxiliaryMetadata {
    var metadata = AuxiliaryMetadata()
    metadata.quality = quality
    metadata.accuracy = accuracy ?? map.options.convention?.facts.accuracy ?? .relative
    metadata.isFiltered = isFiltered
    metadata.calibration = try map.calibration(on: placement)
    return metadata
  }
}
