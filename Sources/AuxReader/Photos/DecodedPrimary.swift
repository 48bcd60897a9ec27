public import AuxImage

/// The pixels of a primary image, and what became of samples that they cannot hold.
public struct DecodedPrimary: Hashable, Sendable {
  /// The pixels as they are stored.
  public let pixels: PhotoPixels
  /// What was clipped, converted or left behind, in words; empty where the pixels are the file's own.
  public let notes: [String]
  /// Whether the pixels are a preview of a raw image that has more of them, and is not developed.
  public let isReducedPreview: Bool

  /// Creates pixels with notes.
  package init(pixels: PhotoPixels, notes: [String] = [], isReducedPreview: Bool = false) {
    (self.pixels, self.notes, self.isReducedPreview) = (pixels, notes, isReducedPreview)
  }
}
