package import AuxImage

/// Two cameras that look the same way, one on each side of the photo's own.
///
/// A point at the distance z has the disparity f b / z between their pictures, in widths: f is the focal length
/// in widths and b the baseline in metres. At infinity it is 0.
package struct ParallelCameras: Hashable, Sendable {
  /// The focal length in widths of the picture.
  package let focalLength: Float
  /// The distance between the cameras in metres.
  package let baseline: Float

  /// The largest disparity that ``stereo(for:)`` makes, in widths.
  private static let largestDisparity: Float = 0.5

  /// Creates the cameras.
  ///
  /// Throws `AuxError` with code `usage` where the focal length is outside of 0.01...100 widths or the baseline
  /// of 0...100 metres, or one is NaN.
  package init(focalLength: Float, baseline: Float) throws(AuxError) {
    try Parameter.check(focalLength, "focal length in widths", in: 0.01...100)
    try Parameter.check(baseline, "baseline in metres", in: 0...100)
    (self.focalLength, self.baseline) = (focalLength, baseline)
  }

  /// Creates the cameras whose disparities of the nearest and the farthest differ by four times `maxShift`.
  ///
  /// That is as much as ``Stereo`` of that shift makes. Throws `AuxError` with code `usage` where a number is
  /// out of range, and where the map has one disparity only, for which any baseline would do.
  package init(focalLength: Float, maxShift: Float, disparityRange: ClosedRange<Float>) throws(AuxError) {
    let depth = disparityRange.upperBound - disparityRange.lowerBound
    guard depth > 0 else {
      throw AuxError(.usage, "everything is at one distance, so that the shift does not give the baseline")
    }
    _ = try Stereo(maxShift: maxShift)
    try self.init(focalLength: focalLength, baseline: 4 * maxShift / (focalLength * depth))
  }

  /// Returns the effect that makes their pictures out of a photo and its map.
  ///
  /// `disparityRange` is the map's ``NormalisedMap/disparityRange``. Throws `AuxError` with code `usage` where
  /// the nearest had a disparity of more than half of the width.
  package func stereo(for disparityRange: ClosedRange<Float>) throws(AuxError) -> Stereo {
    var (low, high) = (disparityRange.lowerBound, disparityRange.upperBound)
    try check(disparity(of: high))
    // A map of one disparity is 0.5 everywhere, the middle of any range.
    if low == high { (low, high) = (low * 0.5, high * 1.5) }
    let depth = high - low
    return depth > 0 ? Stereo(known: disparity(of: depth) / 4, -low / depth) : Stereo(known: 0, 0)
  }

  /// Returns the effect that makes their pictures, shifted so that the nearness `convergence` is in the plane of the picture.
  ///
  /// Throws `AuxError` with code `usage` if the nearest and the farthest differ by more than half of the width.
  package func stereo(
    for disparityRange: ClosedRange<Float>, convergence: Float
  ) throws(AuxError) -> Stereo {
    let difference = disparity(of: disparityRange.upperBound - disparityRange.lowerBound)
    try check(difference)
    return try Stereo(maxShift: difference / 4, convergence: convergence)
  }

  private func check(_ disparity: Float) throws(AuxError) {
    guard disparity <= Self.largestDisparity else {
      throw AuxError(
        .usage,
        "with a baseline of \(baseline) m the nearest moves by \(disparity) of the width, "
          + "\(Self.largestDisparity) at most")
    }
  }

  /// Returns the disparity, in widths, of what is 1/`inverseDistance` metres away.
  package func disparity(of inverseDistance: Float) -> Float { focalLength * baseline * inverseDistance }
}
