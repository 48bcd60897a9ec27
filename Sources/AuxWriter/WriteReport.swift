public import AuxImage
public import AuxReader

/// What was written and read back.
public struct WriteReport: Sendable {
  /// One image that was added.
  public struct Image: Sendable {
    /// The image as it decodes from the file just written.
    public let stored: StoredAuxiliaryImage
    /// The largest difference between a code that was given and the one that came back.
    public let maxCodeError: Int
    /// The mean of these differences.
    public let meanCodeError: Double
  }

  /// The container.
  public let container: ImageContainer
  /// Whether the primary's coded bytes are those of the source.
  public let primaryUnchanged: Bool
  /// The images that were coded and added, in the order in which they were asked for.
  public let images: [Image]
  /// The images whose coded bytes were taken over, as they stand in the new file.
  public let copied: [AuxiliaryImage]
}
