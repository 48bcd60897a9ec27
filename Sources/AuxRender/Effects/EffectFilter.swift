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
  /// The bits of a color sample, 8 or 16, once the filter is prepared.
  private var bits: Int?
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
  package mutating func prepare(width: Int, height: Int) throws(AuxError) {
    try prepare(width: width, height: height, light: .sRGB)
  }

  /// Prepares for frames of a size, whose codes have the light of an encoding.
  package mutating func prepare(width: Int, height: Int, light: LightEncoding) throws(AuxError) {
    (size, encoding) = ((width, height), light)
    prepare(bits: 8)
  }

  private mutating func prepare(bits: Int) {
    light = PictureLight(encoding, bits: bits)
    self.bits = bits
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
    guard bits != nil else { throw AuxError(.usage, "the filter was not prepared for a size") }
    try PlaneSize.match(image, width: size.width, height: size.height, of: "prepared size")
    if image.bitsPerSample != bits { prepare(bits: image.bitsPerSample) }
    var options = options
    if let course { options.focus = try options.focus.focused(on: course.focus(atFrame: frameCount)) }
    frameCount += 1
    var scene = EffectScene(
      image: image.asRGB, map: map, matte: matte, light: light, options: options, jobs: jobs)
    scene.follower = follower
    defer { follower = scene.follower }
    switch effect.work {
    case .nothing: return image
    case .pictures(let render): return try render(&scene)[0]
    case .video: throw AuxError(.usage, "\(effect) is no effect of streams")
    case .colour(let render):
      var samples = undefinedSamples
      try render(&scene, &samples)
      return scene.image.replacingSamples(samples)
    case .gray(let render):
      let gray = try PhotoPixels(gray: render(&scene))
      var samples = undefinedSamples
      samples.write(tripled: gray.samples)
      return scene.image.replacingSamples(samples)
    }
  }

  /// The samples of a filtered frame, which the effect writes.
  private var undefinedSamples: PhotoPixels.Samples {
    let output = outputSize(width: size.width, height: size.height)
    return .undefined(output.width * output.height * 3, bits: bits ?? 8)
  }

  /// Frees the memory; the filter stays prepared.
  package mutating func reset() {
    startFocus()
  }
}
