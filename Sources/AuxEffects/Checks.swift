package import AuxImage

extension PlaneSize {
  /// Throws where two planes that belong together differ in size.
  package static func match(
    _ image: PhotoPixels, width: Int, height: Int, of what: String
  ) throws(AuxError) {
    try match((width, height), of: what, (image.width, image.height), of: "image")
  }

  /// Throws where two planes that belong together differ in size.
  static func match(
    _ size: (width: Int, height: Int), of what: String, _ other: (width: Int, height: Int), of whole: String
  ) throws(AuxError) {
    guard size == other else {
      throw AuxError(
        .usage,
        "the \(what) is \(size.width)x\(size.height) but the \(whole) is \(other.width)x\(other.height)")
    }
  }
}

enum Parameter {
  /// Throws where a value is NaN or outside of its range.
  static func check(
    _ value: Float, _ name: String, in range: ClosedRange<Float>
  ) throws(AuxError) {
    guard range.contains(value) else {
      throw AuxError(
        .usage, "the \(name) must be from \(range.lowerBound) to \(range.upperBound), not \(value)")
    }
  }
}

/// The value within 0...1; NaN is 0.
@inline(__always)
func clampedToUnit(_ value: Float) -> Float {
  let positive = value > 0 ? value : 0
  return positive < 1 ? positive : 1
}
