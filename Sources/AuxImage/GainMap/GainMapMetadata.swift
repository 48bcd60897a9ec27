#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// What the codes of a gain map mean according to ISO 21496-1: how one rendition becomes another.
///
/// For a code c of 0...1, the gain is log2 g = gainMin + (gainMax - gainMin) * c^(1 / gamma), and linear light of the
/// alternate rendition is (base + baseOffset) * g - alternateOffset. Headrooms and gains are logarithms to base 2.
/// Source: ISO 21496-1; Adobe, Gain map specification 1.0; Specs/gainmaps.md, "Metadata".
public struct GainMapMetadata: Hashable, Sendable {
  /// The values of one component.
  public struct Channel: Hashable, Sendable {
    /// The gain of the smallest code, log2.
    public var gainMin: Double
    /// The gain of the largest code, log2.
    public var gainMax: Double
    /// The exponent with which gains were coded.
    public var gamma: Double
    /// What is added to linear light of the base rendition.
    public var baseOffset: Double
    /// What is added to linear light of the alternate rendition.
    public var alternateOffset: Double

    /// Creates a channel; without more, of gains that are coded linearly and no offsets.
    public init(
      gainMin: Double, gainMax: Double, gamma: Double = 1, baseOffset: Double = 0, alternateOffset: Double = 0
    ) {
      self.gainMin = gainMin
      self.gainMax = gainMax
      self.gamma = gamma
      self.baseOffset = baseOffset
      self.alternateOffset = alternateOffset
    }
  }

  /// One channel for all components, or three: of red, green and blue.
  public var channels: [Channel]
  /// The headroom of the base rendition, log2; 0 is SDR.
  public var baseHeadroom: Double
  /// The headroom of the alternate rendition, log2.
  public var alternateHeadroom: Double
  /// Whether gains are applied in the colour space of the base rendition.
  public var usesBaseColourSpace: Bool

  /// Creates metadata.
  public init(
    channels: [Channel], baseHeadroom: Double = 0, alternateHeadroom: Double, usesBaseColourSpace: Bool = true
  ) {
    self.channels = channels
    self.baseHeadroom = baseHeadroom
    self.alternateHeadroom = alternateHeadroom
    self.usesBaseColourSpace = usesBaseColourSpace
  }

  /// Creates metadata of codes that are linear in log2 of the gain, from 1 to a headroom, a ratio of luminances.
  ///
  /// Throws `AuxError` with code `usage` for a headroom that is not more than 1.
  package init(headroom: Double) throws(AuxError) {
    guard headroom.isFinite, headroom > 1 else {
      throw AuxError(.usage, "the headroom of a gain map is a ratio above 1, not \(headroom)")
    }
    let stops = log2(headroom)
    self.init(channels: [Channel(gainMin: 0, gainMax: stops)], alternateHeadroom: stops)
  }

  /// Whether the base rendition is the brighter one, so that the map leads from HDR to SDR.
  package var isBaseHDR: Bool { baseHeadroom > alternateHeadroom }

  /// Returns a ratio of luminances that is given as a logarithm to base 2.
  package static func ratio(ofStops stops: Double) -> Double { exp2(stops) }

  /// The ratio of luminances of the brighter rendition.
  public var headroom: Double { exp2(max(baseHeadroom, alternateHeadroom)) }
}

extension GainMapMetadata {
  /// The metadata as a JSON object: `direction` (`sdrToHDR`, `hdrToSDR`), `headroom` (a ratio), `baseHeadroom` and
  /// `alternateHeadroom` (log2), `usesBaseColourSpace`, and `channels`, a list of one or three with `gainMin`, `gainMax`
  /// (log2), `gamma`, `baseOffset` and `alternateOffset`.
  package var json: JSONValue {
    [
      "direction": .string(isBaseHDR ? "hdrToSDR" : "sdrToHDR"), "headroom": .number(headroom),
      "baseHeadroom": .number(baseHeadroom), "alternateHeadroom": .number(alternateHeadroom),
      "usesBaseColourSpace": .boolean(usesBaseColourSpace),
      "channels": .array(
        channels.map { channel in
          [
            "gainMin": .number(channel.gainMin), "gainMax": .number(channel.gainMax),
            "gamma": .number(channel.gamma), "baseOffset": .number(channel.baseOffset),
            "alternateOffset": .number(channel.alternateOffset),
          ]
        }),
    ]
  }
}

extension GainMapMetadata {
  /// Throws `malformed` for metadata that give no code a meaning: a gamma that is not above 0, or a smallest gain above the
  /// largest.
  ///
  /// libavif 1.4 and libultrahdr 1.4 refuse both. Source: ISO 21496-1 C.2; Specs/gainmaps.md, "Faults".
  package func check() throws(AuxError) {
    for channel in channels {
      guard channel.gamma > 0 else {
        throw AuxError(
          .malformed, "the gamma \(channel.gamma) in gain map metadata is not above 0 (ISO 21496-1 C.2)")
      }
      guard channel.gainMin <= channel.gainMax else {
        throw AuxError(
          .malformed,
          "the smallest gain \(channel.gainMin) is above the largest, \(channel.gainMax) (ISO 21496-1 C.2)")
      }
    }
  }

  /// Returns how a stated direction contradicts the headrooms; nil where it agrees with them.
  package func contradiction(ofBaseIsHDR isHDR: Bool) -> String? {
    guard isHDR != isBaseHDR else { return nil }
    return "the base rendition is stated to be \(isHDR ? "HDR" : "SDR"), and its headroom of "
      + "\(baseHeadroom) stops is \(isHDR ? "not above" : "above") that of the alternate rendition, \(alternateHeadroom)"
  }

  /// Whether the gains of red, green and blue differ.
  package var hasDifferentChannels: Bool { channels.contains { $0 != channels[0] } }

  /// Whether other metadata state the same numbers, but for `tolerance`: by default the digits that a file keeps.
  package func isSame(as other: GainMapMetadata, tolerance: Double = 1e-5) -> Bool {
    func numbers(_ metadata: GainMapMetadata) -> [Double] {
      [metadata.baseHeadroom, metadata.alternateHeadroom]
        + metadata.channels.flatMap { [$0.gainMin, $0.gainMax, $0.gamma, $0.baseOffset, $0.alternateOffset] }
    }
    func expanded(_ metadata: GainMapMetadata) -> GainMapMetadata {
      guard let first = metadata.channels.first, !metadata.hasDifferentChannels else { return metadata }
      var one = metadata
      one.channels = [first]
      return one
    }
    let (mine, others) = (numbers(expanded(self)), numbers(expanded(other)))
    return mine.count == others.count && zip(mine, others).allSatisfy { abs($0 - $1) < tolerance }
  }
}
