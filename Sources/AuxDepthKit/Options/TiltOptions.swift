internal import AuxEffects
internal import AuxImage
internal import AuxRender

extension PictureWriting {
  /// Of a tilted plane of focus.
  static let tilt: [OptionRow<Self>] = [
    OptionRow(
      "tiltStart", .number(-10...10), standard: "\(FocusTilt.standard.start)",
      "of `tilt`, the nearness in focus at the top, or where `tiltAngle` begins"
    ) { options, value throws(AuxError) in
      let old = options.effects.tilt
      options.effects.tilt = try FocusTilt(start: value, end: old.end, angle: old.angle)
    },
    OptionRow(
      "tiltEnd", .number(-10...10), standard: "\(FocusTilt.standard.end)",
      "of `tilt`, the nearness in focus at the bottom, or where `tiltAngle` ends"
    ) { options, value throws(AuxError) in
      let old = options.effects.tilt
      options.effects.tilt = try FocusTilt(start: old.start, end: value, angle: old.angle)
    },
    OptionRow(
      "tiltAngle", .number(-180...180), unit: "degrees", standard: "\(FocusTilt.standard.angle)",
      "of `tilt`, the direction from start to end, clockwise: 0 is downwards, -90 to the right"
    ) { options, value throws(AuxError) in
      let old = options.effects.tilt
      options.effects.tilt = try FocusTilt(start: old.start, end: old.end, angle: value)
    },
  ]
}
