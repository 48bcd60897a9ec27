internal import AuxEffects
internal import AuxImage
internal import AuxRender

extension PictureWriting {
  /// Of what is in focus, and of the blur of the rest.
  static let focus: [OptionRow<Self>] = [
    OptionRow(
      "focus", .number(0...1), standard: "\(standard.focus.focus)", "the nearness in focus, 1 the nearest"
    ) { options, value throws(AuxError) in
      let old = options.effects.focus
      options.effects.focus = try FocusMask(focus: value, width: old.width, slope: old.slope)
    },
    OptionRow(
      "width", .number(0...2), standard: "\(standard.focus.width)",
      "of the range of nearness that is fully in focus"
    ) { options, value throws(AuxError) in
      let old = options.effects.focus
      options.effects.focus = try FocusMask(focus: old.focus, width: value, slope: old.slope)
    },
    OptionRow(
      "slope", .number(0.01...10_000), standard: "\(standard.focus.slope)",
      "how fast the focus fades: 4 fades within 1/4 of the nearness"
    ) { options, value throws(AuxError) in
      let old = options.effects.focus
      options.effects.focus = try FocusMask(focus: old.focus, width: old.width, slope: value)
    },
    OptionRow(
      "radius", .number(0...10_000), unit: "pixels of a picture of 12 megapixels",
      standard: "\(standard.blur.radius)", "of the blur"
    ) { options, value throws(AuxError) in
      options.effects.blur = try options.effects.blur.changed(radius: value)
    },
    OptionRow(
      "kernel", .choice, standard: standard.blur.shape.rawValue, "the shape of a point that is out of focus"
    ) { options, value throws(AuxError) in
      options.effects.blur = try options.effects.blur.changed(shape: value)
    },
    OptionRow(
      "front", .number(0...2), standard: "\(standard.blur.front)",
      "how strongly things nearer than the focus are blurred, a factor of their radii"
    ) { options, value throws(AuxError) in
      options.effects.blur = try options.effects.blur.changed(front: value)
    },
    OptionRow(
      "back", .number(0...2), standard: "\(standard.blur.back)",
      "how strongly things farther than the focus are blurred, a factor of their radii"
    ) { options, value throws(AuxError) in
      options.effects.blur = try options.effects.blur.changed(back: value)
    },
    OptionRow(
      "grain", .flag, standard: "true", "false to leave blurred parts without the grain of the photo"
    ) { options, value throws(AuxError) in
      options.effects.blur = try options.effects.blur.changed(matchesGrain: value)
    },
  ]

  /// Of a lens whose blur it is.
  static let lens: [OptionRow<Self>] = [
    OptionRow(
      "aperture", .number(0...10), unit: "m",
      "the opening of the lens whose blur it is, by the distances of the map"
    ) { options, value throws(AuxError) in options.effects.lens = try LensOptions(.diameter(value)) },
    OptionRow(
      "fNumber", .number(0.1...1000),
      "the same by the f-number of a camera for 35 mm film; with a relative map, relative to the photo's own"
    ) { options, value throws(AuxError) in
      guard options.effects.lens == nil else {
        throw AuxError(.usage, "aperture and fNumber say the same", place: "options/aperture")
      }
      options.effects.lens = try LensOptions(.fNumber(value))
    },
    OptionRow(
      "focal", .number(0.0001...10), unit: "m", standard: "as of a camera for 35 mm film",
      "with `fNumber`, the focal length of the lens: the opening is that over the f-number"
    ) { options, value throws(AuxError) in
      guard case .fNumber(let number)? = options.effects.lens?.opening else {
        throw AuxError(.usage, "goes with fNumber", place: "options/focal")
      }
      options.effects.lens = try LensOptions(.focalLength(value, fNumber: number))
    },
    OptionRow(
      "fieldOfView", .number(1...175), unit: "degrees", standard: "by the map's calibration, or Exif",
      "of the camera, horizontally: of `normals`, and with `baseline`, `aperture` or `fNumber`"
    ) { options, value throws(AuxError) in
      options.effects.fieldOfView = value
      guard let lens = options.effects.lens else { return }
      options.effects.lens = try LensOptions(lens.opening, fieldOfView: value)
    },
  ]
}
