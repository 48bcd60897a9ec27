package import AuxImage

/// A thin lens: how large the discs are that it makes of points out of focus.
///
/// A point at the distance z becomes a disc of the radius A/2 F (1/z - 1/zf) in pixels, A the diameter of its opening
/// and zf the distance in focus in metres, F the focal length in pixels. That is linear in disparity, so that a map of
/// known distances needs no other parameters.
package struct LensOptics: Hashable, Sendable {
  /// The focal length in widths of the picture.
  package let focalLength: Float
  /// The diameter of the opening in metres.
  package let aperture: Float

  /// The diagonal of 35 mm film in metres, 36 by 24 mm, with which focal lengths are compared (CIPA DCG-001, 6.2).
  private static let filmDiagonal: Float = 0.0432666

  /// Creates a lens of a focal length in widths of the picture and an opening in metres.
  ///
  /// Throws `AuxError` with code `usage` where the focal length is outside of 0.01...1000 or the opening of 0...10.
  package init(focalLength: Float, aperture: Float) throws(AuxError) {
    try Parameter.check(focalLength, "focal length in widths", in: 0.01...1000)
    try Parameter.check(aperture, "aperture in metres", in: 0...10)
    (self.focalLength, self.aperture) = (focalLength, aperture)
  }

  /// Creates the lens of a camera for 35 mm film with that field of view and f-number, for a picture of some size.
  ///
  /// Throws `AuxError` with code `usage` where the focal length is outside of 0.01...1000 widths or the f-number of
  /// 0.1...1000.
  package init(focalLength: Float, fNumber: Float, width: Int, height: Int) throws(AuxError) {
    try Parameter.check(fNumber, "f-number", in: 0.1...1000)
    let (across, down) = (Float(width), Float(height))
    let shareOfDiagonal = focalLength * across / (across * across + down * down).squareRoot()
    try self.init(focalLength: focalLength, aperture: shareOfDiagonal * Self.filmDiagonal / fNumber)
  }

  /// Returns the focal length in widths of a phone's camera, 26 mm on 35 mm film, for a picture of some size.
  package static func usualFocalLength(width: Int, height: Int) -> Float {
    let (across, down) = (Float(width), Float(height))
    return 0.026 / filmDiagonal * (across * across + down * down).squareRoot() / across
  }

  /// Returns the radius, in pixels of a picture of that width, of the disc of a point at a distance; distances are in metres.
  /// It is positive before the focus, negative behind it.
  package func radius(at distance: Float, focus: Float, width: Int) -> Float {
    aperture / 2 * focalLength * Float(width) * (1 / distance - 1 / focus)
  }

  /// Returns the mask and the blur that simulate the lens on a map with these disparities.
  ///
  /// The mask falls by 1 from the nearest to the farthest; the radius is that at this distance from the focus.
  /// Throws `AuxError` with code `usage` where the focus is outside of 0...1 or radii are enormous.
  package func effect(
    focus: Float, disparities: ClosedRange<Float>, width: Int, height: Int, bokeh: FocalBlur = .standard
  ) throws(AuxError) -> (mask: FocusMask, blur: FocalBlur) {
    let range = disparities.upperBound - disparities.lowerBound
    let pixels = aperture / 2 * focalLength * Float(width) * range
    let unit = FocalBlur.standard.radius(forWidth: width, height: height) / FocalBlur.standard.radius
    return (
      try FocusMask(focus: focus, width: 0, slope: 1),
      try bokeh.changed(radius: pixels / unit)
    )
  }
}
