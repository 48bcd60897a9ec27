internal import AuxImage
internal import AuxKernels
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
  /// A JPEG is decoded at an eighth of its size, where that is whole. Nothing is compared where the system codes what it cannot
  /// decode.
  static func check(_ file: ImageSource, of pixels: PhotoPixels, jobs: Int) throws(AuxError) {
    let size = (pixels.width, pixels.height)
    guard let primary = file.primary, (primary.width, primary.height) == size else {
      throw AuxError(.verification, "the photo was coded with another size than \(size.0)x\(size.1)")
    }
    let written: PhotoPixels
    do throws(AuxError) {
      written = try file.decodedPrimary(scaledTo: (pixels.width / 32, pixels.height / 32)).pixels
    } catch {
      if error.code == .codecMissing { return }
      throw error
    }
    let difference = Self.difference(
      means(of: pixels, side: side, jobs), means(of: written, side: side * written.width / pixels.width, jobs)
    )
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

  private static func means(of picture: PhotoPixels, side: Int, _ jobs: Int) -> [SIMD3<Double>] {
    Difference.blockMeans(
      picture.samples8, width: picture.width, height: picture.height, channels: picture.channels, side: side,
      jobs: jobs)
  }
}
