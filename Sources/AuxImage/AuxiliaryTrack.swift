/// A track of auxiliary images beside a sequence of images, as an animated AVIF has for depth or alpha.
///
/// What its headers say; its frames are not decoded. Source: ISO/IEC 14496-12, 12.1; Specs/avif.md, "Sequences".
public struct AuxiliaryTrack: Hashable, Sendable {
  /// The number of the track in its file.
  public let number: Int
  /// The type of its images; nil where the track does not say it.
  public let type: AuxiliaryDataType?
  /// The URN that says so, if any.
  public let identifier: String?
  /// The width of a frame in pixels.
  public let width: Int
  /// The height of a frame in pixels.
  public let height: Int
  /// How the frames are coded: `av1`, `hevc`, or the type of the sample entry.
  public let codec: String
  /// The number of frames.
  public let frameCount: Int

  package init(
    number: Int, identifier: String?, width: Int, height: Int, codec: String, frameCount: Int
  ) {
    (self.number, self.identifier, self.width, self.height) = (number, identifier, width, height)
    (self.codec, self.frameCount) = (codec, frameCount)
    type = identifier.map { AuxiliaryDataType(urn: $0) }
  }

  /// The description as a JSON object: `track`, `type`, `identifier`, `width`, `height`, `frames`, `codec`.
  package var json: JSONValue {
    [
      "track": .integer(number), "type": type.map { .string($0.name) },
      "identifier": identifier.map(JSONValue.string), "width": .integer(width), "height": .integer(height),
      "frames": .integer(frameCount), "codec": .string(codec),
    ]
  }
}
