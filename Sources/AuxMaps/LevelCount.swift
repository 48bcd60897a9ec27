internal import AuxImage

extension StoredAuxiliaryImage {
  /// A map of fewer levels than these shows terraces.
  private static let fewestLevels = 32

  /// Returns the number of levels that are left to the 99.9 % of the samples that are nearest to one another, where that
  /// is fewer than 32 and the `values` that these codes were made of differ more; else nil.
  func fewLevels(of values: [Float]) -> Int? {
    switch codes.storage {
    case .uint8(let codes): Self.fewLevels(codes, of: values)
    case .uint16(let codes): Self.fewLevels(codes, of: values)
    case .half, .float: nil
    }
  }

  private static func fewLevels(_ codes: [some FixedWidthInteger], of values: [Float]) -> Int? {
    let levels = levels(ofMost: codes)
    guard levels.count < fewestLevels else { return nil }
    // A map of a few planes has no more levels to lose.
    var different: Set<Float> = []
    for (code, value) in zip(codes, values) where levels.contains(Int(code)) {
      different.insert(value)
      if different.count >= fewestLevels { return levels.count }
    }
    return nil
  }

  /// Returns the shortest range of codes that holds 99.9 % of them, or all but one.
  private static func levels<Code: FixedWidthInteger>(ofMost codes: [Code]) -> Range<Int> {
    var histogram = [Int](repeating: 0, count: 1 << Code.bitWidth)
    for code in codes { histogram[Int(code)] += 1 }
    let wanted = codes.count - max(codes.count / 1000, 1)
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
