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
  /// One that cannot be decoded is left alone, which the note says.
  func gainMap() -> (map: GainMap?, note: String?) {
    for image in source.auxiliaryImages where image.failure == nil && image.type.isGainMap {
      guard let description = image.gainMap, let curve = GainCurve(description) else { continue }
      do throws(AuxError) {
        let stored = try source.stored(image)
        let turned = stored.applyingExifOrientation(turn)
        let map: PhotoPixels
        if let colours = turned.colours {
          map = try colours.rgb(jobs: jobs)
        } else {
          map = try PhotoPixels(gray: turned.codes)
        }
        let gains = PhotoGains(map: map, curve: curve)
        return (GainMap(stored: turned, gains: gains), nil)
      } catch {
        return (nil, "highlights are not recovered, since the gain map cannot be read: \(error.message)")
      }
    }
    return (nil, nil)
  }
}
