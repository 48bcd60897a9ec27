public import AuxImage
package import AuxKernels

/// A blur that grows with the distance from the focus, like that of a wide-open lens.
///
/// It blurs light, as a lens does: a lamp becomes a bright disc, not a gray one. Each pixel becomes a disc with a
/// radius of (1 - mask) times ``radius``; where the mask is 1 it stays as it is. Objects nearer than the focus spread
/// over the ground behind them, and the ground that shows through their edges is made from visible ground beside
/// them. Objects farther than the focus end at a sharp object in front, and nothing sharp spreads into them. Radii
/// are divided into layers less than a fifth apart. Large ones are blurred in a smaller picture, in which a disc has
/// a radius of less than 12 samples, so the time grows more slowly than the radius. The method is in
/// Specs/effects.md, "Depth of field".
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
  /// How strongly things nearer than the focus are blurred: a factor of their radii, 0...2; 1 by default.
  public let front: Float
  /// How strongly things farther than the focus are blurred: a factor of their radii, 0...2; 1 by default.
  public let back: Float
  /// Whether blurred parts get the grain back that the photo has and the blur takes away; true by default.
  ///
  /// A photo without grain stays without it; frames of streams get none, nor does a file whose Exif names no camera.
  /// The method is in Specs/effects.md, "Grain".
  public let matchesGrain: Bool

  /// The blur with the default parameters.
  package static let standard = FocalBlur(known: 15, .disc)

  private init(known radius: Float, _ shape: Shape) {
    (self.radius, self.shape) = (radius, shape)
    (front, back, matchesGrain) = (1, 1, true)
  }

  /// Creates a blur.
  ///
  /// Throws `AuxError` with code `usage` where the radius is outside of 0...10,000 or NaN, or a strength of
  /// 0...2.
  public init(
    radius: Float = 15, shape: Shape = .disc, front: Float = 1, back: Float = 1, matchesGrain: Bool = true
  ) throws(AuxError) {
    try Parameter.check(radius, "radius of the blur", in: 0...10_000)
    try Parameter.check(front, "strength before the focus", in: 0...2)
    try Parameter.check(back, "strength behind the focus", in: 0...2)
    (self.radius, self.shape) = (radius, shape)
    (self.front, self.back, self.matchesGrain) = (front, back, matchesGrain)
  }

  /// Returns the blur with the parameters that are given in the place of its own.
  ///
  /// Throws `AuxError` as ``init(radius:shape:front:back:matchesGrain:)``.
  package func changed(
    radius: Float? = nil, shape: Shape? = nil, front: Float? = nil, back: Float? = nil,
    matchesGrain: Bool? = nil
  ) throws(AuxError) -> FocalBlur {
    try FocalBlur(
      radius: radius ?? self.radius, shape: shape ?? self.shape, front: front ?? self.front,
      back: back ?? self.back, matchesGrain: matchesGrain ?? self.matchesGrain)
  }

  /// Returns the greatest radius in pixels of an image of that size, where both strengths are 1.
  public func radius(forWidth width: Int, height: Int) -> Float {
    radius * Float((Double(width) * Double(height) / (4032 * 3024)).squareRoot())
  }

  /// Returns the image blurred where the mask, of the same size, is less than 1, on at most `jobs` threads.
  ///
  /// A mask does not say which pixels are before the focus, so all are treated as behind it. `encoding` is that of the image's
  /// codes, by which its light is computed. Throws `AuxError` with code `usage` where the sizes differ.
  package func applied(
    to image: PhotoPixels, mask: EffectMask, encoding: LightEncoding = .sRGB, jobs: Int
  ) throws(AuxError) -> PhotoPixels {
    try PlaneSize.match(image, width: mask.width, height: mask.height, of: "mask")
    let largest = radius(forWidth: mask.width, height: mask.height)
    let radii = SignedRadii(behind: mask, largest: largest, jobs: jobs).scaled(front: front, back: back)
    return try applied(to: image, radii, encoding, jobs: jobs)
  }

  /// Returns the image blurred by a map of the same size as if focused as `focus` says, on at most `jobs` threads.
  ///
  /// Things nearer than the focus are blurred over those behind them. Pixels in the matte `sparing`, of the same size, are in
  /// focus, too. `gains`, which are turned as the image is, recover clipped light before it is blurred.
  /// `encoding` is that of the image's codes, by which its light is computed. Throws `AuxError` with code `usage` where the
  /// sizes differ.
  package func applied(
    to image: PhotoPixels, map: NormalisedMap, focus: FocusMask, sparing matte: EffectMask? = nil,
    gains: PhotoGains? = nil, encoding: LightEncoding = .sRGB, jobs: Int
  ) throws(AuxError) -> PhotoPixels {
    try PlaneSize.match(image, width: map.width, height: map.height, of: "map")
    return try applied(
      to: image, radii(of: map, focus: focus, matte: matte, jobs: jobs), encoding, gains, jobs: jobs)
  }

  /// Returns how far the pixels of a map, which has the image's size, are out of focus, and a matte's subject is.
  ///
  /// Throws `AuxError` with code `usage` where a matte has another size.
  package func radii(
    of map: NormalisedMap, focus: FocusMask, matte: EffectMask?, as mode: EffectMask.Combination = .union,
    jobs: Int
  ) throws(AuxError) -> SignedRadii {
    try matte?.check(on: map)
    var (spared, inside) = (matte, EffectMask?.none)
    switch (matte, mode) {
    case (nil, _), (_, .union): break
    case (let matte?, .intersection): (spared, inside) = (nil, matte)
    case (let matte?, .replace): inside = focus.mask(of: map, jobs: jobs).behind(matte, jobs: jobs)
    case (let matte?, .only): return radii(around: matte, jobs: jobs)
    }
    let largest = radius(forWidth: map.width, height: map.height)
    let radii = SignedRadii(
      of: map, focus: focus, sparing: spared, inside: inside, largest: largest, jobs: jobs)
    return radii.scaled(front: front, back: back)
  }

  /// Returns how far pixels are out of focus where only a matte is known: all but its subject are far behind.
  package func radii(around matte: EffectMask, jobs: Int) -> SignedRadii {
    let largest = radius(forWidth: matte.width, height: matte.height)
    return SignedRadii(around: matte, largest: largest, jobs: jobs).scaled(front: front, back: back)
  }

  private func applied(
    to image: PhotoPixels, _ radii: SignedRadii, _ encoding: LightEncoding, _ gains: PhotoGains? = nil,
    jobs: Int
  ) throws(AuxError) -> PhotoPixels {
    let image = image.asRGB
    var samples = PhotoPixels.Samples.undefined(0, bits: image.bitsPerSample)
    let tables = encoding.tables(bits: image.bitsPerSample)
    _ = try render(image, radii: radii, tables: tables, gains: gains, into: &samples, jobs: jobs)
    return image.replacingSamples(samples)
  }

  package struct Facts {
    /// The share of the pixels whose light was recovered by the gain map.
    package var recoveredShare = 0.0
    /// The share of the pixels behind which there is ground that was made up.
    package var madeUpShare = 0.0
    /// The standard deviation of the grain of green in mid-gray, in codes of 8 bits, that blurred parts got back.
    package var grain: Float = 0
  }

  /// Writes the effect over samples of the same number and bits as the image's, or allocates them where `target` is empty;
  /// each pixel has a radius. Throws `AuxError` with code `cancelled`.
  package func render(
    _ image: PhotoPixels, radii: SignedRadii, tables: LightTables, gains: PhotoGains? = nil,
    into target: inout PhotoPixels.Samples, jobs: Int
  ) throws(AuxError) -> Facts {
    var facts = Facts()
    try target.write(
      { codes throws(AuxError) in facts = try render(image.rgb8, radii, tables, gains, into: &codes, jobs) },
      { codes throws(AuxError) in facts = try render(image.rgb16, radii, tables, gains, into: &codes, jobs) })
    return facts
  }

  private func render<Code: LightCode>(
    _ codes: [Code], _ radii: SignedRadii, _ tables: LightTables, _ gains: PhotoGains?,
    into target: inout [Code], _ jobs: Int
  ) throws(AuxError) -> Facts {
    guard radii.unit > 0 else {
      target = codes
      return Facts()
    }
    var facts = try blur(codes, radii, tables, gains, into: &target, jobs)
    guard matchesGrain, let grain = Grain(codes, radii, jobs: jobs) else { return facts }
    grain.add(to: &target, radii, jobs: jobs)
    facts.grain = grain.deviation
    return facts
  }

  private func blur<Code: LightCode>(
    _ codes: [Code], _ radii: SignedRadii, _ tables: LightTables, _ gains: PhotoGains?,
    into target: inout [Code], _ jobs: Int
  ) throws(AuxError) -> Facts {
    if let gains,
      let recovered = RecoveredLight(codes, radii, light: tables.light, gains: gains, jobs: jobs)
    {
      let roots = RecoveredLight.encoding.tables(bits: 16).light
      let scene = LensScene(
        recovered.roots, radii, light: roots, brightness: recovered.brightness, jobs: jobs)
      let blur = try LensBlur(scene, shape: shape, jobs: jobs)
      let facts = Facts(recoveredShare: recovered.share, madeUpShare: blur.madeUpShare)
      try blur.render(into: &target, own: codes, tables: tables, brightness: recovered.brightness, jobs: jobs)
      return facts
    }
    let blur = try LensBlur(
      LensScene(codes, radii, light: tables.light, jobs: jobs), shape: shape, jobs: jobs)
    let facts = Facts(madeUpShare: blur.madeUpShare)
    try blur.render(into: &target, own: codes, tables: tables, jobs: jobs)
    return facts
  }
}
