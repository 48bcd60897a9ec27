public import AuxImage
package import AuxKernels

/// Makes two views, one for each eye, from one photo and its map.
///
/// Every pixel moves by maxShift (2 d - 1) of the width, d its nearness, to the right for the left eye and to the
/// left for the right eye; the convergence replaces the middle. Where two pixels meet, the nearer one is seen. At an
/// outline, a pixel belongs to both sides, and each part moves with its own side. Places that the photo does not show
/// are filled from the background beside them, with its texture where that is known. All of this is computed in
/// light. Neither eye is preferred. Source: Specs/effects.md, "Stereo".
public struct Stereo: Hashable, Sendable {
  /// The greatest shift of one eye, as a share of the width; 0.01 by default.
  public let maxShift: Float
  /// The nearness that does not move, and so is in the plane of the screen; 0.5 by default.
  ///
  /// Below 0 for parallel cameras, in whose pictures only the infinitely far does not move.
  public let convergence: Float

  /// Creates the effect.
  ///
  /// Throws `AuxError` with code `usage` where the shift is outside of 0...0.25 or the convergence of 0...1,
  /// or one is NaN.
  public init(maxShift: Float = 0.01, convergence: Float = 0.5) throws(AuxError) {
    try Parameter.check(maxShift, "greatest shift", in: 0...0.25)
    try Parameter.check(convergence, "convergence", in: 0...1)
    self.init(known: maxShift, convergence)
  }

  /// The effect with the default parameters.
  public static let standard = Stereo(known: 0.01, 0.5)

  init(known maxShift: Float, _ convergence: Float) {
    (self.maxShift, self.convergence) = (maxShift, convergence)
  }

  /// Returns the two views, made on at most `jobs` threads; a hole of the map counts as farthest.
  ///
  /// `encoding` is that of the photo's codes. Throws `AuxError` with code `usage` where the map has another size
  /// than the image.
  package func pair(
    of image: PhotoPixels, map: NormalisedMap, encoding: LightEncoding = .sRGB, jobs: Int
  ) throws(AuxError) -> StereoPair {
    try pair(of: image, map: map, tables: encoding.tables(bits: image.bitsPerSample), jobs: jobs)
  }

  /// Returns the two views, by tables of the light of the image's codes.
  package func pair(
    of image: PhotoPixels, map: consuming NormalisedMap, tables: LightTables, jobs: Int
  ) throws(AuxError) -> StereoPair {
    try PlaneSize.match(image, width: map.width, height: map.height, of: "map")
    switch image.samples {
    case .uint8: return pair(image.rgb8, of: image, map, tables, jobs)
    case .uint16: return pair(image.rgb16, of: image, map, tables, jobs)
    }
  }

  private func pair<Code: LightCode>(
    _ codes: [Code], of image: PhotoPixels, _ map: consuming NormalisedMap, _ tables: LightTables, _ jobs: Int
  ) -> StereoPair {
    let scene = StereoScene(
      codes, map, scale: 2 * maxShift * Float(image.width), convergence: convergence, light: tables.light,
      jobs: jobs)
    var left = Bands.undefined(codes.count, of: Code.self)
    var right = Bands.undefined(codes.count, of: Code.self)
    let madeUp = scene.render(&left, &right, tables: tables, jobs: jobs)
    return StereoPair(
      left: image.replacingSamples(Code.samples(left)), right: image.replacingSamples(Code.samples(right)),
      gapShare: Double(madeUp) / Double(2 * image.width * image.height))
  }
}
