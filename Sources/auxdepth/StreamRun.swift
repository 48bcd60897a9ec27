internal import AuxEffects
internal import AuxImage
internal import AuxKernels
internal import Foundation

/// The frames of one `auxdepth stream`, from the inputs through hold, smoother, filter and mixer to the output.
///
/// A fixed number of frames is in memory: those that wait for the next map used, and those of the smoother.
final class StreamRun {
  private struct Picture {
    let frame: VideoFrame
    let image: RGBImage
  }

  private let colour: Y4MInput
  private let depth: DepthInput
  private let sink: FrameSink
  private var filter: StandardFilter
  private let mixer: Mixer
  private let rate: DepthRateOptions
  private let mayStretch: Bool
  private let jobs: Int
  private var smoother: TemporalSmoother?
  private var hold: DepthHold?
  private var writer: Y4MWriter?
  private var counter: FrameCounter
  /// The maps for each frame of the colour, where the depth comes at a lower rate.
  private var incoming = RateDivision(ratio: 1)
  private var map: NormalisedMap?
  private var waiting: [VideoFrame] = []
  private var smoothed: [Picture] = []
  /// The number of frames of the colour that were read.
  private(set) var frameCount = 0

  /// The most frames that may wait for the next map, and the most bytes that they may take.
  private static let waitingFrames = 1000, waitingBytes = 1 << 30

  init(
    colour: Y4MInput, depth: DepthInput, sink: FrameSink, filter: StandardFilter, mixer: Mixer,
    smoother: TemporalSmoother?, rate: DepthRateOptions, mayStretch: Bool, jobs: Int, quiet: Bool
  ) {
    (self.colour, self.depth, self.sink, self.filter, self.mixer) = (colour, depth, sink, filter, mixer)
    (self.rate, self.mayStretch, self.jobs) = (rate, mayStretch, jobs)
    // What does not show needs no smoothing.
    self.smoother = filter.kind == .none || mixer.mix == 0 ? nil : smoother
    counter = FrameCounter(quiet: quiet)
  }

  /// Whether the frames go out as they came.
  private var isPlain: Bool { filter.kind == .none || mixer.mix == 0 }

  /// Filters all frames; the output is complete then, but has no name yet.
  func filterAll() throws(AuxError) {
    defer { counter.clear() }
    while let frame = try colour.next() {
      let map = try nextMap()
      if frameCount == 0 { try prepare(map) }
      frameCount += 1
      waiting.append(frame)
      let maps = try hold?.push(map) ?? [map]
      for map in maps { try smooth(map) }
    }
    guard let header = colour.header else { return }
    for map in hold?.finish() ?? [] { try smooth(map) }
    for map in smoother?.finish() ?? [] { try write(smoothed.removeFirst(), map) }
    if frameCount == 0 { try send(header.serialized()) }
  }

  /// Returns the map of the frame that was read, the one before again where the depth has a lower rate.
  private func nextMap() throws(AuxError) -> NormalisedMap {
    if !incoming.begins(at: frameCount), let map { return map }
    guard let next = try depth.next() else {
      throw AuxError(
        .truncated,
        "\(depth.path): the depth ends before frame \(frameCount) of the colour, counted from 0\(rateHint)")
    }
    map = next
    return next
  }

  /// What may be done about depth that says itself that it has fewer frames than the colour.
  private var rateHint: String {
    guard incoming.ratio == 1, let stated = depth.framesPerSecond,
      let frameRate = colour.header?.framesPerSecond,
      stated < frameRate * 0.99
    else { return "" }
    return "; it states \(stated) frames per second and the colour \(frameRate): see --depth-fps"
  }

