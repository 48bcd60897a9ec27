public import AuxImage
internal import AuxKernels

/// Stretches a map to its photo's size so that its edges follow those of the photo.
///
/// A fast guided filter with the three colours as the guide: in each window of the map, nearness is fitted as a
/// linear function of colour. The fits that cover a sample are averaged, with more weight for better ones. Each pixel
/// of the photo applies the fits of the four samples around it to its own colour, with more weight for samples of a
/// similar colour. The result stays between the extremes of the window around the pixel, since a fit means nothing for
/// colours that its window does not have. Holes have no part in a fit and get its value. The time is linear in the
/// samples of the map and the pixels of the photo, whatever the radius. Source: K. He, J. Sun and X. Tang, "Guided Image
/// Filtering", 2013; K. He and J. Sun, "Fast Guided Filter", 2015 (arXiv:1505.00996).
public struct GuidedUpsampling: Hashable, Sendable {
  /// How far a window reaches from its centre, in samples of the map; 2 by default.
  ///
  /// 1 is sharpest for a map that fits its photo exactly; more mends edges that are some samples off.
  public let radius: Int
  /// What is added to the variance of each colour, 1 the square of its range; 0.0001 by default.
  ///
  /// Less follows fainter edges of the photo, more is smoother.
  public let regularisation: Float

  /// The upsampling with the default parameters.
  public static let standard = GuidedUpsampling(known: 2, 0.0001)

  private init(known radius: Int, _ regularisation: Float) {
    (self.radius, self.regularisation) = (radius, regularisation)
  }

  /// Creates an upsampling.
  ///
  /// Throws `AuxError` with code `usage` where the radius is outside of 1...1,024 or the regularisation of
  /// 0.0000001...1, or that is NaN.
  public init(radius: Int = 2, regularisation: Float = 0.0001) throws(AuxError) {
    guard (1...1024).contains(radius) else {
      throw AuxError(.usage, "the radius of a window must be from 1 to 1024, not \(radius)")
    }
    try Parameter.check(regularisation, "regularisation", in: 1e-7...1)
    (self.radius, self.regularisation) = (radius, regularisation)
  }

  /// Returns the map at the photo's size, without holes. A larger map is averaged, a smaller one is upsampled.
  ///
  /// Throws `AuxError`: `usage` where all samples are holes, and `cancelled`.
  public func fitted(
    _ map: NormalisedMap, to photo: PhotoPixels, jobs: Int
  ) throws(AuxError) -> NormalisedMap {
    let map = map.reduced(toFit: (photo.width, photo.height))
    guard map.width != photo.width || map.height != photo.height else { return try map.fillingHoles() }
    return try upsampled(map, guidedBy: photo, jobs: jobs)
  }

  /// Returns the map at the photo's size and without holes, on at most `jobs` threads.
  ///
  /// A map that has the photo's size already follows its edges more closely then; ``fitted(_:to:jobs:)`` leaves
  /// it as it is.
  /// Throws `AuxError`: `usage` where all samples are holes, and `cancelled`.
  public func upsampled(
    _ map: NormalisedMap, guidedBy photo: PhotoPixels, jobs: Int
  ) throws(AuxError) -> NormalisedMap {
    let photo = photo.asRGB8
    let filled = try map.fillingHoles()
    var guide = GuideReduction.reduce(photo, width: map.width, height: map.height, jobs: jobs)
    try AuxError.checkCancellation()
    let fits = GuidedFits(radius: radius, regularisation: Double(regularisation))
    let fallback = filled.values
    let coefficients = fits.coefficients(
      of: map.values, filled: fallback, guide: &guide, width: map.width, height: map.height, jobs: jobs)
    try AuxError.checkCancellation()
    let values = GuidedInterpolation.apply(
      coefficients, guide: guide, bounds: bounds(of: filled, jobs: jobs), width: map.width,
      height: map.height, to: photo, jobs: jobs)
    var result = NormalisedMap(
      width: photo.width, height: photo.height, known: values, disparityRange: map.disparityRange)
    result.rampReach = 2 + photo.width / 2000
    return result
  }

  /// Returns the least and the greatest sample of the window around each, beyond which no colour takes a pixel.
  private func bounds(of map: NormalisedMap, jobs: Int) -> [SIMD2<Float>] {
    var result = Bands.undefined(map.values.count, of: SIMD2<Float>.self)
    Bands.write(&result, rows: map.height, jobs: jobs) { band, part in
      func extremes(least: Bool) -> [Float] {
        SlidingExtreme.around(
          map.values, width: map.width, height: map.height, reach: radius, band: band,
          columns: 0..<map.width, least: least)
      }
      let (low, high) = (extremes(least: true), extremes(least: false))
      for index in 0..<part.count { part[index] = SIMD2(low[index], high[index]) }
    }
    return result
  }
}
