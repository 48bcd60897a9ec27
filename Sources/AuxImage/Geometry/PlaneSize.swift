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
