internal import AuxImage

extension StoredAuxiliaryImage {
  /// A map of fewer levels than these shows terraces.
  private static let fewestLevels = 32

  /// Returns the number of levels that are left to the 99.9 % of the samples that are nearest to one another, where that
  /// is fewer than 32 and the `values` that these codes were made of differ more; else nil.
  ///
  /// Samples whose value is NaN, as holes and background, do not count.
  func fewLevels(of values: [Float]) -> Int? {
    fewLevels { $0(0, values) }
  }

  /// As ``fewLevels(of:)``, of values that `forEachBand` hands out with the number of the first one of each band.
  func fewLevels<Failure: Error>(
    forEachBand: ((_ start: Int, _ values: [Float]) -> Void) throws(Failure) -> Void
  ) throws(Failure) -> Int? {
    switch codes.storage {
    case .uint8(let codes): try Self.fewLevels(codes, forEachBand)
    case .uint16(let codes): try Self.fewLevels(codes, forEachBand)
    case .half, .float: nil
    }
  }

  private static func fewLevels<Failure: Error>(
    _ codes: [some FixedWidthInteger],
    _ forEachBand: ((_ start: Int, _ values: [Float]) -> Void) throws(Failure) -> Void
  ) throws(Failure) -> Int? {
    var histogram = [Int](repeating: 0, count: 1 << Int(codes.first?.bitWidth ?? 8))
    try forEachBand { start, values in
      for (index, value) in values.enumerated() where !value.isNaN {
        histogram[Int(codes[start + index])] += 1
      }
    }
    let levels = levels(ofMost: histogram)
    guard levels.count < fewestLevels else { return nil }
    // A map of a few planes has no more levels to lose.
    var different: Set<Float> = []
    try forEachBand { start, values in
      for (index, value) in values.enumerated() where different.count < fewestLevels {
        if !value.isNaN, levels.contains(Int(codes[start + index])) { different.insert(value) }
      }
    }
    return different.count >= fewestLevels ? levels.count : nil
  }

  /// Returns the shortest range of codes that holds 99.9 % of the samples, or all but one.
  private static func levels(ofMost histogram: [Int]) -> Range<Int> {
    let count = histogram.reduce(0, +)
    let wanted = count - max(count / 1000, 1)
    var shortest = histogram.indices
    var (first, held) = (0, 0)
    for last in histogram.indices {
      held += histogram[last]
      while first < last, held - histogram[first] >= wanted {
        held -= histogram[first]
        first += 1
      }
      if held >= wanted, last + 1 - first < shortest.count { shortest = first..<last + 1 }
    }
    return shortest
  }
}
