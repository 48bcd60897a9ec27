internal import AuxImage
internal import AuxReader

/// How an auxiliary image is coded.
public struct AuxiliaryEncoding: Hashable, Sendable {
  /// The quality of the codec, 1...100. At 100, HEIC and AVIF keep every code value of depth maps, and HEIC changes those of
  /// gray mattes and gain maps by 2 at most.
  public var quality: Int
  /// Whether every code must come back as it was.
  public var isLossless: Bool
  /// Whether a depth map that is quantised for DNG gets codes of 16 bits, and not of 8 as elsewhere.
  public var hasWideCodes: Bool

  /// The most that a code value of a matte or a gain map in HEVC may change at quality 100: 2, or 1 if only changed samples should
  /// differ.
  var largestError = 2

  /// Creates an encoding of the highest quality.
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
    if isLossless { return true }
    return switch content {
    case .depth, .colours, .colourGainMap: quality == 100 && (container == .avif || container == .heif)
    case .matte, .gainMap: quality == 100 && container == .avif
    }
  }

  /// The bits of a code of a depth map in a container.
  func codeBits(in container: ImageContainer) -> Int { hasWideCodes ? container.depthCodeBits : 8 }
}
