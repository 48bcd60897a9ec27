internal import AuxEffects
internal import AuxImage
internal import AuxKernels

/// What an effect is made of: a picture, and what there is to it.
struct EffectScene {
  /// The picture, of 8-bit RGB.
  let image: PhotoPixels
  /// The map, of any size; nil for an effect that needs none.
  private(set) var map: NormalisedMap?
  /// What is spared, of the picture's size; nil where nothing is.
  private(set) var matte: EffectMask?
  /// How the picture's codes stand for light.
  let light: LightTables
  /// What the effect is to do.
  let options: EffectOptions
  /// The greatest number of threads.
  let jobs: Int
  /// A buffer that the mask may be made in, and then what it was made in.
  var maskBuffer: [Float] = []

  /// Creates a scene.
  init(
    image: PhotoPixels, map: NormalisedMap?, matte: EffectMask?, light: LightTables,
    options: EffectOptions, jobs: Int
  ) {
    (self.image, self.map, self.matte, self.options, self.jobs) = (image, map, matte, options, jobs)
    self.light = light
  }

  /// Returns the map at the picture's size, without holes, and gives the map up.
  mutating func takeNearness() throws(AuxError) -> NormalisedMap {
    guard let given = map.take() else {
      throw AuxError(.missingImage, "there is no depth map", remedy: .giveMap)
    }
    return try GuidedUpsampling.standard.fitted(given, to: image, jobs: jobs)
  }

  /// Returns what is in focus, and the person of the matte with it, and gives map and matte up.
  mutating func takeMask() throws(AuxError) -> EffectMask {
    let nearness = try takeNearness()
    let mask = options.focus.mask(of: nearness, in: maskBuffer.taken(), jobs: jobs)
    guard let person = matte.take() else {
      maskBuffer = mask.values
      return mask
    }
    return try mask.combined(with: person)
  }

  /// Returns how far each pixel is out of focus, the person of the matte not at all, and gives map and matte up.
  mutating func takeRadii() throws(AuxError) -> SignedRadii {
    let nearness = try takeNearness()
    return try options.blur.radii(of: nearness, focus: options.focus, sparing: matte.take(), jobs: jobs)
  }
}

extension Effect {
  /// Returns the pictures of the effect: one, or those of both eyes.
  func pictures(_ scene: inout EffectScene) throws(AuxError) -> [PhotoPixels] {
    switch work {
    case .nothing: return [scene.image]
    case .colour(let render):
      var samples = Bands.undefined(scene.image.width * scene.image.height * 3, of: UInt8.self)
      try render(&scene, &samples)
      return [scene.image.replacingSamples(rgb8: samples)]
    case .gray(let render):
      return [try PhotoPixels(gray: render(&scene), orientation: scene.image.orientation)]
    case .pictures(let render): return try render(&scene)
    }
  }
}

extension [Float] {
  /// Returns the array and leaves an empty one, so that nobody shares its memory.
  mutating func taken() -> [Float] {
    defer { self = [] }
    return self
  }
}
