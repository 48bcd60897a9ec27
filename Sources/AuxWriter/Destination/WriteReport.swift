public import AuxImage
public import AuxMaps
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
    /// How it compares with the map that it was made of; nil for an image that was given as codes, or carried over.
    public let map: Map?
  }

  /// How an image compares with the map that it was made of.
  public struct Map: Hashable, Sendable {
    /// How many samples of the map were background, holes, or clamped.
    public let counts: SampleCounts
    /// How far the image as it decodes is from the samples that had a value, in the map's own unit.
    public let difference: MapDifference
    /// What was concluded of the map, and what is odd about it.
    public let notes: [MapNote]

    /// The number of holes of the map that were filled.
    public var holesFilled: Int { counts.holes }
  }

  /// The container.
  public let container: ImageContainer
  /// How the photo and its images are turned for display.
  public let orientation: ImageOrientation
  /// Whether the primary's coded bytes are those of the source.
  public let primaryUnchanged: Bool
  /// The images that were coded and added, in the order in which they were asked for.
  public let images: [Image]
  /// The images whose coded bytes were taken over, as they stand in the new file.
  ///
  /// They describe the file and belong to no source that is open: decode those of the same `AuxiliaryImage.index`
  /// of the file when it is opened.
  public let copied: [AuxiliaryImage]
  /// What became of the C2PA manifest of the source; nil where it has none.
  public let c2pa: C2PAOutcome?
  /// The images for two eyes that the file holds, as the source does; nil where there are none.
  public let stereoPair: StereoGroup?
  /// What of the source may no longer hold in the new file, and what was lost of the file that was replaced, such as an
  /// extended attribute that only the system may set.
  public internal(set) var notes: [String]
}
