public import AuxEffects
public import AuxImage
internal import AuxKernels

/// Filters frames by their maps: a hold for maps at a lower rate, the smoother, the filter and the mixer in turn.
///
/// A fixed number of frames is in memory: those that wait for the next map used, and those of the smoother.
/// ``render(_:depth:to:progress:)`` filters a whole video:
///
/// ```swift
/// var renderer = try StreamRenderer(.blur)
/// try renderer.render(
///   Y4MInput("video.y4m"), depth: DepthInput("depth%04d.png"), to: FrameSink("blurred.y4m"))
/// ```
///
/// ``push(_:map:framesPerSecond:to:)`` and ``finish(to:)`` take frames from elsewhere.
public struct StreamRenderer: Sendable {
  private struct Picture {
    let frame: VideoFrame
    let image: PhotoPixels
  }

  /// How frames are filtered.
  public let options: StreamOptions
  private var filter: (any FrameFilter)?
  private var smoother: TemporalSmoother?
  private var hold: DepthHold?
  private var isPrepared = false
  /// The format of the filtered frames, once one is prepared for.
  public private(set) var outputFormat: FrameFormat?
  private var waiting: [VideoFrame] = []
  private var smoothed: [Picture] = []

  /// The most frames that may wait for the next map, and the most bytes that they may take.
  private static let waitingFrames = 1000, waitingBytes = 1 << 30

  /// Creates a renderer with a filter; without one, frames go out as they came.
  ///
  /// Throws `AuxError` with code `usage` as ``StreamOptions/check()``.
  public init(
    filter: (any FrameFilter)?, options: StreamOptions = StreamOptions()
  ) throws(AuxError) {
    try options.check()
    self.options = options
    // What does not show needs neither filter nor smoothing.
    guard options.mixer.mix > 0, let filter else { return }
    (self.filter, smoother) = (filter, options.smoother)
  }

  /// Creates a renderer with an effect of the list.
  ///
  /// Throws `AuxError` with code `usage` where it is not for streams, and as ``StreamOptions/check()``.
  public init(
    _ effect: Effect, _ effectOptions: EffectOptions = EffectOptions(),
    options: StreamOptions = StreamOptions()
  ) throws(AuxError) {
    try self.init(
      filter: effect == .none ? nil : EffectFilter(effect, effectOptions, jobs: options.jobs),
      options: options)
  }

  /// Makes the stages ready for frames of a format, and for maps of the size of one, which errors say the path of.
  mutating func prepare(
    _ format: FrameFormat, framesPerSecond: Double?, map: NormalisedMap, of path: String?,
    incomingMapsPerSecond: Double?
  ) throws(AuxError) {
    let size = (format.width, format.height)
    guard options.mayStretch || AspectRatio.isSame((map.width, map.height), size) else {
      throw AuxError(
        .usage,
        "the depth is \(map.width)x\(map.height) and the colour \(size.0)x\(size.1), which is another aspect "
          + "ratio", path: path, remedy: .stretch)
    }
    outputFormat = try Self.outputFormat(of: filter, format, mixer: options.mixer)
    try filter?.prepare(width: format.width, height: format.height, retainedBufferHint: 1)
    hold = try hold(format, framesPerSecond, map, incomingMapsPerSecond)
    isPrepared = true
  }

  /// Returns the format of what a filter makes of frames; those of another size cannot be mixed with these.
  private static func outputFormat(
    of filter: (any FrameFilter)?, _ format: FrameFormat, mixer: Mixer
  ) throws(AuxError) -> FrameFormat {
    guard let size = filter?.outputSize(width: format.width, height: format.height),
      size != (format.width, format.height)
    else { return format }
    guard mixer.mix == 1 else {
      throw AuxError(.usage, "frames of \(size.width)x\(size.height) do not mix with those they are made of")
    }
    return try FrameFormat(
      width: size.width, height: size.height, chroma: format.chroma, range: format.range)
  }

