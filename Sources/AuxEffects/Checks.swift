package import AuxImage

extension PlaneSize {
  /// Throws where two planes that belong together differ in size.
  package static func match(
    _ image: PhotoPixels, width: Int, height: Int, of what: String
  ) throws(AuxError) {
    guard image.width == width, image.height == height else {
      throw AuxError(
        .usage, "the \(what) is \(width)x\(height) but the image is \(image.width)x\(image.height)")
    }
  }
}

/// The checks of parameters that all effects share.
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

/// Rounding to 8-bit samples without the tests that a conversion of `Int` makes.
@inlinable
@inline(__always)
package func nearestCode(_ value: Float) -> UInt8 {
  // Adding 2^23 leaves the integer, ties to even, at the end of the significand.
  UInt8(truncatingIfNeeded: (value + 0x1p23).bitPattern)
}

/// Rounding to 8-bit samples of a value that may be outside of 0...255; NaN is 0.
@inlinable
@inline(__always)
package func clampedCode(_ value: Float) -> UInt8 {
  let positive = value > 0 ? value : 0
  return nearestCode(positive < 255 ? positive : 255)
}
