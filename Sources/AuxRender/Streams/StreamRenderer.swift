public import AuxEffects
public import AuxImage
internal import AuxKernels

/// Filters frames by their maps: a hold for maps at a lower rate, alignment, the smoother, the filters and the mixer in
/// turn.
///
/// A fixed number of frames is in memory: those that wait for the next map used, and those of the smoother.
/// ``render(_:depth:matte:to:progress:)`` filters a whole video:
///
/// ```swift
/// var renderer = try StreamRenderer(.blur)
/// try renderer.render(
///   Y4MInput("video.y4m"), depth: DepthInput("depth%04d.png"), to: FrameSink("blurred.y4m"))
/// ```
///
/// ``push(_:map:matte:framesPerSecond:to:)`` and ``finish(to:)`` take frames from elsewhere. Filters work on RGB of 8 bits, or of
/// 16 for frames of more than 8; unchanged pixels keep their codes.
public struct StreamRenderer: Sendable {
  private struct Waiting {
    let frame: VideoFrame
    let matte: NormalisedMap?
  }

  private struct Picture {
    let frame: VideoFrame
    let image: PhotoPixels
    let matte: NormalisedMap?
  }

  /// How frames are filtered.
  public let options: StreamOptions
  private var filters: [any FrameFilter]
  /// The effects and options of ``filters`` if a focus is a distance, which the range of the first map makes a nearness.
  private var distant: (effects: [AuxEffect], options: EffectOptions)?
  /// Distances in focus that the maps do not have.
  public private(set) var notes: [String] = []
  private var smoother: TemporalSmoother?
  private var alignment: DepthAlignment?
  private var hold: DepthHold?
  private var light = VideoFrame.Matrix.bt709.light.tables
  /// The format of the frames, once the stages are ready for it.
  private var format: VideoFrame.Format?
  /// The format of the filtered frames, once they are prepared for.
  public private(set) var outputFormat: VideoFrame.Format?
  private var waiting: [Waiting] = []
  private var smoothed: [Picture] = []
  /// Buffers that are reused, so that frames need no new memory of the system: of RGB, of planes, and of maps that are not
  /// used elsewhere.
  private var images = BufferPool(sampleCount: 0, limit: 0), frames = BufferPool(sampleCount: 0, limit: 0)
  private var maps: [[Float]] = []

  /// The most frames that may wait for the next map, and the most bytes that they may take.
  private static let waitingFrames = 1000, waitingBytes = 1 << 30

  /// Creates a renderer with filters, which are applied in their order; without one, frames go out as they came.
  ///
  /// Throws `AuxError` with code `usage` as ``StreamOptions/check()``.
  public init(
    filters: [any FrameFilter], options: StreamOptions = StreamOptions()
  ) throws(AuxError) {
    try options.check()
    self.options = options
    // What does not show needs neither filter nor smoothing.
    guard options.mixer.mix > 0, !filters.isEmpty else {
      self.filters = []
      return
    }
    (self.filters, smoother, alignment) = (filters, options.smoother, options.alignment)
  }

  /// Creates a renderer with effects of the list, which are applied in their order.
  ///
  /// Throws `AuxError` with code `usage` where one is not for streams, and as ``StreamOptions/check()``.
  public init(
    _ effects: [AuxEffect], _ effectOptions: EffectOptions = EffectOptions(),
    options: StreamOptions = StreamOptions()
  ) throws(AuxError) {
    let effects = effects.filter { $0 != .none }
    try self.init(filters: Self.filters(effects, effectOptions, jobs: options.jobs), options: options)
    if effectOptions.hasFocusDistance, effects.contains(where: { $0.parameters.contains(.focus) }) {
      distant = (effects, effectOptions)
    }
  }

  private static func filters(
    _ effects: [AuxEffect], _ options: EffectOptions, jobs: Int
  ) throws(AuxError) -> [any FrameFilter] {
    try effects.map { effect throws(AuxError) in try EffectFilter(effect, options, jobs: jobs) }
  }

  /// Creates a renderer with a filter; without one, frames go out as they came.
  ///
  /// Throws `AuxError` with code `usage` as ``StreamOptions/check()``.
  public init(
    filter: (any FrameFilter)?, options: StreamOptions = StreamOptions()
  ) throws(AuxError) {
    try self.init(filters: filter.map { [$0] } ?? [], options: options)
  }

  /// Creates a renderer with an effect of the list.
  ///
  /// Throws `AuxError` with code `usage` where it is not for streams, and as ``StreamOptions/check()``.
  public init(
    _ effect: AuxEffect, _ effectOptions: EffectOptions = EffectOptions(),
    options: StreamOptions = StreamOptions()
  ) throws(AuxError) {
    try self.init([effect], effectOptions, options: options)
  }

