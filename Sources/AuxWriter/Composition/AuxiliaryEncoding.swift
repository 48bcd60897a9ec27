internal import AuxImage
internal import AuxReader

/// How an auxiliary image is coded.
public struct AuxiliaryEncoding: Hashable, Sendable {
  /// The quality of the codec, 1...100.
  public var quality: Int
  /// Whether every code must come back as it was.
  public var isLossless: Bool
  /// Whether a depth map that is quantised for DNG gets codes of 16 bits, and not of 8 as elsewhere.
  public var hasWideCodes: Bool

  /// The most that a code of HEVC may change at quality 100: 2, or 1 where only changed samples should differ.
  var largestError = 2

  /// Creates an encoding; the default loses two codes at most.
  public init(quality: Int = 100, isLossless: Bool = false, hasWideCodes: Bool = true) {
    self.quality = quality
    self.isLossless = isLossless
    self.hasWideCodes = hasWideCodes
  }

  /// Returns the encoding of an image carried over from another container: from one coding of HEIF into another no code
  /// changes, unless the quality is below the highest, or it has several components.
  func keepingCodes(
    of image: AuxiliaryImage, from source: ImageContainer, in target: ImageContainer
  ) -> Self {
    var encoding = self
    let isKept = quality == 100 && source == .avif && target == .heif && image.colourEncoding == nil
    encoding.isLossless = isLossless || isKept
    return encoding
  }

  /// True if every sample of an image comes back unchanged from a container.
  func isExact(for content: AuxiliaryContent, in container: ImageContainer) -> Bool {
    isLossless || quality == 100 && (container == .avif || container == .heif && content.colours != nil)
  }

  /// The bits of a code of a depth map in a container.
  func codeBits(in container: ImageContainer) -> Int { hasWideCodes ? container.depthCodeBits : 8 }
}
