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

/// Views of half as many columns or rows, each the mean of the light of two; the last of an odd number stays alone.
enum HalfView {
  /// Returns the codes of a view of half the columns, or of half the rows.
  static func codes<Code: LightCode>(
    _ codes: [Code], width: Int, height: Int, isNarrow: Bool, tables: LightTables, jobs: Int
  ) -> [Code] {
    let across = isNarrow ? (width + 1) / 2 : width, down = isNarrow ? height : (height + 1) / 2
    let entries = Code.entries(tables)
    var samples = Bands.undefined(across * down * 3, of: Code.self)
    Bands.write(&samples, rows: down, jobs: jobs) { band, part in
      var one = [SIMD4<Float>](repeating: .zero, count: width), other = one
      func find(_ row: Int, _ line: inout [SIMD4<Float>]) {
        var target = line.mutableSpan
        Code.findLight(
          of: codes.span.extracting(row * width * 3..<(row + 1) * width * 3), tables.light.span, into: &target
        )
      }
      for row in band {
        if isNarrow {
          find(row, &one)
          for column in 0..<across {
            one[column] = (one[2 * column] + one[min(2 * column + 1, width - 1)]) * 0.5
          }
        } else {
          find(2 * row, &one)
          find(min(2 * row + 1, height - 1), &other)
          for column in 0..<width { one[column] = (one[column] + other[column]) * 0.5 }
        }
        var line = one.mutableSpan
        var means = line._mutatingExtracting(0..<across)
        Code.write(&means, entries.span, into: &part, from: (row - band.lowerBound) * across * 3)
      }
    }
    return samples
  }
}
