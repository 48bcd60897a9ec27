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
public struct GainMapMetadata: Sendable {
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
  /// The colors of the alternate rendition; nil where the file states none.
  ///
  /// Gains are applied in its primaries unless ``usesBaseColourSpace``. Source: ISO 21496-1; in JPEG the ICC profile of
  /// the gain map, in HEIF the `colr` properties of the `tmap` item.
  package var alternateColors: RenditionColors?
  /// The binary metadata of ISO 21496-1 that these values were read from. They are written back while the values are the same.
  package var payload: [UInt8]?

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

extension GainMapMetadata: Hashable {
  /// Compares the values; they may have been read from different bytes.
  public static func == (lhs: GainMapMetadata, rhs: GainMapMetadata) -> Bool {
    lhs.channels == rhs.channels && lhs.baseHeadroom == rhs.baseHeadroom
      && lhs.alternateHeadroom == rhs.alternateHeadroom && lhs.usesBaseColourSpace == rhs.usesBaseColourSpace
      && lhs.alternateColors == rhs.alternateColors
  }

  /// Hashes values that are equal where the metadata are.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(channels)
    hasher.combine(alternateHeadroom)
  }
}

/// The colors of a rendition as a file states them, by an ICC profile, by code points, or by both.
package struct RenditionColors: Hashable, Sendable {
  package var iccProfile: [UInt8]?
  package var codePoints: ColourCodePoints?

  /// Creates colors; nil where neither states any.
  package init?(iccProfile: [UInt8]?, codePoints: ColourCodePoints? = nil) {
    guard iccProfile != nil || codePoints != nil else { return nil }
    (self.iccProfile, self.codePoints) = (iccProfile, codePoints)
  }

  /// The colors as a JSON object: `iccProfileBytes`, `iccProfileName`, and the code points of ISO/IEC 23091-2 as
  /// `colorPrimaries` and `transferCharacteristics`; unknown members are left out.
  var json: JSONValue {
    [
      "iccProfileName": iccProfile.flatMap(Self.name).map(JSONValue.string),
      "iccProfileBytes": (iccProfile?.count).map(JSONValue.integer),
      "colorPrimaries": (codePoints?.primaries).map(JSONValue.integer),
      "transferCharacteristics": (codePoints?.transfer).map(JSONValue.integer),
    ]
  }

  /// Returns the description of an ICC profile; nil where it has none. Source: ICC.1:2022, 7.3, 9.2.41 and 10.15; ICC.1:2001, 6.5.17.
  private static func name(of profile: [UInt8]) -> String? {
    func number(_ at: Int) -> Int? {
      guard at >= 0, at + 4 <= profile.count else { return nil }
      return profile[at..<(at + 4)].reduce(0) { $0 << 8 | Int($1) }
    }
    guard let count = number(128), count <= profile.count / 12,
      let entry = (0..<count).map({ 132 + 12 * $0 }).first(where: { number($0) == 0x6465_7363 }),
      let start = number(entry + 4), let type = number(start)
    else { return nil }
    switch type {
    case 0x6465_7363:  // 'desc': a count, and ASCII that ends with a zero byte.
      guard let length = number(start + 8), length > 1, start + 12 + length <= profile.count else {
        return nil
      }
      return String(decoding: profile[(start + 12)..<(start + 11 + length)], as: UTF8.self)
    case 0x6D6C_7563:  // 'mluc': the first record's length and offset, in UTF-16.
      guard let length = number(start + 20), let offset = number(start + 24),
        length >= 2, start + offset + length <= profile.count
      else { return nil }
      let text = profile[(start + offset)..<(start + offset + length)]
      return String(
        decoding: stride(from: text.startIndex, to: text.endIndex - 1, by: 2).map {
          UInt16(text[$0]) << 8 | UInt16(text[$0 + 1])
        }, as: UTF16.self)
    default: return nil
    }
  }
}

extension GainMapMetadata {
  /// The metadata as a JSON object: `direction` (`sdrToHDR`, `hdrToSDR`), `headroom` (a ratio), `baseHeadroom` and
  /// `alternateHeadroom` (log2), `usesBaseColourSpace`, `channels`, a list of one or three with `gainMin`, `gainMax`
  /// (log2), `gamma`, `baseOffset` and `alternateOffset`, and `alternateColors` where the file states them.
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
        }), "alternateColors": alternateColors?.json,
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

  /// True if other metadata say the same but for the digits that a file keeps. A HEIF file may state the colors of the
  /// alternate rendition where the others state none.
  package func isSame(as other: GainMapMetadata) -> Bool {
    usesBaseColourSpace == other.usesBaseColourSpace
      && (other.alternateColors == nil || alternateColors == other.alternateColors)
      && hasNumbers(of: other) { abs($0 - $1) <= 1e-9 + 1e-5 * max(abs($0), abs($1)) }
  }

  /// True if other metadata state the same numbers but for less than `tolerance`.
  package func isNear(_ other: GainMapMetadata, tolerance: Double) -> Bool {
    hasNumbers(of: other) { abs($0 - $1) < tolerance }
  }

  private func hasNumbers(of other: GainMapMetadata, where isSame: (Double, Double) -> Bool) -> Bool {
    func numbers(_ metadata: GainMapMetadata) -> [Double] {
      let channels = metadata.hasDifferentChannels ? metadata.channels : Array(metadata.channels.prefix(1))
      return [metadata.baseHeadroom, metadata.alternateHeadroom]
        + channels.flatMap { [$0.gainMin, $0.gainMax, $0.gamma, $0.baseOffset, $0.alternateOffset] }
    }
    let (mine, others) = (numbers(self), numbers(other))
    return mine.count == others.count && zip(mine, others).allSatisfy(isSame)
  }
}
