internal import AuxEffects
internal import AuxImage
internal import AuxReader

extension PhotoRenderer {
  /// The gain map of the photo, by which a blur knows how bright what is clipped was.
  struct GainMap {
    /// The image in the photo's file.
    let stored: StoredAuxiliaryImage
    /// Its gains, turned as the photo is.
    let gains: PhotoGains
  }

  /// Returns the photo's gain map as the photo stands; nil where there is none, or its meaning is not known, or the photo is
  /// HDR already.
  ///
  /// One that is damaged, or that takes more than the limits allow, is left alone, which the note says. Throws what says
  /// nothing of the photo: `io`, `codecMissing`.
  func gainMap() throws(AuxError) -> (map: GainMap?, note: String?) {
    for image in source.auxiliaryImages where image.failure == nil && image.type.isGainMap {
      guard let description = image.gainMap, let curve = GainCurve(description) else { continue }
      do throws(AuxError) {
        // The light of highlights takes as much as samples of 16 bits.
        _ = try source.limits.checkedDecoding(
          width: photo.width, height: photo.height, bytesPerPixel: Limits.bytesPerRenderedDeepPixel)
        let stored = try source.stored(image)
        let turned = stored.applyingExifOrientation(turn)
        let map =
          if let colours = turned.content.colours { try colours.rgb(jobs: jobs) } else {
            try PhotoPixels(gray: turned.codes)
          }
        let gains = PhotoGains(map: map, curve: curve)
        return (GainMap(stored: turned, gains: gains), nil)
      } catch {
        try error.throwIfOfSystem()
        return (nil, "highlights are not recovered, since the gain map cannot be used: \(error.message)")
      }
    }
    return (nil, nil)
  }
}
