internal import AuxImage
internal import AuxKernels

extension AuxiliaryMetadata {
  /// Returns the range of an image that values replace, where they are within it and take up half of it or more.
  ///
  /// Half a code beyond its ends counts as within, for what a map file rounded.
  func bounds(for values: NativeValues) -> ClosedRange<Float>? {
    guard nativeFormat?.quantity == values.quantity, let floatMinValue, let floatMaxValue,
      let range = values.range
    else { return nil }
    let (low, high) = (range.min, range.max)
    let (first, last) = (Float(floatMinValue), Float(floatMaxValue))
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
    // What is said of an old gain map in another form does not hold of the new one.
    kept.other = old.other.filter { $0.namespace != GainMapMetadata.namespace }
    return kept
  }
}
