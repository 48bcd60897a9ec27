package import AuxEffects
package import AuxImage
internal import AuxKernels

/// An effect of the list as a filter of frames.
package struct EffectFilter: FrameFilter {
  /// The effect.
  package let effect: AuxEffect
  /// What it is to do.
  package let options: EffectOptions
  /// The greatest number of threads.
  package let jobs: Int

  private var light = PictureLight(.sRGB, bits: 8)
  private var maskBuffer: [Float] = []
  private var pool: BufferPool?
  private var size: (width: Int, height: Int) = (0, 0)

  /// Whether the effect is one of the frame's colours.
  package var keepsFrame: Bool {
    switch effect.work {
    case .nothing, .colour: true
    case .gray, .pictures: false
    }
  }

  /// Creates a filter that works on at most `jobs` threads.
  ///
  /// Throws `AuxError` with code `usage` where the effect is not one of streams, and for stereo of a layout of several
  /// pictures.
  package init(
    _ effect: AuxEffect, _ options: EffectOptions = EffectOptions(), jobs: Int
  ) throws(AuxError) {
    guard effect.isForStreams else { throw AuxError(.usage, "\(effect) is no effect of streams") }
    guard !effect.isStereo || options.layout.isOnePicture else {
      throw AuxError(.usage, "a frame is one picture, and the layout \(options.layout) has two")
    }
    var options = options
    // A matte that comes with a frame is there to be used.
    options.matteMode = options.matteMode ?? .union
    // Grain measured frame by frame would change from one to the next, and codecs of video take it away.
    options.blur = try options.blur.changed(matchesGrain: false)
    (self.effect, self.options, self.jobs) = (effect, options, jobs)
  }

  /// Prepares for frames of a size, whose codes are those of sRGB.
  package mutating func prepare(width: Int, height: Int, retainedBufferHint: Int) throws(AuxError) {
    try prepare(width: width, height: height, light: .sRGB, retainedBufferHint: retainedBufferHint)
  }

  /// Prepares for frames of a size, whose codes have the light of an encoding.
  package mutating func prepare(
    width: Int, height: Int, light: LightEncoding, retainedBufferHint: Int
  ) throws(AuxError) {
    (size, self.light) = ((width, height), PictureLight(light, bits: 8))
    let output = outputSize(width: width, height: height)
    pool = BufferPool(byteCount: output.width * output.height * 3, limit: max(retainedBufferHint, 1) + 1)
  }

  /// Returns the size of the layout of a stereo pair; that of frames of other effects is the same.
  package func outputSize(width: Int, height: Int) -> (width: Int, height: Int) {
    effect.isStereo ? options.layout.size(width: width, height: height) : (width, height)
  }

  /// Returns a frame filtered.
  package mutating func render(_ image: PhotoPixels, map: NormalisedMap) throws(AuxError) -> PhotoPixels {
    try render(image, map: map, matte: nil)
  }

  /// Returns a frame filtered, and the subject of a matte spared.
  package mutating func render(
    _ image: PhotoPixels, map: NormalisedMap, matte: EffectMask?
  ) throws(AuxError) -> PhotoPixels {
    guard pool != nil else { throw AuxError(.usage, "the filter was not prepared for a size") }
    try PlaneSize.match(image, width: size.width, height: size.height, of: "prepared size")
    var scene = EffectScene(
      image: image.asRGB8, map: map, matte: matte, light: light, options: options, jobs: jobs)
    scene.maskBuffer = maskBuffer.taken()
    defer { maskBuffer = scene.maskBuffer }
    switch effect.work {
    case .nothing: return image
    case .pictures(let render): return try render(&scene)[0]
    case .colour(let render):
      var samples = PhotoPixels.Samples.uint8(pool?.take() ?? [])
      try render(&scene, &samples)
      return scene.image.replacingSamples(samples)
    case .gray(let render):
      let gray = try PhotoPixels(gray: render(&scene))
      var samples = pool?.take() ?? []
      Codes.write(tripled: gray.samples8, into: &samples)
      return scene.image.replacingSamples(rgb8: samples)
    }
  }

  /// Takes back a frame.
  package mutating func recycle(_ image: consuming PhotoPixels) { pool?.give(image.rgb8) }

  /// Frees the memory; the filter stays prepared.
  package mutating func reset() {
    maskBuffer = []
    if let pool { self.pool = BufferPool(byteCount: pool.byteCount, limit: pool.limit) }
  }
}
