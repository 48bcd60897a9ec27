/// IEEE 754 binary16 as bit patterns, without `Float16`.
///
/// `Float16` is missing on Intel Macs and costs a library call per sample on x86-64 without F16C, where
/// these few integer operations vectorise. Source: IEEE 754-2019, 3.4 and 4.3.1; the two conversions
/// follow Fabian Giesen's branch-free forms (public domain).
package enum Half {
  /// The greatest finite half.
  package static let greatest: Float = 65504

  /// Returns the nearest half of a value, ties to even.
  ///
  /// Magnitudes of 65520 and more become infinity; NaN becomes the quiet NaN 0x7e00, its sign kept.
  @inline(__always)
  package static func bits(_ value: Float) -> UInt16 {
    let sign = value.bitPattern & 0x8000_0000
    let magnitude = value.bitPattern ^ sign

    // Adding 0.5 leaves the subnormal's ten bits, rounded by the addition, at the end of the significand.
    let magic: UInt32 = 0x3f00_0000
    let subnormal = (Float(bitPattern: magnitude) + Float(bitPattern: magic)).bitPattern &- magic

    // Moves the exponent's bias from 127 to 15 and rounds; a carry into the exponent is right, as it is
    // for 65520, whose carry gives infinity.
    let odd = (magnitude >> 13) & 1
    let normal = (magnitude &+ 0xc800_0fff &+ odd) >> 13

    let special: UInt32 = magnitude > 0x7f80_0000 ? 0x7e00 : 0x7c00
    let finite = magnitude < 0x3880_0000 ? subnormal : normal
    let rounded = magnitude >= 0x4780_0000 ? special : finite
    return UInt16(truncatingIfNeeded: rounded | sign >> 16)
  }

  /// Returns the value of a half, which is always exact.
  ///
  /// A NaN keeps its sign and payload.
  @inline(__always)
  package static func float(_ bits: UInt16) -> Float {
    let sign = UInt32(bits & 0x8000) << 16
    let magnitude = UInt32(bits & 0x7fff)

    // A subnormal is made the significand of a number with the exponent of 2^-14, which is then
    // subtracted: quick where arithmetic on subnormal floats is not.
    let lowest: UInt32 = 0x3880_0000
    let subnormal = Float(bitPattern: lowest &+ magnitude << 13) - Float(bitPattern: lowest)

    let normal = magnitude << 13 &+ 0x3800_0000
    let special = normal &+ 0x3800_0000
    let large = magnitude >= 0x7c00 ? special : normal
    let result = magnitude < 0x0400 ? subnormal.bitPattern : large
    return Float(bitPattern: result | sign)
  }

  /// Returns the nearest half of each value, as ``bits(_:)``.
  package static func encode(_ values: [Float]) -> [UInt16] { map(values.span) { bits($0) } }

  /// Returns the nearest half of each value of a range, or of 1 over it; what is finite stays finite.
  package static func encode(_ values: [Float], _ range: Range<Int>, reciprocal: Bool) -> [UInt16] {
    let source = values.span.extracting(range)
    return reciprocal ? map(source) { finiteBits(Reciprocal.inverse($0)) } : map(source) { finiteBits($0) }
  }

  @inline(__always)
  private static func finiteBits(_ value: Float) -> UInt16 {
    let pattern = value.bitPattern
    // Beyond the greatest half and finite: that half, with the sign.
    let isLarge =
      pattern & 0x7fff_ffff > greatest.bitPattern && pattern & 0x7fff_ffff < Float.infinity.bitPattern
    return bits(Float(bitPattern: isLarge ? greatest.bitPattern | pattern & 0x8000_0000 : pattern))
  }

  /// Returns the value of each half, as ``float(_:)``.
  package static func decode(_ halves: [UInt16]) -> [Float] { map(halves.span) { float($0) } }

  /// Returns what `transform`, which callers have inlined, makes of each sample.
  @inline(__always)
  private static func map<Source: BitwiseCopyable, Target: BitwiseCopyable>(
    _ source: Span<Source>, _ transform: (Source) -> Target
  ) -> [Target] {
    var results = Bands.undefined(source.count, of: Target.self)
    var target = results.mutableSpan
    precondition(source.count == target.count)
    for index in 0..<source.count { target[index] = transform(source[index]) }
    return results
  }
}
