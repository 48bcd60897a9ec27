public import AuxImage

/// The pixels of a primary image, and what became of samples that they cannot hold.
public struct DecodedPrimary: Hashable, Sendable {
  /// The pixels as they are stored.
  public let pixels: PhotoPixels
  /// What was clipped, converted or left behind, in words; empty where the pixels are the file's own.
  public let notes: [String]

  /// Creates pixels with notes.
  package init(pixels: PhotoPixels, notes: [String] = []) {
    (self.pixels, self.notes) = (pixels, notes)
  }
}
