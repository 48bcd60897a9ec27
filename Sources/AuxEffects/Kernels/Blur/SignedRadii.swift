internal import AuxKernels

/// How far each pixel is out of focus: the radius of a point's disc, and the side of the focus.
package struct SignedRadii: Sendable {
  let width, height: Int
  /// The radii, positive before the focus and negative behind it, in units of ``unit``.
  let codes: [Int16]
  /// The radius of one code, in pixels.
  let unit: Float
  /// The codes of a matte whose subject is in focus; none where there is no matte.
  let matte: [UInt8]
  /// Whether outlines are the photo's to the pixel: the map had the photo's size.
  let isExact: Bool

  static let greatest: Float = 32767

  /// All behind the focus: (mask - 1) times the greatest radius.
  init(behind mask: EffectMask, largest: Float, jobs: Int) {
    self.init(
      width: mask.width, height: mask.height,
      codes: Self.mapped(mask.values, rows: mask.height, jobs: jobs) { Self.code($0 - 1) },
      unit: largest / Self.greatest)
  }

  /// How many pixels each pixel of one eye's view is away from where the farthest would be: nearness times
  /// `scale`. A hole counts as farthest.
  ///
  /// They are used as radii are: a step of them is an edge with ground behind it.
  init(parallaxOf map: NormalisedMap, scale: Float, jobs: Int) {
    // NaN is not above 0. One code is something even where nothing moves.
    self.init(
      width: map.width, height: map.height,
      codes: Self.mapped(map.values, rows: map.height, jobs: jobs) { Self.code($0 > 0 ? $0 : 0) },
      unit: max(scale, .leastNormalMagnitude) / Self.greatest, isExact: map.rampReach == 0)
  }

  /// The subject of a matte in focus, and all else far behind it.
  init(around matte: EffectMask, largest: Float, jobs: Int) {
    let shares = Self.shares(of: matte, jobs: jobs)
    self.init(
      width: matte.width, height: matte.height, codes: shares.map { $0 < 128 ? Int16(-Self.greatest) : 0 },
      unit: largest / Self.greatest, matte: shares)
  }

  /// Creates what the codes say.
  init(
    width: Int, height: Int, codes: [Int16], unit: Float, matte: [UInt8] = [], isExact: Bool = false
  ) {
    (self.width, self.height, self.codes, self.unit, self.matte) = (width, height, codes, unit, matte)
    self.isExact = isExact
  }

  private static func shares(of matte: EffectMask, jobs: Int) -> [UInt8] {
    mapped(matte.values, rows: matte.height, jobs: jobs) { nearestCode($0 * 255) }
  }

  /// Returns what `code`, which callers have inlined, makes of each value.
  @inline(__always)
  private static func mapped<Code: BitwiseCopyable>(
    _ values: [Float], rows: Int, jobs: Int, _ code: @Sendable (Float) -> Code
  ) -> [Code] {
    var codes = Bands.undefined(values.count, of: Code.self)
    let width = values.count / rows
    Bands.write(&codes, rows: rows, jobs: jobs) { band, part in
      let source = values.span.extracting(band.lowerBound * width..<band.upperBound * width)
      precondition(source.count == part.count)
      for index in 0..<source.count { part[index] = code(source[index]) }
    }
    return codes
  }

  /// On the side of the focus on which a map says that they are; what `sparing` shows is in focus, too, and nothing is
  /// nearer to the focus than the mask `inside` says.
  ///
  /// A pixel that a matte shows in part is of two things; the larger part decides on its radius.
  init(
    of map: NormalisedMap, focus: FocusMask, sparing matte: EffectMask?, inside: EffectMask? = nil,
    largest: Float, jobs: Int
  ) {
    let width = map.width
    var codes = Bands.undefined(map.values.count, of: Int16.self)
    Bands.write(&codes, rows: map.height, jobs: jobs) { band, part in
      let range = band.lowerBound * width..<band.upperBound * width
      var distances = Array(map.values[range])
      if map.rampReach > 0 { RampSides.sharpen(&distances, of: map, band: band, focus: focus.focus) }
      focus.signDistances(&distances)
      if let inside { Self.keep(&distances, inside: inside.values.span.extracting(range)) }
      let source = distances.span
      precondition(source.count == part.count)
      guard let matte else {
        for index in 0..<source.count { part[index] = Self.code(source[index]) }
        return
      }
      let spared = matte.values.span.extracting(range)
      precondition(spared.count == part.count)
      for index in 0..<source.count { part[index] = Self.code(spared[index] < 0.5 ? source[index] : 0) }
    }
    (self.width, height, self.codes, unit) = (width, map.height, codes, largest / Self.greatest)
    isExact = map.rampReach == 0
    self.matte = matte.map { Self.shares(of: $0, jobs: jobs) } ?? []
  }

  /// Moves distances away from the focus until they are as far as a mask says, those in focus behind it.
  private static func keep(_ distances: inout [Float], inside mask: Span<Float>) {
    var target = distances.mutableSpan
    precondition(target.count == mask.count)
    for index in 0..<target.count {
      let least = 1 - mask[index]
      guard target[index].magnitude < least else { continue }
      target[index] = target[index] > 0 ? least : -least
    }
  }

  /// The codes of a matte that say that a pixel is of two things.
  static let soft: ClosedRange<UInt8> = 5...250

  /// Returns the nearest code of a share of the greatest radius, from -1 to 1.
  @inline(__always)
  private static func code(_ share: Float) -> Int16 {
    // Adding 1.5 times 2^23 leaves the integer, also a negative one, at the end of the significand.
    Int16(truncatingIfNeeded: (share * greatest + 0x1.8p23).bitPattern)
  }
}
