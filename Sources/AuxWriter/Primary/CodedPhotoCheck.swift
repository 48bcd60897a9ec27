internal import AuxCodecs
internal import AuxImage
internal import AuxReader

/// Compares a photo that was just coded with the pixels that it was coded from.
///
/// Coding loses detail, but sizes stay, and so do the mean colours of large blocks, whatever the coder.
enum CodedPhotoCheck {
  /// Throws `verification` where the file shows another picture; PQ and HLG are compared as codes.
  ///
  /// Nothing is compared where the system codes what it cannot decode.
  static func check(_ file: FileModel, of pixels: PhotoPixels, quality: Int) throws(AuxError) {
    let written: PhotoPixels
    do throws(AuxError) { written = try ImageSource(file).primaryPixels() } catch {
      if error.code == .codecMissing { return }
      throw error
    }
    guard (written.width, written.height) == (pixels.width, pixels.height) else {
      throw AuxError(
        .verification,
        "the photo was coded with \(pixels.width)x\(pixels.height) pixels and came back with "
          + "\(written.width)x\(written.height)")
    }
    let difference = BlockColours(of: pixels).difference(from: BlockColours(of: written))
    guard difference <= largestDifference(quality: quality) else {
      throw AuxError(
        .verification,
        "the coded photo differs from its pixels by \(difference) of 255 in the mean colours of blocks")
    }
  }

  /// The difference of mean colours, in 8-bit codes, that coding may make.
  private static func largestDifference(quality: Int) -> Double { 2 + Double(100 - quality) / 10 }
}