  /// Makes the stages ready for the first frame.
  private func prepare(_ map: NormalisedMap) throws(AuxError) {
    guard let header = colour.header else { return }
    let size = (header.format.width, header.format.height)
    guard mayStretch || MapPlacement.fits((map.width, map.height), on: size) else {
      throw AuxError(
        .usage,
        "\(depth.path): the depth is \(map.width)x\(map.height) and the colour \(size.0)x\(size.1), which is "
          + "another aspect ratio; --stretch takes it all the same")
    }
    writer = Y4MWriter(header: header)
    try filter.prepare(format: header.format, retainedBufferHint: 1)
    let stated = depth.framesPerSecond.flatMap { stated in
      rate.used.map { abs(stated / $0 - 1) < 0.01 } ?? false ? stated : nil
    }
    let given = rate.incoming ?? stated
    guard let lowest = [rate.used, given].compactMap(\.self).min() else { return }
    guard let frameRate = header.framesPerSecond else {
      throw AuxError(.usage, "the colour does not state its frame rate, which a rate of the depth needs")
    }
    if let given { incoming = RateDivision(ratio: min(given / frameRate, 1)) }
    let hold = try DepthHold(rate: lowest, frameRate: frameRate, mode: rate.mode)
    let frameBytes = header.format.byteCount + map.values.count * 4
    guard hold.latency <= min(Self.waitingFrames, Self.waitingBytes / frameBytes) else {
      throw AuxError(
        .usage, "\(hold.latency) frames would wait in memory for the next map; --fps-mode held needs none")
    }
    self.hold = hold
  }

  private func smooth(_ map: NormalisedMap) throws(AuxError) {
    let frame = waiting.removeFirst()
    guard !isPlain else { return try send(frame) }
    let picture = Picture(frame: frame, image: frame.rgb(jobs: jobs))
    let map = reduced(map, to: frame.format)
    guard smoother != nil else { return try write(picture, map) }
    smoothed.append(picture)
    if let due = try smoother?.push(map, colour: picture.image) {
      try write(smoothed.removeFirst(), due)
    }
  }

  /// Returns a map that is larger than the frame at its size; the filter stretches a smaller one itself.
  private func reduced(_ map: NormalisedMap, to format: FrameFormat) -> NormalisedMap {
    guard map.width > format.width || map.height > format.height else { return map }
    let values = Resample.edgeRespecting(
      map.values, width: map.width, height: map.height, toWidth: format.width, toHeight: format.height,
      discontinuity: 0.1
    ).map { min(max($0, 0), 1) }
    return (try? NormalisedMap(width: format.width, height: format.height, values: values)) ?? map
  }

  private func write(_ picture: Picture, _ map: NormalisedMap) throws(AuxError) {
    let format = picture.frame.format
    var map = map
    if map.holeCount == map.values.count {
      // Nothing is known of the whole frame: all of it is far.
      map = try NormalisedMap(
        width: map.width, height: map.height, values: [Float](repeating: 0, count: map.values.count))
    }
    let image = try filter.render(picture.image, map: map)
    let filtered = try VideoFrame(image, as: format, jobs: jobs)
    filter.recycle(image)
    try send(mixer.mix == 1 ? filtered : mixer.mixed(picture.frame, filtered, jobs: jobs))
  }

  private func send(_ frame: VideoFrame) throws(AuxError) {
    if let bytes = try writer?.bytes(of: frame) { try send(bytes) }
    counter.advance()
  }

  private func send(_ bytes: [UInt8]) throws(AuxError) { try sink.write(bytes) }
}

/// The number of frames done on standard error, for work that takes longer than a second; only on a terminal.
struct FrameCounter {
  private var last = ContinuousClock.now
  private var count = 0
  private var line: StatusLine

  init(quiet: Bool) { line = StatusLine(isShown: !quiet) }

  /// Counts one frame.
  mutating func advance() {
    count += 1
    guard line.isShown, last.duration(to: .now) > .seconds(1) else { return }
    last = .now
    line.draw("frame \(count)")
  }

  /// Removes the count from the terminal.
  mutating func clear() { line.clear() }
}
