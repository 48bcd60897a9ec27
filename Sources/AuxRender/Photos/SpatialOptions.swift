public import AuxImage

/// What is known of the two cameras of a spatial photo.
public struct SpatialOptions: Hashable, Sendable {
  /// The distance between the cameras in metres; nil for that which the greatest shift of the stereo effect makes.
  public let baseline: Float?
  /// The horizontal field of view in degrees; nil for that of the map's calibration, or of Exif.
  public let fieldOfView: Double?
  /// The focal length in widths of that field of view.
  let focalLength: Double?

  /// Creates options.
  ///
  /// Throws `AuxError` with code `usage` where the baseline is outside of 0.000001...10 metres, or the field of
  /// view of 1...175 degrees.
  public init(baseline: Float? = nil, fieldOfView: Double? = nil) throws(AuxError) {
    if let baseline, !(0.000_001...10).contains(baseline) {
      throw AuxError(.usage, "a baseline is 0.000001 to 10 metres, not \(baseline)")
    }
    (self.baseline, self.fieldOfView) = (baseline, fieldOfView)
    focalLength = try fieldOfView.map { degrees throws(AuxError) in
      try StereoCamera.focalLength(fieldOfView: degrees)
    }
  }
}
