internal import AuxEffects
public import AuxImage
internal import AuxKernels

extension StreamRenderer {
  /// Filters a video by its depth into Y4M, whose bytes `write` takes in turn; returns the number of frames.
  ///
  /// `matte` says for each frame what is spared. `progress` is called after each frame with the number of those written so
  /// far. Throws `AuxError` as the inputs and `write` do, `truncated` where depth or matte end before the colour, and `usage`
  /// as ``push(_:map:matte:framesPerSecond:to:)`` does; an error of the depth names its path.
  @discardableResult
  public mutating func render(
    _ colour: Y4MInput, depth: DepthInput, matte: MatteInput? = nil, progress: (Int) -> Void = { _ in },
    write: ([UInt8]) throws(AuxError) -> Void
  ) throws(AuxError) -> Int {
    ProcessMemory.keepFreed(blocksUpTo: 32 << 20)
    var (read, written) = (0, 0)
    var writer: Y4MWriter?
    // The last map, where more frames than one get it.
    var kept: NormalisedMap?
    // The frames of the colour with which another map comes.
    var incoming = RateDivision(ratio: 1)
    func send(_ frame: VideoFrame) throws(AuxError) {
      if writer == nil, var header = colour.header {
        header.format = frame.format
        writer = Y4MWriter(header: header)
      }
      if let opening = writer?.opening() {
        try write(opening)
        try write(frame.bytes)
      }
      colour.recycle(frame)
      written += 1
      progress(written)
    }
    while let frame = try colour.next(), let header = colour.header {
      try AuxError.checkCancellation()
      let current: NormalisedMap
      if let kept, !incoming.begins(at: read) {
        current = kept
      } else {
        takeMapBuffer().map(depth.recycle)
        current = try Self.next(depth, frame: read, header, comesWithEach: incoming.ratio == 1)
      }
      let share = try matte.map { (matte) throws(AuxError) in try Self.next(matte, frame: read) }
      if read == 0 {
        let rate = options.incomingMapsPerSecond ?? statedRate(of: depth)
        try prepare(
          header.format, framesPerSecond: header.framesPerSecond, map: current, of: depth.path,
          incomingMapsPerSecond: rate)
        if let share { try checkAspect(share, "matte", of: matte?.path, header.format) }
        if let rate, let frameRate = header.framesPerSecond {
          incoming = RateDivision(ratio: min(rate / frameRate, 1))
        }
      }
      if incoming.ratio < 1 { kept = current }
      read += 1
      try push(frame, map: current, matte: share, to: send)
    }
    try finish(to: send)
    if read == 0, let header = colour.header { try write(header.serialized()) }
    return read
  }

  /// Filters a video by its depth into a file or pipe, as ``render(_:depth:matte:progress:write:)``; a file is complete
  /// then, and has its name.
  @discardableResult
  public mutating func render(
    _ colour: Y4MInput, depth: DepthInput, matte: MatteInput? = nil, to sink: FrameSink,
    progress: (Int) -> Void = { _ in }
  ) throws(AuxError) -> Int {
    let count = try render(colour, depth: depth, matte: matte, progress: progress) {
      (bytes) throws(AuxError) in
      sink.matrix = colour.header?.format.matrix
      try sink.write(bytes)
    }
    try sink.finish()
    return count
  }

  /// Returns notes of depth and mattes that go on after the frames.
  package static func notesOfRest(_ depth: DepthInput, _ matte: MatteInput?, after count: Int) -> [String] {
    let inputs = [("depth", depth.path, depth.hasMore()), ("matte", matte?.path, matte?.hasMore() ?? false)]
    return inputs.filter(\.2).map { name, path, _ in
      "the \(name) \(path ?? "") goes on after the \(count) frames of the colour"
    }
  }

  private static func next(_ matte: MatteInput, frame: Int) throws(AuxError) -> NormalisedMap {
    guard let share = try matte.next() else {
      throw AuxError(
        .truncated, "the matte ends before frame \(frame) of the colour, counted from 0", path: matte.path)
    }
    return share
  }

  /// Returns the map of a frame; depth that states itself that it has fewer frames may be meant to.
  private static func next(
    _ depth: DepthInput, frame: Int, _ header: Y4MHeader, comesWithEach: Bool
  ) throws(AuxError) -> NormalisedMap {
    if let map = try depth.next() { return map }
    let reason = "the depth ends before frame \(frame) of the colour, counted from 0"
    guard comesWithEach, let stated = depth.framesPerSecond, let frameRate = header.framesPerSecond,
      stated < frameRate * 0.99
    else { throw AuxError(.truncated, reason, path: depth.path) }
    throw AuxError(
      .truncated, "\(reason); it states \(stated) frames per second and the colour \(frameRate)",
      path: depth.path, remedy: .stateDepthRate)
  }

  /// Returns the rate that the depth states, where that is the one to be used.
  private func statedRate(of depth: DepthInput) -> Double? {
    guard let stated = depth.framesPerSecond, let used = options.mapsPerSecond,
      abs(stated / used - 1) < 0.01
    else { return nil }
    return stated
  }
}
