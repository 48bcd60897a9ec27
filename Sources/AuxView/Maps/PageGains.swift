internal import AuxImage
internal import AuxReader

/// What the codes of a gain map mean, as the page's exposure computes with them.
enum PageGains {
  /// Returns the member `gain` of a map; nil where nothing states the gains, and where neither rendition is SDR.
  ///
  /// ISO's form is preferred to Apple's, as in `GainCurve`. Source: Specs/viewer.md, "Exposure".
  static func json(of image: AuxiliaryImage) -> JSONValue? {
    guard image.type.isGainMap, let description = image.gainMap,
      GainCurve(description) != nil || leadsToSDR(image)
    else { return nil }
    if let metadata = description.metadata {
      return [
        "headroom": .number(max(metadata.baseHeadroom, metadata.alternateHeadroom)),
        "base": .string(metadata.isBaseHDR ? "hdr" : "sdr"),
        "channels": .array(
          metadata.channels.map { channel in
            [
              "gainMin": .number(channel.gainMin), "gainMax": .number(channel.gainMax),
              "gamma": .number(channel.gamma), "baseOffset": .number(channel.baseOffset),
              "alternateOffset": .number(channel.alternateOffset),
            ]
          }),
      ]
    }
    return description.appleHeadroom.map { ["apple": .number($0)] }
  }

  /// Whether a gain map leads from a photo that is HDR to an SDR rendition, by gains that can be computed with.
  static func leadsToSDR(_ image: AuxiliaryImage) -> Bool {
    guard image.type.isGainMap, let metadata = image.gainMap?.metadata, metadata.isBaseHDR else {
      return false
    }
    // The same gains the other way.
    return GainCurve(
      GainMapMetadata(
        channels: metadata.channels, baseHeadroom: metadata.alternateHeadroom,
        alternateHeadroom: metadata.baseHeadroom)) != nil
  }
}
