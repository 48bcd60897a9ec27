internal import AuxEffects
public import AuxImage
internal import AuxKernels
internal import AuxReader
public import AuxWriter

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

extension PhotoRenderer {
  /// Writes a video in which the view sways beside the photo's own, and that loops: its first frame would follow its last one.
  ///
  /// The first frame is the photo, upright and in sRGB. The place of frame k of n is sin(2 pi k / n), 1 that of the left eye and -1
  /// that of the right eye of the options' `stereo`; what comes into view is made as for them. Sides are even numbers. The path's
  /// extension says what it is, as of ``FrameSink``: Y4M, or a video that FFmpeg makes. `progress` gets the number of frames so
  /// far. Throws `AuxError` as ``rendering(_:_:)`` and ``FrameSink`` do.
  @discardableResult
  public func writeParallax(
    _ options: EffectOptions = EffectOptions(), to path: String,
    options writing: WriteOptions = WriteOptions(), progress: (Int) -> Void = { _ in }
  ) throws(AuxError) -> RenderedFile {
    let sink = try FrameSink(path, options: writing)
    let renderer = upright()
    let map = try renderMap()
    let (picture, notes) = try renderer.loopPicture(options.loop)
    let nearness = try GuidedUpsampling.standard.fitted(
      renderer.nearness(of: map, for: .stereo), to: picture, jobs: jobs)
    let sway = try SwayedPhoto(
      picture, map: nearness, stereo: options.stereo, tables: LightEncoding.sRGB.tables(bits: 8), jobs: jobs)
    let madeUp = try write(sway, picture, options.loop, to: sink, progress: progress)
    try sink.finish()
    let report = Report(
      effect: .parallax, focus: nil, lens: nil, blurRadius: nil, grain: nil,
      holeShare: MapReport(map).holeShare, madeUpShare: madeUp, recoveredShare: nil)
    return RenderedFile(
      path: path, width: picture.width, height: picture.height, notes: notes, report: report)
  }

  /// Writes all frames; returns the greatest share of a frame that is made up.
  private func write(
    _ sway: SwayedPhoto, _ picture: PhotoPixels, _ loop: ParallaxLoop, to sink: FrameSink,
    progress: (Int) -> Void
  ) throws(AuxError) -> Double {
    let format = try VideoFrame.Format(
      width: picture.width, height: picture.height, chroma: .left420, range: .limited, matrix: .bt709,
      limits: source.limits)
    var header = Y4MHeader(format: format, frameRate: (loop.frameRate, 1))
    header.statesMatrix = true
    var writer = Y4MWriter(header: header)
    sink.matrix = format.matrix
    var madeUp = 0.0
    for number in 0..<loop.frameCount {
      try AuxError.checkCancellation()
      let view = sway.view(at: Self.place(number, of: loop.frameCount))
      madeUp = max(madeUp, view.gapShare)
      try sink.write(writer.bytes(of: VideoFrame(view.image, as: format, jobs: jobs)))
      progress(number + 1)
    }
    return madeUp
  }

  /// Returns the place of a frame between the eyes: the photo's own in the first one, and half way.
  static func place(_ number: Int, of count: Int) -> Float {
    guard number * 2 % count != 0 else { return 0 }
    return Float(sin(2 * Double.pi * Double(number) / Double(count)))
  }

  /// Returns the photo in sRGB of 8 bits, of the size of the video's frames, and what is not as in the photo.
  private func loopPicture(_ loop: ParallaxLoop) throws(AuxError) -> (PhotoPixels, notes: [String]) {
    var (plain, notes) = (photo, [String]())
    if let mapped = try plain.toneMapped(jobs: jobs) { (plain, notes) = (mapped.pixels, [mapped.note]) }
    do throws(AuxError) {
      plain = try plain.converted(toProfile: nil, jobs: jobs)
    } catch {
      try error.throwIfOfSystem()
      notes.append("colours are taken for those of sRGB, since of the photo's own: \(error.message)")
    }
    let scale = min(Double(loop.longerSide) / Double(max(plain.width, plain.height)), 1)
    func even(_ side: Int) -> Int { max(Int((Double(side) * scale / 2).rounded(.down)) * 2, 2) }
    let picture = try Composite.background(
      plain.withBitsPerSample(8).asRGB, width: even(plain.width), height: even(plain.height), jobs: jobs)
    return (picture, notes)
  }
}