  /// Makes the stages ready for frames of a format, and for maps of the size of one, which errors say the path of.
  mutating func prepare(
    _ format: VideoFrame.Format, framesPerSecond: Double?, map: NormalisedMap, of path: String?,
    incomingMapsPerSecond: Double?
  ) throws(AuxError) {
    try checkAspect(map, "depth", of: path, format)
    let encoding = format.matrix.light
    light = encoding.tables(bits: format.bitsOfRGB)
    if let distant, !filters.isEmpty { try focus(distant, on: map) }
    outputFormat = try filteredFormat(of: format)
    for index in filters.indices {
      try filters[index].prepare(
        width: format.width, height: format.height, light: encoding, retainedBufferHint: 1)
      try filters[index].begin(framesPerSecond: framesPerSecond)
    }
    hold = try hold(format, framesPerSecond, map, incomingMapsPerSecond)
    images = BufferPool(
      sampleCount: format.width * format.height * 3, bits: format.bitsOfRGB, limit: 2)
    frames = BufferPool(sampleCount: format.byteCount, limit: 2)
    self.format = format
  }

  /// Makes filters whose focus is a nearness of the map's range; throws `usage` if the map has no distances.
  private mutating func focus(
    _ distant: (effects: [AuxEffect], options: EffectOptions), on map: NormalisedMap
  ) throws(AuxError) {
    guard let range = map.disparityRange else {
      throw AuxError(
        .usage, "a focus in meters needs distances: Y4M, and codes without a unit, have nearness only")
    }
    let (options, notes) = try distant.options.focused(in: range)
    self.notes = notes
    filters = try Self.filters(distant.effects, options, jobs: self.options.jobs)
  }

  /// Returns the format of filtered frames; a filter that changes the size is the last one, and does not mix.
  private func filteredFormat(of format: VideoFrame.Format) throws(AuxError) -> VideoFrame.Format {
    for (index, filter) in filters.enumerated() {
      let size = filter.outputSize(width: format.width, height: format.height)
      guard size != (format.width, format.height) else { continue }
      guard index == filters.count - 1 else {
        throw AuxError(
          .usage, "a filter that makes pictures of another size than the frames must be the last")
      }
      guard options.mixer.mix == 1 else {
        throw AuxError(
          .usage, "frames of \(size.width)x\(size.height) do not mix with those they are made of")
      }
      return try VideoFrame.Format(
        width: size.width, height: size.height, chroma: format.chroma, range: format.range,
        bits: format.bits, matrix: format.matrix)
    }
    return format
  }

  /// Throws where a map or a matte has another aspect ratio than frames, and that is not allowed.
  func checkAspect(
    _ map: NormalisedMap, _ name: String, of path: String?, _ format: VideoFrame.Format
  ) throws(AuxError) {
    let size = (format.width, format.height)
    guard options.mayStretch || AspectRatio.isSame((map.width, map.height), size) else {
      throw AuxError(
        .usage,
        "the \(name) is \(map.width)x\(map.height) and the colour \(size.0)x\(size.1), which is another aspect "
          + "ratio", path: path, remedy: .stretch)
    }
  }

