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

  /// Returns true if a map covers a photo of that shape: the aspect ratios are the same, or the map's sides were rounded to
  /// whole patches, as networks with vision transformers do.
  ///
  /// Source: Depth Anything 3, `input_processor.py`: sides are multiples of 14.
  package static func covers(
    _ map: (width: Double, height: Double), _ photo: (width: Double, height: Double)
  ) -> Bool {
    guard !isSame(map, photo) else { return true }
    guard min(map.width, map.height, photo.width, photo.height) > 0,
      [map.width, map.height].allSatisfy({ $0.truncatingRemainder(dividingBy: patch) == 0 })
    else { return false }
    return abs(map.height - map.width * photo.height / photo.width) < patch
      || abs(map.width - map.height * photo.width / photo.height) < patch
  }

  private static let patch = 14.0
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
