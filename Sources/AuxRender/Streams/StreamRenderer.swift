public import AuxEffects
public import AuxImage
internal import AuxKernels

/// Filters frames by their maps: the smoother, the filters and the mixer in turn.
///
/// One frame at a time is in memory. ``render(_:depth:matte:to:progress:)`` filters a whole video:
///
/// ```swift
/// var renderer = try StreamRenderer(.blur)
/// try renderer.render(
///   Y4MInput("video.y4m"), depth: DepthInput("depth%04d.png"), to: FrameSink("blurred.y4m"))
/// ```
///
/// ``render(_:map:matte:framesPerSecond:)`` takes frames from elsewhere. Filters work on RGB of 8 bits, or of 16 for frames of more
/// than 8; unchanged pixels keep their codes.
public struct StreamRenderer: Sendable {
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
  private var light = VideoFrame.Matrix.bt709.light.tables
  /// The format of the frames, once the stages are ready for it.
  private var format: VideoFrame.Format?
  /// The format of the filtered frames, once they are prepared for.
  public private(set) var outputFormat: VideoFrame.Format?

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
    (self.filters, smoother) = (filters, options.smoother)
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
    _ format: VideoFrame.Format, framesPerSecond: Double?, map: NormalisedMap, of path: String?
  ) throws(AuxError) {
    try checkAspect(map, "depth", of: path, format)
    let encoding = format.matrix.light
    light = encoding.tables(bits: format.bitsOfRGB)
    if let distant, !filters.isEmpty { try focus(distant, on: map) }
    outputFormat = try filteredFormat(of: format)
    for index in filters.indices {
      try filters[index].prepare(width: format.width, height: format.height, light: encoding)
      try filters[index].begin(framesPerSecond: framesPerSecond)
    }
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

  /// Returns the next frame filtered by its map.
  ///
  /// All frames have one format, and all maps one size. A matte of values 0...1, 1 spared, comes with each frame or with
  /// none. `framesPerSecond` is the rate of the frames, which a focus over time needs. Throws `AuxError` with code `usage` if the
  /// aspect ratios of frame and map differ, sizes change, or a filter takes no mattes.
  public mutating func render(
    _ frame: VideoFrame, map: NormalisedMap, matte: NormalisedMap? = nil, framesPerSecond: Double? = nil
  ) throws(AuxError) -> VideoFrame {
    if format == nil { try prepare(frame.format, framesPerSecond: framesPerSecond, map: map, of: nil) }
    guard frame.format == format else {
      throw AuxError(.usage, "a frame has another format than those before")
    }
    try AuxError.checkCancellation()
    guard !filters.isEmpty else { return frame }
    let image = frame.rgb(jobs: options.jobs)
    var map = Self.reduced(map, to: frame.format)
    if let smoothed = try smoother?.smoothed(map) { map = smoothed }
    return try filter(Picture(frame: frame, image: image, matte: matte), map)
  }

  /// Forgets the frames so far; the next one may be of another video.
  public mutating func reset() {
    for index in filters.indices { filters[index].reset() }
    smoother?.reset()
    format = nil
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

  /// Returns a frame that all filters were applied to, mixed with the frame itself.
  private mutating func filter(
    _ picture: consuming Picture, _ map: consuming NormalisedMap
  ) throws(AuxError) -> VideoFrame {
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
    return try frame(of: filtered(picture.image, map, matte), from: picture)
  }

  /// Returns what all filters in turn make of an image.
  private mutating func filtered(
    _ image: PhotoPixels, _ map: NormalisedMap, _ matte: EffectMask?
  ) throws(AuxError) -> PhotoPixels {
    var current = try filters[0].render(image, map: map, matte: matte)
    for index in filters.indices.dropFirst() {
      current = try filters[index].render(current, map: map, matte: matte)
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
    return try VideoFrame(final, as: format, original: original, jobs: options.jobs)
  }

  /// Returns the samples of an image, and lets the image go.
  private static func samples(of image: consuming PhotoPixels, bits: Int) -> PhotoPixels.Samples {
    image.asRGB.withBitsPerSample(bits).samples
  }
}
