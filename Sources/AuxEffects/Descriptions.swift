extension NormalisedMap: CustomStringConvertible {
  /// The size and the disparities, as `768x576, 0.5...2.5 1/m`.
  public var description: String {
    "\(width)x\(height)" + (disparityRange.map { ", \($0) 1/m" } ?? "")
  }
}

extension EffectMask: CustomStringConvertible {
  /// The size.
  public var description: String { "\(width)x\(height)" }
}

extension StereoPair: CustomStringConvertible {
  /// The size of a view.
  public var description: String { "2 x \(left.width)x\(left.height)" }
}
