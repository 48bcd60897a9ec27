public import AuxImage
package import AuxKernels

/// A blur that grows with the distance from the focus, as that of a wide lens.
///
/// The blur is one of light, as in a lens: a lamp becomes a bright disc and not a gray one.
/// Each pixel is blurred with a radius of (1 - mask) times ``radius``: where the mask is 1 it stays as it is.
/// A pixel gives of its colour only to those that are not blurred much more than itself, so nothing of what
/// is sharp spreads into the blurred ground beside it. Radii up to 3 pixels are summed pixel by pixel; larger
/// ones in layers of radii a factor of √2 apart, each at a size at which its kernel has some 30 samples, so
/// the time does not grow with the radius.
public struct FocalBlur: Hashable, Sendable {
  /// The shape of the light that a point becomes.
  public enum Shape: String, Hashable, Sendable, CaseIterable {
    /// A disc of the radius.
    case disc
    /// A bell as wide as the disc: its standard deviation is half of the radius.
    case gaussian
  }

  /// The greatest radius in pixels of an image of 12 megapixels (4032 x 3024); 15 by default.
  public let radius: Float
  /// The shape; a disc by default.
  public let shape: Shape

  /// The blur with the default parameters.
  public static let standard = FocalBlur(known: 15, .disc)

  private init(known radius: Float, _ shape: Shape) { (self.radius, self.shape) = (radius, shape) }

  /// Creates a blur.
  ///
  /// Throws `AuxError` with code `usage` where the radius is outside of 0...10,000 or NaN.
  public init(radius: Float = 15, shape: Shape = .disc) throws(AuxError) {
    try Parameter.check(radius, "radius of the blur", in: 0...10_000)
    (self.radius, self.shape) = (radius, shape)
  }

  /// Returns the greatest radius in pixels of an image of that size.
  public func radius(forWidth width: Int, height: Int) -> Float {
    radius * Float((Double(width) * Double(height) / (4032 * 3024)).squareRoot())
  }

  /// Returns the image blurred where the mask, of the same size, is less than 1, on at most `jobs` threads.
  ///
  /// `encoding` is that of the image's codes, by which its light is computed. Throws `AuxError` with code `usage` where
  /// the sizes differ.
  public func applied(
    to image: PhotoPixels, mask: EffectMask, encoding: LightEncoding = .sRGB, jobs: Int
  ) throws(AuxError) -> PhotoPixels {
    try mask.applied(to: image) {
      render($0, mask: mask.values, tables: encoding.tables, into: &$1, jobs: jobs)
    }
  }

  /// Writes the effect over the samples of as many pixels; the mask has a value for each.
  package func render(
    _ image: PhotoPixels, mask: [Float], tables: LightTables, into target: inout [UInt8], jobs: Int
  ) {
    let largest = radius(forWidth: image.width, height: image.height)
    let layers = BlurLayer.layers(upTo: largest, shape: shape)
    let pyramid = BlurPyramid(
      image, mask: mask, tables: tables, largest: largest, levels: layers.last?.level ?? 0, jobs: jobs)
    let composition = BlurComposition(
      image: image, mask: mask, tables: tables, largest: largest, layers: layers, pyramid: pyramid,
      shape: shape)
    Bands.write(&target, rows: image.height, jobs: jobs) { band, part in
      composition.render(band, into: &part)
    }
  }
}
