/// The linear light of codes of 8 or 16 bits, and the codes of light, of red, green and blue, and their parts in luminance.
package struct LightTables: Sendable {
  /// Light of 0...1: that of the 256 or 65,536 codes of red, then of green, then of blue.
  package let light: [Float]
  /// Codes of 8 bits at equal distances of the square root of light, of red, then of green, then of blue.
  ///
  /// Of the root, since codes are about that: each has several entries, in the shadows, too. None where codes have 16 bits.
  package let codes: [UInt8]
  /// Codes of 16 bits with their fractions, likewise, to be interpolated; none where codes have 8 bits.
  ///
  /// Each component has one entry more than ``resolution``, that of 1 once more.
  package let wideCodes: [Float]
  /// What light of red, green and blue of 1 adds to luminance.
  package let luminanceWeights: SIMD3<Float>

  /// The number of entries of ``codes`` of one component; ``placesOfCodes(_:)`` knows it, too.
  package static let resolution = 4096

  /// The bits of a code, 8 or 16.
  package var bits: Int { codes.isEmpty ? 16 : 8 }

  /// Creates the tables of rising functions from codes of 0...1 to light of 0...1, one for each component or one for all.
  package init(_ curves: [(Double) -> Double], luminanceWeights: SIMD3<Float>, bits: Int = 8) {
    precondition((curves.count == 3 || curves.count == 1) && (bits == 8 || bits == 16))
    self.luminanceWeights = luminanceWeights
    func each<Entry>(_ table: ((Double) -> Double) -> [Entry]) -> [Entry] {
      let tables = curves.map(table)
      return (0..<3).flatMap { tables[min($0, tables.count - 1)] }
    }
    let most = Double(1 << bits - 1)
    light = each { curve in (0..<1 << bits).map { Float(curve(Double($0) / most)) } }
    codes = bits == 8 ? each { Self.codes(of: $0) } : []
    wideCodes = bits == 16 ? each { Self.wideCodes(of: $0) } : []
  }

  /// Of light that several codes have, the greatest; between that of two, the place between them.
  private static func wideCodes(of curve: (Double) -> Double) -> [Float] {
    let light = (0...65535).map { curve(Double($0) / 65535) }
    var codes: [Float] = []
    codes.reserveCapacity(resolution + 1)
    var code = 0
    for entry in 0..<resolution {
      let root = Double(entry) / Double(resolution - 1)
      while code < 65535, light[code + 1] <= root * root { code += 1 }
      let step = code < 65535 ? light[code + 1] - light[code] : 0
      let share = step > 0 ? min(max((root * root - light[code]) / step, 0), 1) : 0
      codes.append(Float(Double(code) + share))
    }
    return codes + [codes[resolution - 1]]
  }

  /// A code is that of all light up to half way to its neighbours.
  private static func codes(of curve: (Double) -> Double) -> [UInt8] {
    let borders = (0..<255).map { curve((Double($0) + 0.5) / 255) }
    var codes: [UInt8] = []
    codes.reserveCapacity(resolution)
    var code = 0
    for entry in 0..<resolution {
      let root = Double(entry) / Double(resolution - 1)
      while code < 255, borders[code] <= root * root { code += 1 }
      codes.append(UInt8(code))
    }
    return codes
  }
}

// Functions of the module, since those of a type that is not public are never inlined into another module.

/// Returns the light of a pixel's three codes by ``LightTables/light``.
@inlinable
@inline(__always)
package func lightOfCodes(
  _ table: Span<Float>, _ red: UInt8, _ green: UInt8, _ blue: UInt8
) -> SIMD3<Float> {
  SIMD3(table[Int(red)], table[256 &+ Int(green)], table[512 &+ Int(blue)])
}

/// Returns where the codes of light are in ``LightTables/codes``; light beyond 0...1 is clipped, NaN is 0.
@inlinable
@inline(__always)
package func placesOfCodes(_ light: SIMD3<Float>) -> (x: Int, y: Int, z: Int) {
  // Adding 2^23 leaves the integer at the end of the significand; each component has 4096 codes.
  let places = clippedRoots(SIMD4(light, 0)) * 4095 + 0x1p23
  return (
    Int(places.x.bitPattern & 0xFFFF), 4096 &+ Int(places.y.bitPattern & 0xFFFF),
    8192 &+ Int(places.z.bitPattern & 0xFFFF)
  )
}

/// Writes the codes of a pixel's light by ``LightTables/codes`` from `start` on.
@inlinable
@inline(__always)
package func writeCodes(
  ofLight light: SIMD3<Float>, _ codes: Span<UInt8>, into target: inout MutableSpan<UInt8>, at start: Int
) {
  let places = placesOfCodes(light)
  target[start] = codes[places.x]
  target[start &+ 1] = codes[places.y]
  target[start &+ 2] = codes[places.z]
}

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
  // Each component has 4096 codes, and the last once more.
  let places = clippedRoots(SIMD4(light, 0)) * 4095
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
