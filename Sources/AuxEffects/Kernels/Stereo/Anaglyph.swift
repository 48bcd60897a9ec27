internal import AuxKernels

/// Two views in one picture for red-cyan glasses.
///
/// Source: E. Dubois, "A projection method to generate anaglyph stereo images", ICASSP 2001: the matrices
/// of least squares for red-cyan glasses, which are of linear light.
enum Anaglyph {
  /// What red, green and blue of the left view add to red, green and blue.
  static let left: [SIMD3<Float>] = [
    SIMD3(0.456_100, -0.040_082_2, -0.015_216_1),
    SIMD3(0.500_484, -0.037_824_6, -0.020_597_1),
    SIMD3(0.176_381, -0.015_758_9, -0.005_468_56),
  ]

  /// What red, green and blue of the right view add to red, green and blue.
  static let right: [SIMD3<Float>] = [
    SIMD3(-0.043_470_6, 0.378_476, -0.072_152_7),
    SIMD3(-0.087_938_8, 0.733_64, -0.112_961),
    SIMD3(-0.001_555_29, -0.018_450_3, 1.2264),
  ]

  /// Returns the codes of the picture of two views of as many rows.
  static func codes<Code: LightCode>(
    _ first: [Code], _ second: [Code], rows: Int, tables: LightTables, jobs: Int
  ) -> [Code] {
    let (length, entries) = (first.count / rows, Code.entries(tables))
    var samples = Bands.undefined(first.count, of: Code.self)
    let (l0, l1, l2) = (Self.left[0], Self.left[1], Self.left[2])
    let (r0, r1, r2) = (Self.right[0], Self.right[1], Self.right[2])
    Bands.write(&samples, rows: rows, jobs: jobs) { band, part in
      let range = band.lowerBound * length..<band.upperBound * length
      let (one, two) = (first.span.extracting(range), second.span.extracting(range))
      precondition(one.count == two.count && one.count == part.count)
      let (lights, codes) = (tables.light.span, entries.span)
      for pixel in 0..<one.count / 3 {
        let start = pixel &* 3
        let first = Code.light(lights, one[start], one[start &+ 1], one[start &+ 2])
        let second = Code.light(lights, two[start], two[start &+ 1], two[start &+ 2])
        let sum = l0 * first.x + l1 * first.y + l2 * first.z + r0 * second.x + r1 * second.y + r2 * second.z
        Code.write(sum, codes, into: &part, at: start)
      }
    }
    return samples
  }
}
