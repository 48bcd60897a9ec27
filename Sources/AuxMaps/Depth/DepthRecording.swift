public import AuxImage

/// What a photo records of a depth map beside its values; what is nil is as in the image that it replaces, if any.
public struct DepthRecording: Hashable, Sendable {
  /// The format that readers hand out: `hdis`, `fdis`, `hdep` or `fdep`; `hdis` where nothing is replaced.
  public var pixelFormat: PixelFormat?
  /// How good the map is as a whole; `high` where nothing is replaced.
  public var quality: DepthData.Quality?
  /// What the values are accurate in; nil for what the map's convention says, or else `relative`.
  public var accuracy: DepthData.Accuracy?
  /// Whether the map is smooth and without holes; holes that were filled are none. True where nothing is replaced.
  public var isFiltered: Bool?

  /// Creates the recording that Apple's portraits have: half-float disparity of high quality, filtered.
  public init() {}

  /// Returns the format recorded; `old` are the properties of the image that is replaced.
  func format(replacing old: AuxiliaryMetadata?) -> PixelFormat {
    if let pixelFormat { return pixelFormat }
    guard let old, let native = old.nativeFormat, native.quantity != nil else { return .hdis }
    return native
  }

  /// Returns the metadata of a map on its photo; `old` are the properties of the image that it replaces.
  func metadata(
    of map: DepthMap, on placement: MapPlacement, replacing old: AuxiliaryMetadata?
  ) throws(AuxError) -> AuxiliaryMetadata {
    var metadata = old ?? Self.standard
    if let quality { metadata.quality = quality }
    if let accuracy = accuracy ?? map.options.convention?.facts.accuracy { metadata.accuracy = accuracy }
    if let isFiltered { metadata.isFiltered = isFiltered }
    if let calibration = try map.calibration(on: placement) { metadata.calibration = calibration }
    return metadata
  }

  private static var standard: AuxiliaryMetadata {
    var metadata = AuxiliaryMetadata()
    (metadata.quality, metadata.accuracy, metadata.isFiltered) = (.high, .relative, true)
    return metadata
  }
}
