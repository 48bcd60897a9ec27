extension BinaryFloatingPoint {
  /// Returns the integer that the value rounds to, or the bound of `range` beyond which it is; the lower one for NaN.
  ///
  /// `Int(_:)` ends the program where no `Int` is that large, and numbers of files may be of any size.
  @inlinable package func integer(
    _ rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero, in range: ClosedRange<Int>
  ) -> Int {
    let whole = rounded(rule)
    guard whole > Self(range.lowerBound) else { return range.lowerBound }
    return whole < Self(range.upperBound) ? Int(whole) : range.upperBound
  }
}
