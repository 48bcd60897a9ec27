internal import AuxEffects
internal import AuxImage
internal import AuxKernels
internal import AuxReader
internal import AuxWriter

/// A photo and its map, ready for effects.
struct EffectRenderer {
  private let source: ImageSource
  /// The photo as its file has it, or turned for display.
  let picture: PrimaryPicture
  /// Whether the photo had 16 bits, of which effects use 8.
  let had16Bits: Bool
  private let photo: RGBImage
  private let map: NormalisedMap?
  private let isUpright: Bool
  /// How the map was turned, and a matte is to be.
  private let orientation: ImageOrientation
  private let jobs: Int

  /// Decodes a photo, turned for display where `isUpright`; the map, which rosy does without, stands as that does.
  init(
    _ source: ImageSource, map: NormalisedMap?, isUpright: Bool, orientation: ImageOrientation, jobs: Int
  ) throws(AuxError) {
    (self.source, self.map, self.jobs) = (source, map, jobs)
    (self.isUpright, self.orientation) = (isUpright, orientation)
    let stored = try PrimaryPicture(of: source)
    had16Bits = stored.has16Bits
    picture = isUpright ? stored.upright() : stored
    photo = try RGBImage(width: picture.width, height: picture.height, samples: picture.rgb)
  }

  /// Returns the picture of an effect other than stereo.
  func picture(
    of effect: Render.Effect, focus: FocusOptions, options: EffectOptions
  ) throws(AuxError) -> PrimaryPicture {
    let matte = try options.useMatte ? matte() : nil
    switch effect {
    case .grayscale:
      let (gray, map) = (try options.grayscale(), try fitted())
      return try options.bits == 16
        ? rendered(gray.rendered16(map, only: matte, jobs: jobs))
        : rendered(gray.rendered8(map, only: matte, jobs: jobs))
    case .rosy: return rendered(try Rosy().applied(to: photo, sparing: matte, jobs: jobs))
    case .mask: return try rendered(mask(focus, matte).picture())
    case .spotlight: return rendered(try Spotlight().applied(to: photo, mask: mask(focus, matte), jobs: jobs))
    case .highlight: return rendered(try Highlight().applied(to: photo, mask: mask(focus, matte), jobs: jobs))
    case .blur:
      return rendered(try focus.blur().applied(to: photo, mask: mask(focus, matte), jobs: jobs))
    case .stereo: preconditionFailure("stereo makes two pictures")
    }
  }

  /// Returns the pictures of a stereo pair in a layout, one or two.
  func pictures(of stereo: Stereo, layout: StereoPair.Layout) throws(AuxError) -> [PrimaryPicture] {
    try stereo.pair(of: photo, map: fitted(), jobs: jobs).pictures(layout, jobs: jobs).map(rendered)
  }

  /// Returns the map at the photo's size, without holes.
  private func fitted() throws(AuxError) -> NormalisedMap {
    guard let map else { preconditionFailure("every effect but rosy has a map") }
    return try GuidedUpsampling.standard.fitted(map, to: photo, jobs: jobs)
  }

  private func rendered(_ image: RGBImage) -> PrimaryPicture {
    picture.rendered(rgb: image.samples, width: image.width, height: image.height, isUpright: isUpright)
  }

  private func rendered(_ plane: PixelPlane) throws(AuxError) -> PrimaryPicture {
    try picture.rendered(gray: plane, isUpright: isUpright)
  }

  private func mask(_ focus: FocusOptions, _ matte: EffectMask?) throws(AuxError) -> EffectMask {
    let mask = try focus.mask().mask(of: fitted(), jobs: jobs)
    return try matte.map { matte throws(AuxError) in try mask.combined(with: matte) } ?? mask
  }

  /// Returns the photo's portrait effects matte, or nil where it has none.
  private func matte() throws(AuxError) -> EffectMask? {
    guard let image = source.auxiliaryImage(.portraitEffectsMatte) else { return nil }
    let stored = try source.stored(image).with8BitCodes().applyingExifOrientation(orientation)
    return try EffectMask(matte: stored.codes, width: photo.width, height: photo.height, jobs: jobs)
  }
}
