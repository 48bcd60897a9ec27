/// The linear light of codes of 8 bits, and the codes of light, of red, green and blue, and their parts in luminance.
package struct LightTables: Sendable {
  /// Light of 0...1: that of the 256 codes of red, then of green, then of blue.
  package let light: [Float]
  /// Codes at equal distances of the square root of light, of red, then of green, then of blue.
  ///
  /// Of the root, since codes are about that: each has several entries, in the shadows, too.
  package let codes: [UInt8]
  /// What light of red, green and blue of 1 adds to luminance.
  package let luminanceWeights: SIMD3<Float>

  /// The number of entries of ``codes`` of one component; ``placesOfCodes(_:)`` knows it, too.
  package static let resolution = 4096

  /// Creates the tables of rising functions from codes of 0...1 to light of 0...1, one for each component.
  package init(_ curves: [(Double) -> Double], luminanceWeights: SIMD3<Float>) {
    precondition(curves.count == 3)
    self.luminanceWeights = luminanceWeights
    light = curves.flatMap { curve in (0...255).map { Float(curve(Double($0) / 255)) } }
    codes = curves.flatMap { Self.codes(of: $0) }
  }

  /// A code stands for the light half way to its neighbours.
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

  /// Returns the light of a pixel's three codes.
  package static func light(
    _ table: Span<Float>, _ red: UInt8, _ green: UInt8, _ blue: UInt8
  ) -> SIMD3<Float> {
    lightOfCodes(table, red, green, blue)
  }

  /// Writes the codes of a pixel's light from `start` on.
  package static func write(
    _ light: SIMD3<Float>, _ codes: Span<UInt8>, into target: inout MutableSpan<UInt8>, at start: Int
  ) {
    writeCodes(ofLight: light, codes, into: &target, at: start)
  }

  /// Returns where the codes of light stand in ``codes``; light beyond 0...1 is clipped, NaN is 0.
  package static func places(_ light: SIMD3<Float>) -> (x: Int, y: Int, z: Int) { placesOfCodes(light) }
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

/// Returns where the codes of light stand in ``LightTables/codes``; light beyond 0...1 is clipped, NaN is 0.
@inlinable
@inline(__always)
package func placesOfCodes(_ light: SIMD3<Float>) -> (x: Int, y: Int, z: Int) {
  let positive = SIMD3<Float>().replacing(with: light, where: light .> 0)
  let clipped = positive.replacing(with: 1, where: positive .> 1)
  // Adding 2^23 leaves the integer at the end of the significand; each component has 4096 codes.
  let places = clipped.squareRoot() * 4095 + 0x1p23
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
