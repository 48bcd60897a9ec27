internal import AuxImage
internal import AuxKernels

/// Views of half as many columns or rows, each the mean of the light of two; the last of an odd number stays alone.
enum HalfView {
  /// Returns a view of half the columns.
  static func narrow(_ view: PhotoPixels, tables: LightTables, jobs: Int) -> PhotoPixels {
    let (codes, width, half) = (view.rgb8, view.width, (view.width + 1) / 2)
    var samples = Bands.undefined(half * view.height * 3, of: UInt8.self)
    Bands.write(&samples, rows: view.height, jobs: jobs) { band, part in
      var light = [SIMD4<Float>](repeating: .zero, count: width)
      var means = [SIMD4<Float>](repeating: .zero, count: half)
      for row in band {
        var line = light.mutableSpan
        tables.findLight(of: codes.span.extracting(row * width * 3..<(row + 1) * width * 3), into: &line)
        for column in 0..<half {
          means[column] = (light[2 * column] + light[min(2 * column + 1, width - 1)]) * 0.5
        }
        var target = means.mutableSpan
        tables.write(&target, into: &part, from: (row - band.lowerBound) * half * 3)
      }
    }
    return view.replacingSamples(rgb8: samples, width: half)
  }

  /// Returns a view of half the rows.
  static func low(_ view: PhotoPixels, tables: LightTables, jobs: Int) -> PhotoPixels {
    let (codes, width, half) = (view.rgb8, view.width, (view.height + 1) / 2)
    var samples = Bands.undefined(width * half * 3, of: UInt8.self)
    Bands.write(&samples, rows: half, jobs: jobs) { band, part in
      var upper = [SIMD4<Float>](repeating: .zero, count: width)
      var lower = upper
      for row in band {
        let (first, second) = (2 * row * width * 3, min(2 * row + 1, view.height - 1) * width * 3)
        var target = upper.mutableSpan
        tables.findLight(of: codes.span.extracting(first..<first + width * 3), into: &target)
        var other = lower.mutableSpan
        tables.findLight(of: codes.span.extracting(second..<second + width * 3), into: &other)
        for column in 0..<width { upper[column] = (upper[column] + lower[column]) * 0.5 }
        var means = upper.mutableSpan
        tables.write(&means, into: &part, from: (row - band.lowerBound) * width * 3)
      }
    }
    return view.replacingSamples(rgb8: samples, height: half)
  }
}
