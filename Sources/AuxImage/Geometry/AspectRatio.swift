/// The test whether two images have one shape, whatever their sizes.
package enum AspectRatio {
  /// The part by which the aspect ratios of an image and a map of it may differ.
  package static let tolerance = 0.01

  /// Returns whether the aspect ratios differ by no more than a part; false where a side is not positive.
  package static func isSame(
    _ a: (width: Double, height: Double), _ b: (width: Double, height: Double),
    tolerance: Double = tolerance
  ) -> Bool {
    guard min(a.width, a.height, b.width, b.height) > 0 else { return false }
    let ratio = a.width * b.height / (a.height * b.width)
    // Exactly the tolerance must pass, whatever its last bit.
    return abs(ratio - 1) <= tolerance + 1e-9
  }

  /// Returns whether the aspect ratios differ by no more than ``tolerance``.
  package static func isSame(_ a: (width: Int, height: Int), _ b: (width: Int, height: Int)) -> Bool {
    isSame((Double(a.width), Double(a.height)), (Double(b.width), Double(b.height)))
  }
}

/// The check of sizes that all planes of samples share.
package enum PlaneSize {
  /// Throws `usage` where a plane of that size does not have that many samples.
  package static func check(
    width: Int, height: Int, count: Int, channels: Int = 1
  ) throws(AuxError) {
    let (pixels, isTooLarge) = width.multipliedReportingOverflow(by: height)
    let (samples, isTooMany) = pixels.multipliedReportingOverflow(by: channels)
    guard width > 0, height > 0, !isTooLarge, !isTooMany, samples == count else {
      throw AuxError(.usage, "\(width)x\(height) pixels of \(channels) samples are not \(count) samples")
    }
  }
}
