public import AuxImage
package import AuxKernels

/// The map as a picture: (d - offset) / range, 0 black and 1 white; a hole is black.
public struct GrayscaleEffect: Hashable, Sendable {
  /// The nearness that is black; 0 by default.
  public let offset: Float
  /// How much nearer than that is white; 1 by default.
  public let range: Float

  /// The effect with the default parameters: the map as it is.
  package static let standard = GrayscaleEffect(known: 0, 1)

  private init(known offset: Float, _ range: Float) { (self.offset, self.range) = (offset, range) }

  /// Creates the effect; a negative range makes near black.
  ///
  /// Throws `AuxError` with code `usage` where a value is not finite, the offset is beyond ±1,000 or the
  /// range not from 1/1,000,000 to 1,000 in magnitude.
  public init(offset: Float = 0, range: Float = 1) throws(AuxError) {
    try Parameter.check(offset, "offset", in: -1000...1000)
    try Parameter.check(range.magnitude, "range", in: 0.000_001...1000)
    (self.offset, self.range) = (offset, range)
  }

  /// Returns the picture with 8-bit codes, on at most `jobs` threads; with a matte, black but the subject.
  ///
  /// Throws `AuxError` with code `usage` where the matte has another size than the map.
  package func rendered8(
    _ map: NormalisedMap, only matte: EffectMask? = nil, jobs: Int
  ) throws(AuxError) -> PixelPlane {
    try matte?.check(on: map)
    let codes: [UInt8] = codes(map, only: matte?.values, most: 255, jobs: jobs)
    return PixelPlane(width: map.width, height: map.height, known: .uint8(codes))
  }

  /// Returns the picture with 16-bit codes, as ``rendered8(_:only:jobs:)``.
  package func rendered16(
    _ map: NormalisedMap, only matte: EffectMask? = nil, jobs: Int
  ) throws(AuxError) -> PixelPlane {
    try matte?.check(on: map)
    let codes: [UInt16] = codes(map, only: matte?.values, most: 65535, jobs: jobs)
    return PixelPlane(width: map.width, height: map.height, known: .uint16(codes))
  }

  private func codes<Code: LightCode>(
    _ map: NormalisedMap, only matte: [Float]?, most: Float, jobs: Int
  ) -> [Code] {
    let (offset, scale) = (offset, 1 / range)
    var codes = Bands.undefined(map.values.count, of: Code.self)
    Bands.write(&codes, rows: map.height, jobs: jobs) { band, part in
      let pixels = band.lowerBound * map.width..<band.upperBound * map.width
      let source = map.values.span.extracting(pixels)
      precondition(part.count == source.count)
      guard let matte else {
        for index in 0..<source.count {
          part[index] = Code.nearest(Self.gray(source[index], offset, scale) * most)
        }
        return
      }
      let weights = matte.span.extracting(pixels)
      for index in 0..<source.count {
        part[index] = Code.nearest(Self.gray(source[index], offset, scale) * weights[index] * most)
      }
    }
    return codes
  }

  /// Returns the gray of a nearness, 0...1; that of NaN is 0.
  @inline(__always)
  private static func gray(_ value: Float, _ offset: Float, _ scale: Float) -> Float {
    clampedToUnit((value - offset) * scale)
  }
}
