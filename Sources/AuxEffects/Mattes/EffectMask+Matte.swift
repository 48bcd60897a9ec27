package import AuxImage
internal import AuxKernels

extension EffectMask {
  /// How the mask of the depth and the matte of a subject become one.
  public enum Combination: String, Hashable, Sendable, CaseIterable {
    /// In focus is what either shows: the greater value.
    case union
    /// In focus is what both show: the lesser value.
    case intersection
    /// The matte decides wherever it shows anything, and beside it, where the outline of the depth may be off; elsewhere
    /// the mask does.
    case replace
    /// In focus is the subject only: the matte's value.
    case only
  }

  /// Returns this mask combined with a matte of the same size, on at most `jobs` threads.
  ///
  /// Throws `AuxError` with code `usage` where the sizes differ.
  package func combined(
    with matte: EffectMask, as combination: Combination = .union, jobs: Int = AuxWorkerPool.coreCount
  ) throws(AuxError) -> EffectMask {
    try PlaneSize.match((matte.width, matte.height), of: "matte", (width, height), of: "mask")
    switch combination {
    case .union: return mapped(with: matte, jobs: jobs) { $0 > $1 ? $0 : $1 }
    case .intersection: return mapped(with: matte, jobs: jobs) { $0 < $1 ? $0 : $1 }
    case .replace: return behind(matte, jobs: jobs).mapped(with: matte, jobs: jobs) { $1 + $0 * (1 - $1) }
    case .only: return matte
    }
  }

  /// Throws where this matte has another size than a map.
  func check(on map: NormalisedMap) throws(AuxError) {
    try PlaneSize.match((width, height), of: "matte", (map.width, map.height), of: "map")
  }

  private func mapped(
    with other: EffectMask, jobs: Int, _ combine: @Sendable (Float, Float) -> Float
  ) -> EffectMask {
    var result = self
    Bands.write(&result.values, rows: height, jobs: jobs) { band, part in
      let source = other.values.span.extracting(band.lowerBound * width..<band.upperBound * width)
      precondition(source.count == part.count)
      for index in 0..<source.count { part[index] = combine(part[index], source[index]) }
    }
    return result
  }

  /// How far beside a matte the outline of the depth may be off, in samples: about one of a map of 400 columns.
  private var reach: Int { 2 + width / 400 }

  /// Returns the mask of the ground behind a matte's subject: beside and under the subject it is the least value around.
  func behind(_ matte: EffectMask, jobs: Int) -> EffectMask {
    let near = matte.extreme(reach: reach, least: false, jobs: jobs)
    var result = extreme(reach: reach, least: true, jobs: jobs)
    Bands.write(&result.values, rows: height, jobs: jobs) { band, part in
      let range = band.lowerBound * width..<band.upperBound * width
      let (own, beside) = (values.span.extracting(range), near.values.span.extracting(range))
      precondition(own.count == part.count && beside.count == part.count)
      for index in 0..<part.count {
        // Between no coverage and a trace of it the mask gives way, without a step.
        let share = beside[index] < Self.trace ? beside[index] * (1 / Self.trace) : 1
        part[index] = own[index] + (part[index] - own[index]) * share
      }
    }
    return result
  }

  /// From which value on something is of the subject, if only in part.
  private static let trace: Float = 0.05

  /// Returns the least or greatest value of the square around each sample, at the edges as far as there is a mask.
  private func extreme(reach: Int, least: Bool, jobs: Int) -> EffectMask {
    var result = self
    Bands.write(&result.values, rows: height, jobs: jobs) { band, part in
      let extremes = SlidingExtreme.around(
        values, width: width, height: height, reach: reach, band: band, columns: 0..<width, least: least)
      let source = extremes.span
      precondition(source.count == part.count)
      for index in 0..<source.count { part[index] = source[index] }
    }
    return result
  }
}
