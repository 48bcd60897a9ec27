internal import AuxEffects
internal import AuxImage
internal import AuxReader
internal import AuxWriter

/// Applies an effect to a photo with the depth map that it holds.
struct EffectRenderer {
  let effect: Render.Effect
  let focus: FocusOptions
  let options: EffectOptions
  let jobs: Int

  /// Returns the pictures, one but for a stereo pair; turned for display where `isUpright`.
  ///
  /// Throws `missingImage` where the photo has no depth map, naming what it has.
  func pictures(of source: ImageSource, isUpright: Bool) throws(AuxError) -> [PrimaryPicture] {
    guard let depthImage = source.auxiliaryImages.first(where: { $0.type.isDepthData }) else {
      let types = source.auxiliaryImages.map(\.type.name)
      throw AuxError(
        .missingImage,
        "the photo has no depth map; it has "
          + (types.isEmpty ? "no auxiliary images" : types.joined(separator: ", ")))
    }
    var picture = try PrimaryPicture(of: source)
    if isUpright { picture = picture.upright() }
    let orientation = isUpright ? source.primary?.orientation ?? .up : .up
    let map = try NormalisedMap(normalising: source.depthData(depthImage), orientation: orientation)
    let photo = try RGBImage(width: picture.width, height: picture.height, samples: picture.rgb)
    let full = try GuidedUpsampling.standard.upsampled(map, guidedBy: photo, jobs: jobs)
    if effect == .stereo {
      let pair = try Stereo(maxShift: options.maxShift, convergence: options.convergence)
        .pair(of: photo, map: full, jobs: jobs)
      return pair.pictures(options.layout, jobs: jobs).map { rendered($0, of: picture, isUpright: true) }
    }
    let mask = try mask(of: full, source: source, orientation: orientation)
    return [rendered(try applied(to: photo, map: full, mask: mask), of: picture, isUpright: isUpright)]
  }

  private func rendered(_ image: RGBImage, of picture: PrimaryPicture, isUpright: Bool) -> PrimaryPicture {
    picture.rendered(rgb: image.samples, width: image.width, height: image.height, isUpright: isUpright)
  }

  private func mask(
    of map: NormalisedMap, source: ImageSource, orientation: ImageOrientation
  ) throws(AuxError) -> EffectMask {
    let mask = try focus.mask().mask(of: map, jobs: jobs)
    guard options.useMatte, let image = source.auxiliaryImage(.portraitEffectsMatte) else { return mask }
    let stored = try source.stored(image).with8BitCodes().applyingExifOrientation(orientation)
    let matte = try EffectMask(matte: stored.codes, width: map.width, height: map.height, jobs: jobs)
    return try mask.combined(with: matte)
  }

  private func applied(
    to photo: RGBImage, map: NormalisedMap, mask: EffectMask
  ) throws(AuxError) -> RGBImage {
    switch effect {
    case .grayscale: return try Self.gray(try GrayscaleEffect().rendered8(map, jobs: jobs).data(), photo)
    case .mask: return try Self.gray(mask.picture().data(), photo)
    case .spotlight: return try Spotlight().applied(to: photo, mask: mask, jobs: jobs)
    case .highlight: return try Highlight().applied(to: photo, mask: mask, jobs: jobs)
    case .blur:
      return try FocalBlur(radius: focus.radius, shape: options.kernel).applied(
        to: photo, mask: mask, jobs: jobs)
    case .rosy: return try Rosy().applied(to: photo, sparing: options.useMatte ? mask : nil, jobs: jobs)
    case .stereo: return photo
    }
  }

  private static func gray(_ codes: [UInt8], _ photo: RGBImage) throws(AuxError) -> RGBImage {
    try RGBImage(width: photo.width, height: photo.height, samples: codes.flatMap { [$0, $0, $0] })
  }
}
