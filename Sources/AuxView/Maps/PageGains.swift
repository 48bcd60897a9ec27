internal import AuxImage
internal import AuxReader

/// What the codes of a gain map mean, as the page's exposure computes with them.
enum PageGains {
  /// Returns the member `gain` of a map; nil where nothing states the gains, and where the photo itself is HDR.
  ///
  /// ISO's form is preferred to Apple's, as in `GainCurve`. Source: Specs/viewer.md, "Exposure".
  static func json(of image: AuxiliaryImage) -> JSONValue? {
    guard image.type.isGainMap, let description = image.gainMap, GainCurve(description) != nil else {
      return nil
    }
    if let metadata = description.metadata {
      return [
        "headroom": .number(metadata.alternateHeadroom),
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
}
