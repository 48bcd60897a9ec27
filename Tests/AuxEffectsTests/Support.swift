import AuxEffects
import AuxImage

extension PhotoPixels {
  /// The image mirrored left to right.
  var mirrored: PhotoPixels {
    var result = self
    result.orientation = .upMirrored
    return result.upright()
  }
}

extension NormalisedMap {
  /// The map mirrored left to right.
  var mirrored: NormalisedMap { applyingExifOrientation(.upMirrored) }
}
