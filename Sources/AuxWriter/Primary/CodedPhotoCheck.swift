internal import AuxImage
internal import AuxReader

/// Compares a photo that was just coded with the pixels that it was coded from.
///
/// Coding loses detail, but sizes stay, and so do the mean colours of large blocks, whatever the coder. Faults of coders that
/// this is for are far larger: components that change places, a picture that is shifted, gray, or of another photo.
enum CodedPhotoCheck {
  /// The number of pixels along each side of a block; one at the right and at the bottom may be smaller.
  private static let side = 256
  /// The greatest mean difference, in 8-bit codes, of the blocks' means: that of noise at the edge of the colours is 7.
  private static let greatest = 12.0

  /// Throws `verification` where the file shows another picture.
  ///
  /// Nothing is compared where the system codes what it cannot decode.
  static func check(_ file: ImageSource, of pixels: PhotoPixels) throws(AuxError) {
    let written: PhotoPixels
    do throws(AuxError) { written = try file.primaryPixels() } catch {
      if error.code == .codecMissing { return }
      throw error
    }
    guard (written.width, written.height) == (pixels.width, pixels.height) else {
      throw AuxError(
        .verification,
        "the photo was coded with \(pixels.width)x\(pixels.height) pixels and came back with "
          + "\(written.width)x\(written.height)")
    }
    let difference = Self.difference(means(of: pixels), means(of: written))
    guard difference <= greatest else {
      throw AuxError(
        .verification,
        "the coded photo differs from its pixels by \(difference) of 255 in the mean colours of blocks")
    }
  }

  private static func difference(_ one: [SIMD3<Double>], _ other: [SIMD3<Double>]) -> Double {
    var sum = 0.0
    for (mean, same) in zip(one, other) {
      let difference = mean - same
      sum += abs(difference.x) + abs(difference.y) + abs(difference.z)
    }
    return sum / Double(3 * max(one.count, 1))
  }

  /// Returns red, green and blue of each block, row by row; of gray photos three times the same.
  private static func means(of picture: PhotoPixels) -> [SIMD3<Double>] {
    let (samples, channels, width) = (picture.samples8, picture.channels, picture.width)
    let across = (width + side - 1) / side
    var means: [SIMD3<Double>] = []
    for top in stride(from: 0, to: picture.height, by: side) {
      let rows = top..<min(top + side, picture.height)
      var sums = [SIMD3<Int>](repeating: .zero, count: across)
      for row in rows {
        for block in 0..<across {
          var sum = SIMD3<Int>.zero
          for column in (block * side)..<min((block + 1) * side, width) {
            let at = (row * width + column) * channels
            sum.x += Int(samples[at])
            sum.y += Int(samples[at + min(1, channels - 1)])
            sum.z += Int(samples[at + min(2, channels - 1)])
          }
          sums[block] &+= sum
        }
      }
      for (block, sum) in sums.enumerated() {
        let count = Double(rows.count * (min((block + 1) * side, width) - block * side))
        means.append([Double(sum.x), Double(sum.y), Double(sum.z)] / count)
      }
    }
    return means
  }
}
