#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The cameras of a stereo pair: two alike that look the same way, the right one beside the left.
///
/// Source: Specs/heif.md, "Stereo pairs".
public struct StereoCamera: Hashable, Sendable {
  /// The focal length in widths of the image.
  public let focalLength: Double
  /// The distance between the cameras in metres.
  public let baseline: Double
  /// How far a viewer shifts the two images against each other in total, in widths: points with that much disparity
  /// then appear in the plane of the window.
  public let disparityAdjustment: Double

  /// Creates the cameras.
  ///
  /// Throws `AuxError` with code `usage` where the focal length is outside of 1/1,000...1,000 widths, the baseline of
  /// 0...100 metres or the adjustment of -1...1.
  public init(focalLength: Double, baseline: Double, disparityAdjustment: Double) throws(AuxError) {
    guard (0.001...1000).contains(focalLength) else {
      throw AuxError(.usage, "a focal length of \(focalLength) image widths")
    }
    guard (0...100).contains(baseline) else {
      throw AuxError(.usage, "a baseline of \(baseline) m is not from 0 to 100")
    }
    guard (-1...1).contains(disparityAdjustment) else {
      throw AuxError(.usage, "a disparity adjustment of \(disparityAdjustment) is not from -1 to 1")
    }
    (self.focalLength, self.baseline) = (focalLength, baseline)
    self.disparityAdjustment = disparityAdjustment
  }

  /// The horizontal field of view in degrees.
  public var fieldOfView: Double { Self.fieldOfView(focalLength: focalLength) }

  /// Returns the horizontal field of view in degrees of a focal length in widths.
  public static func fieldOfView(focalLength: Double) -> Double { 2 * atan(0.5 / focalLength) * 180 / .pi }

  /// Returns the focal length in widths of a horizontal field of view in degrees.
  ///
  /// Throws `AuxError` with code `usage` where the field of view is outside of 1...175 degrees.
  public static func focalLength(fieldOfView: Double) throws(AuxError) -> Double {
    guard (1...175).contains(fieldOfView) else {
      throw AuxError(.usage, "a field of view is 1 to 175 degrees, not \(fieldOfView)")
    }
    return 0.5 / tan(fieldOfView * .pi / 360)
  }
}
