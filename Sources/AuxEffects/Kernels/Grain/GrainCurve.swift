internal import AuxKernels

/// How strong a photo's grain is, by brightness and by place.
struct GrainCurve: Sendable {
  /// The standard deviation of the grain of green for each brightness of 0...255, in codes of 8 bits.
  let deviations: [Float]
  /// For each cell of the blocks, how much more grain is there than the brightness says.
  let factors: [Float]

  private static let bins = 16
  /// Grain up to the lower number does not count, and all of it counts from the upper one on.
  private static let faint: ClosedRange<Float> = 0.4...0.5
  /// The same of the least grain that there is anywhere: rendered pictures have places without.
  private static let leastAnywhere: ClosedRange<Float> = 0.36...0.42
  /// Faint grain of independent samples is rounding, or what a renderer's few rays leave; cameras' grain spreads over
  /// neighbours. Grain is faint up to the first range, and independent from the second on.
  private static let faintEverywhere: ClosedRange<Float> = 0.7...0.9,
    independent: ClosedRange<Float> = 0.62...0.7
  /// What is stronger is texture: from the lower number on in part.
  private static let coarse: ClosedRange<Float> = 10...14

  /// Nil where the photo has no grain; `rounding` is the variance that samples have from being integers.
  init?(_ measured: GrainBlocks, rounding: Float) {
    let exposed = measured.blocks.filter(\.isExposed)
    let flat = exposed.filter(\.isFlat)
    guard flat.count >= 12, let least = Self.quantile(exposed.map(\.deviation), 0.02),
      let usual = Self.quantile(flat.map(\.deviation), 0.25)
    else { return nil }
    let quiet = flat.sorted { $0.deviation < $1.deviation }.prefix(flat.count / 2 + 1)
    let fineness = Self.quantile(quiet.map(\.fineness), 0.5) ?? 0
    let isolated = Self.share(fineness, Self.independent) * (1 - Self.share(usual, Self.faintEverywhere))
    let presence =
      Self.share(least, Self.leastAnywhere) * (1 - Self.share(usual, Self.coarse)) * (1 - isolated)
    guard presence > 0 else { return nil }
    let raw = Self.curve(of: flat, most: 2.5 * usual)
    deviations = raw.enumerated().map { brightness, deviation in
      // Clipped samples have no grain.
      let room = Float(min(brightness, 255 - brightness)) / 8
      let added = max(deviation * deviation - rounding, 0).squareRoot()
      return added * presence * Self.share(deviation, Self.faint) * min(room, 1)
    }
    guard deviations.contains(where: { $0 > 0 }) else { return nil }
    factors = Self.factors(measured, raw)
  }

  private static func share(_ value: Float, _ range: ClosedRange<Float>) -> Float {
    clampedToUnit((value - range.lowerBound) / (range.upperBound - range.lowerBound))
  }

  private static func quantile(_ values: [Float], _ share: Double) -> Float? {
    guard !values.isEmpty else { return nil }
    return values.sorted()[Int(Double(values.count - 1) * share)]
  }

  /// Returns deviations by brightness: in each range of it a low quantile, since texture is stronger; between the middles of
  /// ranges they are interpolated.
  private static func curve(of flat: [GrainBlock], most: Float) -> [Float] {
    var known: [(brightness: Float, deviation: Float)] = []
    let extent = 256 / bins
    for bin in 0..<bins {
      let range = Float(bin * extent)..<Float((bin + 1) * extent)
      let found = flat.filter { range.contains($0.brightness) }
      guard found.count >= 5, let deviation = quantile(found.map(\.deviation), 0.35) else { continue }
      known.append((range.lowerBound + Float(extent) / 2, min(deviation, most)))
    }
    if known.isEmpty { known = [(128, min(quantile(flat.map(\.deviation), 0.35) ?? 0, most))] }
    return (0..<256).map { brightness in
      let value = Float(brightness)
      guard let next = known.firstIndex(where: { $0.brightness >= value }) else {
        return known[known.count - 1].deviation
      }
      guard next > 0 else { return known[0].deviation }
      let (low, high) = (known[next - 1], known[next])
      let share = (value - low.brightness) / (high.brightness - low.brightness)
      return low.deviation + (high.deviation - low.deviation) * share
    }
  }

  /// Returns the factors of cells: those of flat blocks as measured, means of 3x3; 1 where texture hides the grain.
  private static func factors(_ measured: GrainBlocks, _ curve: [Float]) -> [Float] {
    let own = measured.blocks.map { block -> Float in
      let expected = curve[Int(min(max(block.brightness, 0), 255))]
      guard expected > 0, block.isFlat || block.deviation < expected, block.deviation <= 1.6 * expected
      else { return 1 }
      return block.deviation / expected
    }
    var smooth = own
    for row in 0..<measured.rows {
      for column in 0..<measured.columns {
        var (sum, count): (Float, Float) = (0, 0)
        for y in max(row - 1, 0)...min(row + 1, measured.rows - 1) {
          for x in max(column - 1, 0)...min(column + 1, measured.columns - 1) {
            sum += own[y * measured.columns + x]
            count += 1
          }
        }
        smooth[row * measured.columns + column] = sum / count
      }
    }
    return smooth
  }
}
