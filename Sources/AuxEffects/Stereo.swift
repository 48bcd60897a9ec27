public import AuxImage
package import AuxKernels

/// Two views, one for each eye, out of one photo and its map.
///
/// Every pixel moves by maxShift (2 d - 1) of the width, d its nearness, to the right for the left eye and to
/// the left for the right eye; the convergence takes the place of the middle. Where two meet the nearer is
/// seen; what neither view of the photo shows is made of the background beside it. The right view is that of
/// the mirrored photo, mirrored, so that neither eye is preferred.
public struct Stereo: Hashable, Sendable {
  /// The greatest shift of one eye, as a share of the width; 0.01 by default.
  public let maxShift: Float
  /// The nearness that does not move, that is, lies in the plane of the screen; 0.5 by default.
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
  public func pair(
    of image: PhotoPixels, map: NormalisedMap, encoding: LightEncoding = .sRGB, jobs: Int
  ) throws(AuxError) -> StereoPair {
    try pair(of: image, map: map, tables: encoding.tables, jobs: jobs)
  }

  /// Returns the two views, by tables of the light of codes.
  package func pair(
    of image: PhotoPixels, map: consuming NormalisedMap, tables: LightTables, jobs: Int
  ) throws(AuxError) -> StereoPair {
    try PlaneSize.match(image, width: map.width, height: map.height, of: "map")
    let image = image.asRGB8
    let scale = 2 * maxShift * Float(image.width)
    let scene = StereoScene(
      image, map, scale: scale, convergence: convergence, tables: tables, jobs: jobs)
    var left = Bands.undefined(image.rgb8.count, of: UInt8.self)
    var right = Bands.undefined(image.rgb8.count, of: UInt8.self)
    let madeUp = scene.render(&left, &right, tables: tables, jobs: jobs)
    return StereoPair(
      left: image.replacingSamples(rgb8: left), right: image.replacingSamples(rgb8: right),
      gapShare: Double(madeUp) / Double(2 * image.width * image.height))
  }
}

/// The views of both eyes.
public struct StereoPair: Hashable, Sendable {
  /// The view of the left eye.
  public let left: PhotoPixels
  /// The view of the right eye, of the same size.
  public let right: PhotoPixels
  /// The share of the pixels of both that the photo does not show, and that were made up; 0...1.
  public let gapShare: Double

  /// How the views become pictures.
  public enum Layout: String, Hashable, Sendable, CaseIterable {
    /// Side by side, for parallel viewing and most displays.
    case leftRight = "left-right"
    /// Side by side, for cross-eyed viewing.
    case rightLeft = "right-left"
    /// The left eye's view above that of the right.
    case topBottom = "top-bottom"
    /// One picture for glasses with a red filter on the left and a cyan one on the right.
    case anaglyph
    /// Two pictures, that of the left eye first.
    case pair
  }

  /// Returns the one picture of a layout, or the two of ``Layout/pair``, made on at most `jobs` threads.
  ///
  /// `encoding` is that of the photo's codes; an anaglyph is one of their light.
  public func pictures(
    _ layout: Layout, encoding: LightEncoding = .sRGB, jobs: Int
  ) -> [PhotoPixels] {
    pictures(layout, tables: encoding.tables, jobs: jobs)
  }

  /// Returns the pictures of a layout, by tables of the light of codes.
  package func pictures(_ layout: Layout, tables: LightTables, jobs: Int) -> [PhotoPixels] {
    switch layout {
    case .leftRight: [Self.sideBySide(left, right, jobs: jobs)]
    case .rightLeft: [Self.sideBySide(right, left, jobs: jobs)]
    case .topBottom:
      [left.replacingSamples(rgb8: left.rgb8 + right.rgb8, height: 2 * left.height)]
    case .anaglyph: [Anaglyph.picture(left, right, tables: tables, jobs: jobs)]
    case .pair: [left, right]
    }
  }

  private static func sideBySide(
    _ first: PhotoPixels, _ second: PhotoPixels, jobs: Int
  ) -> PhotoPixels {
    let (left, right) = (first.rgb8, second.rgb8)
    var samples = Bands.undefined(2 * left.count, of: UInt8.self)
    let length = first.width * 3
    Bands.write(&samples, rows: first.height, jobs: jobs) { band, part in
      for row in band {
        let one = left.span.extracting(row * length..<(row + 1) * length)
        let two = right.span.extracting(row * length..<(row + 1) * length)
        let start = (row - band.lowerBound) * 2 * length
        for index in 0..<length { part[start + index] = one[index] }
        for index in 0..<length { part[start + length + index] = two[index] }
      }
    }
    return first.replacingSamples(rgb8: samples, width: 2 * first.width)
  }
}
