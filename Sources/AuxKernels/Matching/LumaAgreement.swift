extension LumaGrid {
  /// The longest side at which luma itself is compared.
  private static let agreementSide = 128
  /// The least deviation of luma that says something, in codes.
  private static let leastDeviation = 2.0

  /// Returns the correlation of luma with that of `picture`, which shows the rectangle: at most 1.
  ///
  /// It says how alike pictures are that have hardly any detail. Nil where one of both is of one tone.
  func agreement(with picture: LumaGrid, at rectangle: Rectangle) -> Double? {
    let size = picture.size(longSide: Self.agreementSide)
    let shown = picture.resampled(.whole, width: size.width, height: size.height)
    let seen = resampled(rectangle, width: size.width, height: size.height)
    var correlation = Correlation()
    for (one, two) in zip(seen.samples, shown.samples) { correlation.add(one, two) }
    let least = Self.leastDeviation * Self.leastDeviation * correlation.count
    guard correlation.variances.min() >= least else { return nil }
    return correlation.value
  }
}
