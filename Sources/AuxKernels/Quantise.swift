/// Linear mappings between values and integer codes.
///
/// All arithmetic is in `Double`. Source: Specs/quantisation.md; the rounding Apple's writer uses.
package enum Quantise {
  /// Returns the least and the greatest finite value, or nil where no value is finite.
  package static func finiteRange(_ values: [Float]) -> (min: Float, max: Float)? {
    finiteRange(values) { $0 }.map { ($0.min, $0.max) }
  }

  /// The least and the greatest of the finite numbers among several.
  package struct FiniteRange: Equatable, Sendable {
    package var min: Float
    package var max: Float
    /// Whether all numbers are finite.
    package var isOfAll: Bool
  }

  /// Returns the range of the finite values, or of their reciprocals, as ``Reciprocal`` makes them; nil where none is
  /// finite.
  package static func finiteRange(_ values: [Float], reciprocal: Bool) -> FiniteRange? {
    reciprocal ? finiteRange(values, Reciprocal.inverse) : finiteRange(values) { $0 }
  }

  @inline(__always)
  private static func finiteRange(_ values: [Float], _ native: (Float) -> Float) -> FiniteRange? {
    // Integers that order as the floats do, and masks: conditions become branches here, which samples
    // with scattered holes would mispredict.
    var least = Int32.max
    var greatest = Int32.min
    var areFinite: Int32 = -1
    let source = values.span
    for index in 0..<source.count {
      let bits = Int32(bitPattern: native(source[index]).bitPattern)
      let isFinite = ((bits & 0x7fff_ffff) &- 0x7f80_0000) >> 31
      let key = orderKey(bits) & isFinite
      least = Swift.min(least, key | .max & ~isFinite)
      greatest = Swift.max(greatest, key | .min & ~isFinite)
      areFinite &= isFinite
    }
    guard least <= greatest else { return nil }
    return FiniteRange(
      min: value(ofOrderKey: least), max: value(ofOrderKey: greatest), isOfAll: areFinite != 0)
  }

  /// Returns the 8-bit code nearest to each value, ties rounded up.
  ///
  /// `min` has code 0 and `max` code 255. Values beyond them are clamped; NaN is 0, and so is everything
  /// where `max` is not greater than `min` or one of them is not finite. Exact for binary16 values.
  ///
  /// The codes are those of 1 over each value where `reciprocal` is true.
  package static func codes8(
    _ values: [Float], min: Float, max: Float, reciprocal: Bool = false
  ) -> [UInt8] {
    reciprocal ? codes(values, min, max, Reciprocal.inverse) : codes(values, min, max) { $0 }
  }

  /// Returns the 16-bit code nearest to each value, ties rounded up.
  ///
  /// As ``codes8(_:min:max:)``, but `max` has code 65535, and exact if the values and `min` lie within
  /// 37 binary places, as usual disparities do.
  package static func codes16(
    _ values: [Float], min: Float, max: Float, reciprocal: Bool = false
  ) -> [UInt16] {
    reciprocal ? codes(values, min, max, Reciprocal.inverse) : codes(values, min, max) { $0 }
  }

  /// Generic over codes and conversions, which both callers have inlined with types that are known.
  @inline(__always)
  private static func codes<Code: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
    _ values: [Float], _ min: Float, _ max: Float, _ native: (Float) -> Float
  ) -> [Code] {
    guard min < max, min.isFinite, max.isFinite else { return [Code](repeating: 0, count: values.count) }
    let (limit, origin) = (Double(Code.max), Double(min))
    let range = Double(max) - origin
    return map(values) {
      Code(truncatingIfNeeded: nearest((Double(native($0)) - origin) * limit / range, limit: limit))
    }
  }

  /// Returns the value of each code on the line from `firstValue` (code 0) to `lastValue` (code 255), or 1 over it.
  ///
  /// The ends must be finite; which one is near decides the polarity of a gray map. The reciprocal of both zeros is positive
  /// infinity.
  package static func values(
    fromCodes8 codes: [UInt8], firstValue: Double, lastValue: Double, reciprocal: Bool = false
  ) -> [Float] {
    // An InlineArray of 256 needs no bounds check for a UInt8.
    var table = [256 of Float](repeating: 0)
    for code in 0..<256 {
      let line = interpolate(code: Double(code), limit: 255, firstValue: firstValue, lastValue: lastValue)
      table[code] = Float(reciprocal ? inverse(line) : line)
    }
    return map(codes) { table[Int($0)] }
  }

  /// As ``values(fromCodes8:firstValue:lastValue:reciprocal:)``, but `lastValue` has code 65535.
  package static func values(
    fromCodes16 codes: [UInt16], firstValue: Double, lastValue: Double, reciprocal: Bool = false
  ) -> [Float] {
    // Computed rather than looked up: a table of 65,536 costs more than most depth maps have samples.
    reciprocal
      ? map(codes) {
        Float(
          inverse(interpolate(code: Double($0), limit: 65535, firstValue: firstValue, lastValue: lastValue)))
      }
      : map(codes) {
        Float(interpolate(code: Double($0), limit: 65535, firstValue: firstValue, lastValue: lastValue))
      }
  }

  /// Returns what `transform`, which callers have inlined, makes of each sample.
  @inline(__always)
  private static func map<Source: BitwiseCopyable, Target: BitwiseCopyable>(
    _ samples: [Source], _ transform: (Source) -> Target
  ) -> [Target] {
    var results = Bands.undefined(samples.count, of: Target.self)
    let source = samples.span
    var target = results.mutableSpan
    precondition(source.count == target.count)
    for index in 0..<source.count { target[index] = transform(source[index]) }
    return results
  }

  @inline(__always)
  private static func inverse(_ value: Double) -> Double { value == 0 ? .infinity : 1 / value }

  /// Returns the half nearest to the float value of each code, from `firstValue` (0) to `lastValue` (255).
  package static func halves(fromCodes8 codes: [UInt8], firstValue: Double, lastValue: Double) -> [UInt16] {
    // An InlineArray of 256 needs no bounds check for a UInt8.
    var table = [256 of UInt16](repeating: 0)
    for code in 0..<256 {
      let value = interpolate(code: Double(code), limit: 255, firstValue: firstValue, lastValue: lastValue)
      table[code] = Half.bits(Float(value))
    }
    return map(codes) { table[Int($0)] }
  }

  /// Returns the value of a code, exactly `firstValue` for 0 and `lastValue` for `limit` if those are floats.
  @inline(__always)
  static func interpolate(code: Double, limit: Double, firstValue: Double, lastValue: Double) -> Double {
    (firstValue * (limit - code) + lastValue * code) / limit
  }

  /// Returns an integer that orders as the float of these bits does; applied twice, the same bits.
  @inline(__always)
  static func orderKey(_ bits: Int32) -> Int32 {
    bits ^ (bits >> 31 & 0x7fff_ffff)
  }

  /// Returns the float of a key.
  @inline(__always)
  static func value(ofOrderKey key: Int32) -> Float {
    // The key is its own inverse.
    Float(bitPattern: UInt32(bitPattern: orderKey(key)))
  }

  /// Returns the integer nearest to a position, ties up, clamped to `0...limit`; NaN is 0.
  ///
  /// `Int(position)` would test for overflow and stop vectorisation. Adding 2^52 instead leaves the
  /// integer, ties to even, at the end of the significand, and then only downward ties have to be corrected.
  @inline(__always)
  private static func nearest(_ position: Double, limit: Double) -> UInt64 {
    let positive = position > 0 ? position : 0
    let clamped = positive < limit ? positive : limit
    let shift = 4_503_599_627_370_496.0
    let shifted = clamped + shift
    let isTieDown = clamped - (shifted - shift) == 0.5
    return shifted.bitPattern &+ (isTieDown ? 1 : 0)
  }
}
