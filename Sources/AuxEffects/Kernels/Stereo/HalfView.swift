internal import AuxKernels

/// Views of half as many columns or rows, each the mean of the light of two; the last of an odd number stays alone.
enum HalfView {
  /// Returns the codes of a view of half the columns.
  static func narrow<Code: LightCode>(
    _ codes: [Code], width: Int, height: Int, tables: LightTables, jobs: Int
  ) -> [Code] {
    let half = (width + 1) / 2
    var samples = Bands.undefined(half * height * 3, of: Code.self)
    Bands.write(&samples, rows: height, jobs: jobs) { band, part in
      var light = [SIMD4<Float>](repeating: .zero, count: width)
      var means = [SIMD4<Float>](repeating: .zero, count: half)
      for row in band {
        var line = light.mutableSpan
        let source = codes.span.extracting(row * width * 3..<(row + 1) * width * 3)
        Code.findLight(of: source, tables.light.span, into: &line)
        for column in 0..<half {
          means[column] = (light[2 * column] + light[min(2 * column + 1, width - 1)]) * 0.5
        }
        var target = means.mutableSpan
        Code.write(&target, tables, into: &part, from: (row - band.lowerBound) * half * 3)
      }
    }
    return samples
  }

  /// Returns the codes of a view of half the rows.
  static func low<Code: LightCode>(
    _ codes: [Code], width: Int, height: Int, tables: LightTables, jobs: Int
  ) -> [Code] {
    let half = (height + 1) / 2
    var samples = Bands.undefined(width * half * 3, of: Code.self)
    Bands.write(&samples, rows: half, jobs: jobs) { band, part in
      var upper = [SIMD4<Float>](repeating: .zero, count: width)
      var lower = upper
      for row in band {
        let (first, second) = (2 * row * width * 3, min(2 * row + 1, height - 1) * width * 3)
        var target = upper.mutableSpan
        Code.findLight(
          of: codes.span.extracting(first..<first + width * 3), tables.light.span, into: &target)
        var other = lower.mutableSpan
        Code.findLight(
          of: codes.span.extracting(second..<second + width * 3), tables.light.span, into: &other)
        for column in 0..<width { upper[column] = (upper[column] + lower[column]) * 0.5 }
        var means = upper.mutableSpan
        Code.write(&means, tables, into: &part, from: (row - band.lowerBound) * width * 3)
      }
    }
    return samples
  }
}
