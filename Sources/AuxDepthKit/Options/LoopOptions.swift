internal import AuxEffects
internal import AuxImage
internal import AuxRender

extension PictureWriting {
  /// Of a video of a photo.
  static let loop: [OptionRow<Self>] = [
    OptionRow(
      "loopSeconds", .number(0.2...600), unit: "s", standard: "\(standard.loop.seconds)",
      "of `parallax`, the length of the loop", calls: [.renderWrite]
    ) { options, value throws(AuxError) in
      let old = options.effects.loop
      options.effects.loop = try ParallaxLoop(
        seconds: value, frameRate: old.frameRate, longerSide: old.longerSide)
    },
    OptionRow(
      "frameRate", .count(1...240), standard: "\(standard.loop.frameRate)",
      "of `parallax`, the frames in a second", calls: [.renderWrite]
    ) { options, value throws(AuxError) in
      let old = options.effects.loop
      options.effects.loop = try ParallaxLoop(
        seconds: old.seconds, frameRate: value, longerSide: old.longerSide)
    },
    OptionRow(
      "longerSide", .count(16...16_384), unit: "pixels", standard: "\(standard.loop.longerSide)",
      "of `parallax`, the most of the frames' longer side", calls: [.renderWrite]
    ) { options, value throws(AuxError) in
      let old = options.effects.loop
      options.effects.loop = try ParallaxLoop(
        seconds: old.seconds, frameRate: old.frameRate, longerSide: value)
    },
  ]
}
