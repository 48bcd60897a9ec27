internal import AuxCodecs

/// Files that hold one plane of depth, disparity or a matte, recognised by their content.
///
/// Source: Specs/conversions.md, "Map files".
public enum MapFile {
  /// What has to be said of a map file beyond its content.
  public struct Options: Hashable, Sendable {
    /// The channel of an OpenEXR file; nil where it is to be found.
    public var channel: String?
    /// The array of an NPZ archive, `name[2]` for one of several frames, `[2]` for that of an NPY; nil where it is to be found.
    public var key: String?
    /// What raw samples are; where it is given, the file is raw whatever it begins with.
    public var raw: RawLayout?
    /// What is looked for in an OpenEXR file of which no channel is named.
    var content = EXRChannels.Content.depth
    /// Whether the luma of colours is taken, where gray samples are expected.
    var takesLuma = false
    /// What made the map, which says what an archive and the files beside the map hold.
    var convention: MapConvention?
    /// The point from which the principal point of an array counts, and of a file beside the map that does not say it.
    var origin = PixelOrigin.corner

    /// Returns the options for a file in which `content` is looked for.
    func of(_ content: EXRChannels.Content) -> Options {
      var options = self
      options.content = content
      return options
    }

    /// Returns the options for a map of that meaning.
    func of(_ meaning: DepthMap.Options) -> Options {
      var options = self
      (options.convention, options.origin) = (meaning.convention, meaning.usualOrigin)
      return options
    }

    /// Creates options.
    public init(channel: String? = nil, key: String? = nil, raw: RawLayout? = nil) {
      self.channel = channel
      self.key = key
      self.raw = raw
    }
  }
}