  /// Returns the hold for the lower of the rates of maps; nil where there is none.
  private func hold(
    _ format: FrameFormat, _ framesPerSecond: Double?, _ map: NormalisedMap, _ incomingMapsPerSecond: Double?
  ) throws(AuxError) -> DepthHold? {
    guard let lowest = [options.mapsPerSecond, incomingMapsPerSecond].compactMap(\.self).min() else {
      return nil
    }
    guard let framesPerSecond else {
      throw AuxError(.usage, "the colour does not state its frame rate, which a rate of the depth needs")
    }
    let hold = try DepthHold(rate: lowest, frameRate: framesPerSecond, mode: options.hold)
    let frameBytes = format.byteCount + map.values.count * 4
    guard hold.latency <= min(Self.waitingFrames, Self.waitingBytes / frameBytes) else {
      throw AuxError(
        .usage, "\(hold.latency) frames would wait in memory for the next map", remedy: .holdFrames)
    }
    return hold
  }

  /// Takes the next frame and its map, and gives the frames that are due, in their order, to `output`.
  ///
  /// All frames have one format, and all maps one size; a map that comes at a lower rate is given again with each
  /// frame until the next. `framesPerSecond` is that of the frames, which rates of the options refer to.
  /// Throws `AuxError` with code `usage` where the aspect ratios of frame and map differ, sizes change, or a rate
  /// lacks its other, and as `output` does.
  public mutating func push(
    _ frame: VideoFrame, map: NormalisedMap, framesPerSecond: Double? = nil,
    to output: (VideoFrame) throws(AuxError) -> Void
  ) throws(AuxError) {
    if !isPrepared {
      try prepare(
        frame.format, framesPerSecond: framesPerSecond, map: map, of: nil,
        incomingMapsPerSecond: options.incomingMapsPerSecond)
    }
    waiting.append(frame)
    let maps = try hold?.push(map) ?? [map]
    for map in maps { try smooth(map, output) }
  }

  /// Gives the frames that are still due to `output`, and is ready for other ones then.
  public mutating func finish(to output: (VideoFrame) throws(AuxError) -> Void) throws(AuxError) {
    for map in hold?.finish() ?? [] { try smooth(map, output) }
    for map in smoother?.finish() ?? [] { try filter(smoothed.removeFirst(), map, output) }
    filter?.reset()
    isPrepared = false
  }

  private mutating func smooth(
    _ map: NormalisedMap, _ output: (VideoFrame) throws(AuxError) -> Void
  ) throws(AuxError) {
    let frame = waiting.removeFirst()
    guard filter != nil else { return try output(frame) }
    let picture = Picture(frame: frame, image: frame.rgb(jobs: options.jobs))
    let map = Self.reduced(map, to: frame.format)
    guard smoother != nil else { return try filter(picture, map, output) }
    smoothed.append(picture)
    if let due = try smoother?.push(map, colour: picture.image) {
      try filter(smoothed.removeFirst(), due, output)
    }
  }

  /// Returns a map that is larger than the frame at its size; the filter stretches a smaller one itself.
  private static func reduced(_ map: NormalisedMap, to format: FrameFormat) -> NormalisedMap {
    guard map.width > format.width || map.height > format.height else { return map }
    let values = Resample.edgeRespecting(
      map.values, width: map.width, height: map.height, toWidth: format.width, toHeight: format.height,
      discontinuity: 0.1
    ).map { min(max($0, 0), 1) }
    return (try? NormalisedMap(width: format.width, height: format.height, values: values)) ?? map
  }

  private mutating func filter(
    _ picture: Picture, _ map: NormalisedMap, _ output: (VideoFrame) throws(AuxError) -> Void
  ) throws(AuxError) {
    var map = map
    if map.holeCount == map.values.count {
      // Nothing is known of the whole frame: all of it is far.
      map = try NormalisedMap(
        width: map.width, height: map.height, values: [Float](repeating: 0, count: map.values.count))
    }
    guard let image = try filter?.render(picture.image, map: map) else { return }
    let filtered = try VideoFrame(image, as: outputFormat ?? picture.frame.format, jobs: options.jobs)
    filter?.recycle(image)
    let mixer = options.mixer
    try output(mixer.mix == 1 ? filtered : mixer.mixed(picture.frame, filtered, jobs: options.jobs))
  }
}
