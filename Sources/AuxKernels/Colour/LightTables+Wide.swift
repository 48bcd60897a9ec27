// Light of codes of 16 bits, and back. Functions of the module, since those of a type that is not public are never inlined
// into another module.

/// Returns the light of a pixel's three codes of 16 bits by ``LightTables/light``.
@inlinable
@inline(__always)
package func lightOfCodes(
  _ table: Span<Float>, _ red: UInt16, _ green: UInt16, _ blue: UInt16
) -> SIMD3<Float> {
  SIMD3(table[Int(red)], table[65536 &+ Int(green)], table[131072 &+ Int(blue)])
}

/// Writes the codes of a pixel's light by ``LightTables/wideCodes`` from `start` on; light beyond 0...1 is clipped, NaN is 0.
@inlinable
@inline(__always)
package func writeCodes(
  ofLight light: SIMD3<Float>, _ codes: Span<Float>, into target: inout MutableSpan<UInt16>, at start: Int
) {
  let positive = SIMD3<Float>().replacing(with: light, where: light .> 0)
  let clipped = positive.replacing(with: 1, where: positive .> 1)
  // Each component has 4096 codes, and the last once more.
  let places = clipped.squareRoot() * 4095
  target[start] = wideCode(codes, places.x, 0)
  target[start &+ 1] = wideCode(codes, places.y, 4097)
  target[start &+ 2] = wideCode(codes, places.z, 8194)
}

/// Returns the code at a place, 0...4095, of a component whose codes begin at `first`.
@inlinable
@inline(__always)
package func wideCode(_ codes: Span<Float>, _ place: Float, _ first: Int) -> UInt16 {
  let whole = Int(place)
  let (low, high) = (codes[first &+ whole], codes[first &+ whole &+ 1])
  // Adding 2^23 leaves the integer at the end of the significand.
  return UInt16(truncatingIfNeeded: (low + (high - low) * (place - Float(whole)) + 0x1p23).bitPattern)
}

extension LightTables {
  /// Writes the light of a row of codes of 16 bits by a table of it, as ``light``, and a coverage of 1.
  package static func findLight(
    of row: Span<UInt16>, _ table: Span<Float>, into target: inout MutableSpan<SIMD4<Float>>
  ) {
    precondition(row.count == 3 * target.count && table.count == 3 << 16)
    for column in 0..<target.count {
      let start = 3 &* column
      target[column] = SIMD4(lightOfCodes(table, row[start], row[start &+ 1], row[start &+ 2]), 1)
    }
  }

  /// Writes the codes of 16 bits of a row of light, each times the coverage in the last component, from `start` on.
  package func write(
    _ row: inout MutableSpan<SIMD4<Float>>, into target: inout MutableSpan<UInt16>, from start: Int
  ) {
    let codes = wideCodes.span
    precondition(start >= 0 && start + 3 * row.count <= target.count)
    for column in 0..<row.count {
      let cell = row[column]
      let light = cell * (1 / max(cell.w, Self.least))
      writeCodes(ofLight: SIMD3(light.x, light.y, light.z), codes, into: &target, at: start &+ 3 &* column)
    }
  }
}
