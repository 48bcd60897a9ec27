public import AuxImage

/// An image of 8-bit red, green and blue samples, as an effect takes and gives it.
///
/// The samples are the coded ones, gamma included: no effect changes the transfer curve or the profile.
public struct RGBImage: Hashable, Sendable {
  /// The number of pixels in a row.
  public let width: Int
  /// The number of rows.
  public let height: Int
  /// Red, green and blue of each pixel in turn, rows tightly packed from the top left.
  public internal(set) var samples: [UInt8]

  /// Creates an image of `width * height * 3` samples.
  ///
  /// Throws `AuxError` with code `usage` where a side is not positive or the count differs.
  public init(width: Int, height: Int, samples: [UInt8]) throws(AuxError) {
    try PlaneSize.check(width: width, height: height, count: samples.count, channels: 3)
    self.init(width: width, height: height, known: samples)
  }

  /// Creates an image of samples whose number is known to be right.
  init(width: Int, height: Int, known samples: [UInt8]) {
    self.width = width
    self.height = height
    self.samples = samples
  }
}

/// The checks of sizes that all planes share.
enum PlaneSize {
  /// Throws where a plane of that size does not have that many samples.
  static func check(width: Int, height: Int, count: Int, channels: Int = 1) throws(AuxError) {
    let (pixels, isTooLarge) = width.multipliedReportingOverflow(by: height)
    let (samples, isTooMany) = pixels.multipliedReportingOverflow(by: channels)
    guard width > 0, height > 0, !isTooLarge, !isTooMany, samples == count else {
      throw AuxError(.usage, "\(width)x\(height) pixels of \(channels) samples are not \(count) samples")
    }
  }

  /// Throws where two planes that belong together differ in size.
  static func match(
    _ image: RGBImage, width: Int, height: Int, of what: String
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
@inline(__always)
func nearestCode(_ value: Float) -> UInt8 {
  // Adding 2^23 leaves the integer, ties to even, at the end of the significand.
  UInt8(truncatingIfNeeded: (value + 0x1p23).bitPattern)
}

/// Rounding to 8-bit samples of a value that may be outside of 0...255; NaN is 0.
@inline(__always)
func clampedCode(_ value: Float) -> UInt8 {
  let positive = value > 0 ? value : 0
  return nearestCode(positive < 255 ? positive : 255)
}
