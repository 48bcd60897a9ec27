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

  private var encoding = LightEncoding.sRGB
  private var light = PictureLight(.sRGB, bits: 8)
  private var maskBuffer: [Float] = []
  private var pool: BufferPool?
  private var size: (width: Int, height: Int) = (0, 0)
  private var framesPerSecond: Double?
  /// The focus over time: as it was asked for, or as it follows what the frames show.
  private var course: FocusPull.Course?, follower: FocusFollower?
  /// The number of frames so far.
  private var frameCount = 0

  /// Whether the effect is one of the frame's colours.
  package var keepsFrame: Bool {
    switch effect.work {
    case .nothing, .colour: true
    case .gray, .pictures, .video: false
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
    guard options.pull == nil || options.target == .nearness else {
      throw AuxError(
        .usage, "the focus is where it is asked for at each time, or follows something, not both")
    }
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
    (size, encoding) = ((width, height), light)
    prepare(bits: 8, limit: max(retainedBufferHint, 1) + 1)
  }

  /// Prepares for frames of so many bits of red, green and blue, 8 or 16.
  private mutating func prepare(bits: Int, limit: Int) {
    light = PictureLight(encoding, bits: bits)
    let output = outputSize(width: size.width, height: size.height)
    pool = BufferPool(sampleCount: output.width * output.height * 3, bits: bits, limit: limit)
  }

  /// Begins the course of the focus; throws `usage` where it needs the rate and that is not known.
  package mutating func begin(framesPerSecond: Double?) throws(AuxError) {
    self.framesPerSecond = framesPerSecond
    course = try options.pull?.course(framesPerSecond: framesPerSecond)
    startFocus()
  }

  private mutating func startFocus() {
    frameCount = 0
    follower =
      options.target == .nearness
      ? nil : FocusFollower(width: options.focus.width, framesPerSecond: framesPerSecond)
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
    guard let prepared = pool else { throw AuxError(.usage, "the filter was not prepared for a size") }
    try PlaneSize.match(image, width: size.width, height: size.height, of: "prepared size")
    if image.bitsPerSample != prepared.bits { prepare(bits: image.bitsPerSample, limit: prepared.limit) }
    var options = options
    if let course { options.focus = try options.focus.focused(on: course.focus(atFrame: frameCount)) }
    frameCount += 1
    var scene = EffectScene(
      image: image.asRGB, map: map, matte: matte, light: light, options: options, jobs: jobs)
    (scene.maskBuffer, scene.follower) = (maskBuffer.taken(), follower)
    defer { (maskBuffer, follower) = (scene.maskBuffer, scene.follower) }
    switch effect.work {
    case .nothing: return image
    case .pictures(let render): return try render(&scene)[0]
    case .video: throw AuxError(.usage, "\(effect) is no effect of streams")
    case .colour(let render):
      var samples = pool?.take() ?? .uint8([])
      try render(&scene, &samples)
      return scene.image.replacingSamples(samples)
    case .gray(let render):
      let gray = try PhotoPixels(gray: render(&scene))
      var samples = pool?.take() ?? .uint8([])
      samples.write(tripled: gray.samples)
      return scene.image.replacingSamples(samples)
    }
  }

  /// Takes back a frame.
  package mutating func recycle(_ image: consuming PhotoPixels) { pool?.give(image.samples) }

  /// Frees the memory; the filter stays prepared.
  package mutating func reset() {
    startFocus()
    maskBuffer = []
    if let pool {
      self.pool = BufferPool(sampleCount: pool.sampleCount, bits: pool.bits, limit: pool.limit)
    }
  }
}
