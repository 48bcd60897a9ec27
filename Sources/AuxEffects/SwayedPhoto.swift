package import AuxImage
package import AuxKernels

/// A photo of 8 bits and its map, prepared once for views from many places between two eyes.
package struct SwayedPhoto: Sendable {
  private let image: PhotoPixels
  private let scene: StereoScene<UInt8>
  private let tables: LightTables
  private let jobs: Int

  /// Prepares a photo; the places -1 and 1 are those of the eyes of `stereo`.
  ///
  /// `tables` are those of the light of the photo's codes. Throws `AuxError` with code `usage` where the map has another size
  /// than the photo.
  package init(
    _ photo: PhotoPixels, map: NormalisedMap, stereo: Stereo, tables: LightTables, jobs: Int
  ) throws(AuxError) {
    try PlaneSize.match(photo, width: map.width, height: map.height, of: "map")
    image = photo.asRGB8
    (self.tables, self.jobs) = (tables, jobs)
    scene = StereoScene(
      image.rgb8, map, scale: 2 * stereo.maxShift * Float(image.width), convergence: stereo.convergence,
      light: tables.light, jobs: jobs)
  }

  /// Returns the view from a place from -1 to 1, and the share of its pixels that are made up; at 0 it is the photo.
  package func view(at place: Float) -> (image: PhotoPixels, gapShare: Double) {
    guard place != 0 else { return (image, 0) }
    var codes = Bands.undefined(image.width * image.height * 3, of: UInt8.self)
    let madeUp = scene.renderView(at: min(max(place, -1), 1), into: &codes, tables: tables, jobs: jobs)
    return (image.replacingSamples(rgb8: codes), Double(madeUp) / Double(image.width * image.height))
  }
}
