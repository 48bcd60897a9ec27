extension SignedRadii {
  /// Returns the radii times factors, one for each side of the focus.
  func scaled(front: Float, back: Float) -> SignedRadii {
    guard front != 1 || back != 1 else { return self }
    let most = max(front, back)
    // The codes of the stronger side stay; those of the other become less.
    let (before, behind) = most > 0 ? (front / most, back / most) : (0, 0)
    var scaled = codes
    var target = scaled.mutableSpan
    for index in 0..<target.count {
      let code = Float(target[index])
      target[index] = Int16((code * (code > 0 ? before : behind)).rounded())
    }
    return SignedRadii(
      width: width, height: height, codes: scaled, unit: unit * most, matte: matte, isExact: isExact)
  }
}