  /// Returns the hold for the lower of the rates of maps, if any.
  private func hold(
    _ format: VideoFrame.Format, _ framesPerSecond: Double?, _ map: NormalisedMap,
    _ incomingMapsPerSecond: Double?
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
  /// frame until the next. A matte of values 0...1, 1 spared, comes with each frame or with none. `framesPerSecond`
  /// is that of the frames, which rates of the options refer to. Throws `AuxError` with code `usage` if the aspect
  /// ratios of frame and map differ, sizes change, a rate is given without the rate of the frames, or a filter takes
  /// no mattes, and as `output` does.
  public mutating func push(
    _ frame: VideoFrame, map: NormalisedMap, matte: NormalisedMap? = nil, framesPerSecond: Double? = nil,
    to output: (VideoFrame) throws(AuxError) -> Void
  ) throws(AuxError) {
    if format == nil {
      try prepare(
        frame.format, framesPerSecond: framesPerSecond, map: map, of: nil,
        incomingMapsPerSecond: options.incomingMapsPerSecond)
    }
    guard frame.format == format else {
      throw AuxError(.usage, "a frame has another format than those before")
    }
    waiting.append(Waiting(frame: frame, matte: matte))
    guard hold != nil else { return try smooth(map, output) }
    for map in try hold?.push(map) ?? [] { try smooth(map, output) }
  }

  /// Gives the frames that are still due to `output`, and is ready for other ones then.
  public mutating func finish(to output: (VideoFrame) throws(AuxError) -> Void) throws(AuxError) {
    for map in hold?.finish() ?? [] { try smooth(map, output) }
    for map in smoother?.finish() ?? [] { try filter(smoothed.removeFirst(), map, output) }
    for index in filters.indices { filters[index].reset() }
    alignment?.reset()
    (images, frames) = (BufferPool(sampleCount: 0, limit: 0), BufferPool(sampleCount: 0, limit: 0))
    maps = []
    format = nil
  }

  /// Returns a buffer of a map that is no longer needed, where there is one.
  mutating func takeMapBuffer() -> [Float]? { maps.popLast() }

  private mutating func smooth(
    _ map: consuming NormalisedMap, _ output: (VideoFrame) throws(AuxError) -> Void
  ) throws(AuxError) {
    try AuxError.checkCancellation()
    let next = waiting.removeFirst()
    guard !filters.isEmpty else { return try output(next.frame) }
    let format = next.frame.format
    let image = next.frame.rgb(into: images.take(), jobs: options.jobs)
    let picture = Picture(frame: next.frame, image: image, matte: next.matte)
    var map = Self.reduced(map, to: format)
    if let aligned = try alignment?.align(map, colour: image, jobs: options.jobs) { map = aligned }
    guard smoother != nil else { return try filter(picture, map, output) }
    smoothed.append(picture)
    if let due = try smoother?.push(map, colour: image) {
      try filter(smoothed.removeFirst(), due, output)
    }
  }

  /// Returns a map that is larger than the frame at its size; the filter stretches a smaller one itself.
  private static func reduced(_ map: NormalisedMap, to format: VideoFrame.Format) -> NormalisedMap {
    guard map.width > format.width || map.height > format.height else { return map }
    let values = Resample.edgeRespecting(
      map.values, width: map.width, height: map.height, toWidth: format.width, toHeight: format.height,
      discontinuity: 0.1
    ).map { min(max($0, 0), 1) }
    return (try? NormalisedMap(width: format.width, height: format.height, values: values)) ?? map
  }

  private mutating func filter(
    _ picture: consuming Picture, _ map: consuming NormalisedMap,
    _ output: (VideoFrame) throws(AuxError) -> Void
  ) throws(AuxError) {
    let format = picture.frame.format
    if map.values.allSatisfy(\.isNaN) {
      // Nothing is known of the whole frame: all of it is far.
      map = try NormalisedMap(
        width: map.width, height: map.height, values: [Float](repeating: 0, count: map.values.count))
    }
    let matte = picture.matte.map {
      EffectMask(
        shares: Self.reduced($0, to: format), width: format.width, height: format.height,
        jobs: options.jobs)
    }
    let image = try filtered(picture.image, map, matte)
    if hold == nil, smoother == nil, alignment == nil, maps.isEmpty { maps.append(map.values) }
    try output(frame(of: image, from: picture))
    images.give(picture.image.samples)
    frames.give(.uint8(picture.frame.bytes))
  }

  /// Returns what all filters in turn make of an image.
  private mutating func filtered(
    _ image: PhotoPixels, _ map: NormalisedMap, _ matte: EffectMask?
  ) throws(AuxError) -> PhotoPixels {
    var current = try filters[0].render(image, map: map, matte: matte)
    for index in filters.indices.dropFirst() {
      let next = try filters[index].render(current, map: map, matte: matte)
      filters[index - 1].recycle(current)
      current = next
    }
    return current
  }

  /// Returns the frame of a filtered image, mixed with the one that it was made of.
  private mutating func frame(
    of image: consuming PhotoPixels, from picture: borrowing Picture
  ) throws(AuxError) -> VideoFrame {
    let (format, mixer) = (picture.frame.format, options.mixer)
    let size = outputFormat ?? format
    try PlaneSize.match(image, width: size.width, height: size.height, of: "stream")
    if let outputFormat, outputFormat != format {
      return try VideoFrame(image, as: outputFormat, jobs: options.jobs)
    }
    var samples = Self.samples(of: image, bits: format.bitsOfRGB)
    if mixer.mix < 1 {
      mixer.mix(picture.image, into: &samples, tables: light, jobs: options.jobs)
    }
    let final = picture.image.replacingSamples(samples)
    let original =
      filters.allSatisfy(\.keepsFrame)
      ? (frame: picture.frame, rgb: picture.image) : nil
    let frame = try VideoFrame(
      final, as: format, original: original, into: frames.takeBytes(), jobs: options.jobs)
    filters[filters.count - 1].recycle(final)
    return frame
  }

  /// Returns the samples of an image, and lets the image go.
  private static func samples(of image: consuming PhotoPixels, bits: Int) -> PhotoPixels.Samples {
    image.asRGB.withBitsPerSample(bits).samples
  }
}
