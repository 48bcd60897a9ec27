public import AuxImage
internal import AuxKernels

/// What a photo records about a depth map in addition to its values; nil members are taken from the replaced image,
/// if any.
public struct DepthRecording: Hashable, Sendable {
  /// The format that readers hand out: `hdis`, `fdis`, `hdep` or `fdep`; `hdis` where nothing is replaced.
  public var pixelFormat: PixelFormat?
  /// How good the map is as a whole; `high` where nothing is replaced.
  public var quality: DepthData.Quality?
  /// Whether the values are absolute lengths. Nil for the accuracy of the map's convention, file or depth data, or else of the
  /// replaced image. Without any of these a map of distances is `absolute`, and one of disparities `relative`.
  public var accuracy: DepthData.Accuracy?
  /// Whether the map is smooth and without holes; filled holes do not count. True where nothing is replaced.
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
    var metadata = old ?? Self.standard(of: map)
    if let quality { metadata.quality = quality }
    let isRelative = map.content.record?.hasUnknownScale == true
    if let accuracy = accuracy ?? map.source.convention?.facts.accuracy ?? (isRelative ? .relative : nil) {
      metadata.accuracy = accuracy
    }
    if let isFiltered { metadata.isFiltered = isFiltered }
    if let calibration = try map.calibration(on: placement) { metadata.calibration = calibration }
    return metadata
  }

  private static func standard(of map: DepthMap) -> AuxiliaryMetadata {
    var metadata = AuxiliaryMetadata()
    let quantity = map.options.applying(map.content.record).valueQuantity
    let usual: DepthData.Accuracy = quantity == .depth ? .absolute : .relative
    (metadata.quality, metadata.accuracy, metadata.isFiltered) = (.high, map.accuracy ?? usual, true)
    return metadata
  }
}

extension AuxiliaryMetadata {
  /// Returns the range of an image that values replace, where they are within it and take up half of it or more.
  ///
  /// Half a code beyond its ends counts as within, for what a map file rounded.
  func bounds(for values: NativeValues) -> ClosedRange<Double>? {
    guard nativeFormat?.quantity == values.quantity, let first = floatMinValue, let last = floatMaxValue,
      let range = values.range
    else { return nil }
    let (low, high) = (Double(range.min), Double(range.max))
    let code = (last - first) / 255
    guard first < last, low >= first - code / 2, high <= last + code / 2, high - low >= (last - first) / 2
    else { return nil }
    return first...last
  }

  /// Returns the properties of a matte or a gain map with those that an older one had and these do not say.
  func keeping(_ old: AuxiliaryMetadata) -> AuxiliaryMetadata {
    var kept = self
    kept.portraitEffectsMatteVersion = old.portraitEffectsMatteVersion ?? portraitEffectsMatteVersion
    kept.semanticSegmentationMatteVersion =
      old.semanticSegmentationMatteVersion ?? semanticSegmentationMatteVersion
    if hdrGainMapHeadroom == nil {
      kept.hdrGainMapHeadroom = old.hdrGainMapHeadroom
      kept.hdrGainMapVersion = old.hdrGainMapVersion ?? hdrGainMapVersion
    }
    // The description of the old gain map in another form does not apply to the new one.
    kept.other = old.other.filter { $0.namespace != GainMapMetadata.namespace }
    return kept
  }
}
