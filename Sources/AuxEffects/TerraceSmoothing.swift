internal import AuxKernels

extension NormalisedMap {
  /// Returns the map with the terraces of its codes smoothed, on at most `jobs` threads.
  ///
  /// A map of 8-bit codes has steps where a surface slopes. Each sample moves towards those around it that differ by no
  /// more than a code, and never by more than half a code, so that it still has the same code, and edges stay. A map
  /// with more than 256 different values has none, and stays as it is; so do holes, and values that are more than a 32nd of
  /// all apart: these are of different things.
  package func smoothingTerraces(jobs: Int) -> NormalisedMap {
    guard let levels = levels(), levels.count > 2 else { return self }
    let bounds = Self.bounds(levels)
    let codes = Self.codes(values, levels, jobs: jobs)
    var result = self
    // Twice as far each time, so that terraces of any width up to some 60 samples become slopes.
    for reach in [1, 2, 4, 8, 16] {
      for isAcross in [true, false] {
        result.values = smoothed(result.values, codes, bounds, reach: reach, isAcross: isAcross, jobs: jobs)
      }
    }
    return result
  }

  /// Whether the values are few enough to be codes of 8 bits, so that there are terraces to smooth.
  var hasTerraces: Bool { levels().map { $0.count > 2 } ?? false }

  /// Returns the different values in their order; nil where there are more than codes of 8 bits.
  private func levels() -> [Float]? {
    var found: Set<Float> = []
    var last = Float.nan
    for value in values where value != last && !value.isNaN {
      last = value
      found.insert(value)
      if found.count > 256 { return nil }
    }
    return found.sorted()
  }

  /// How far a sample may move down and up, and the greatest difference of those that it moves to.
  private struct Bound {
    var low, high, step: Float
  }

  /// The greatest step of a terrace, in the range of all values.
  private static let greatestStep: Float = 1 / 32

  private static func bounds(_ levels: [Float]) -> [Bound] {
    let gaps = zip(levels, levels.dropFirst()).map { $1 - $0 }
    let greatest = (levels[levels.count - 1] - levels[0]) * greatestStep
    return levels.indices.map { index in
      // Codes that no sample has leave gaps: of those around a level the least is one code.
      let least = gaps[max(index - 8, 0)..<min(index + 8, gaps.count)].min() ?? 0
      let step = least <= greatest ? least : 0
      // A little less than a half, so that rounding gives the same code.
      return Bound(
        low: levels[index] - (index > 0 ? step * 0.49 : 0),
        high: levels[index] + (index < gaps.count ? step * 0.49 : 0), step: step * 1.5)
    }
  }

  /// Returns which of the levels each value is; 0 for a hole.
  private static func codes(_ values: [Float], _ levels: [Float], jobs: Int) -> [UInt8] {
    var result = Bands.undefined(values.count, of: UInt8.self)
    Bands.write(&result, rows: values.count, height: 65536, jobs: jobs) { band, part in
      var (last, code) = (Float.nan, UInt8(0))
      for index in band {
        if values[index] != last {
          last = values[index]
          code = last.isNaN ? 0 : UInt8(place(last, levels))
        }
        part[index - band.lowerBound] = code
      }
    }
    return result
  }

  private static func place(_ value: Float, _ levels: [Float]) -> Int {
    var (low, high) = (0, levels.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if levels[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns means with the samples on both sides, as far as they are allowed.
  ///
  /// Values beyond a border are those before it, mirrored about the last sample in place and in value: a slope stays a slope.
  private func smoothed(
    _ values: [Float], _ codes: [UInt8], _ bounds: [Bound], reach: Int, isAcross: Bool, jobs: Int
  ) -> [Float] {
    let (width, height) = (width, height)
    let (count, stride) = isAcross ? (width, 1) : (height, width)
    var result = Bands.undefined(values.count, of: Float.self)
    Bands.write(&result, rows: height, jobs: jobs) { band, part in
      let (source, codes, bounds) = (values.span, codes.span, bounds.span)
      for row in band {
        for column in 0..<width {
          let index = row * width + column
          let place = isAcross ? column : row
          let (own, bound) = (source[index], bounds[Int(codes[index])])
          func value(_ other: Int) -> Float {
            if other >= 0, other < count { return source[index + (other - place) * stride] }
            let last = other < 0 ? 0 : count - 1
            let turned = min(max(2 * last - other, 0), count - 1)
            return 2 * source[index + (last - place) * stride] - source[index + (turned - place) * stride]
          }
          let (before, after) = (value(place - reach), value(place + reach))
          // A hole differs from all, and all from it.
          let one = abs(before - own) <= bound.step ? before : own
          let two = abs(after - own) <= bound.step ? after : own
          let mean = (own * 2 + one + two) / 4
          part[index - band.lowerBound * width] = own.isNaN ? own : max(bound.low, min(bound.high, mean))
        }
      }
    }
    return result
  }
}
