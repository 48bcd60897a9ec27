internal import AuxEffects
public import AuxImage
internal import AuxKernels

extension StreamRenderer {
  /// Filters a video by its depth into Y4M, whose bytes `write` takes in turn; returns the number of frames.
  ///
  /// `matte` says for each frame what is spared. `progress` is called after each frame with the number of those written so
  /// far. Throws `AuxError` as the inputs, `write` and ``render(_:map:matte:framesPerSecond:)`` do, `truncated` where depth
  /// or matte end before the color, and `usage` where depth and color state different rates. An error of the depth names
  /// its path.
  @discardableResult
  public mutating func render(
    _ colour: Y4MInput, depth: DepthInput, matte: MatteInput? = nil, progress: (Int) -> Void = { _ in },
    write: ([UInt8]) throws(AuxError) -> Void
  ) throws(AuxError) -> Int {
    var (read, written) = (0, 0)
    var writer: Y4MWriter?
    func send(_ frame: VideoFrame) throws(AuxError) {
      if writer == nil, var header = colour.header {
        header.format = frame.format
        writer = Y4MWriter(header: header)
      }
      if let opening = writer?.opening() {
        try write(opening)
        try write(frame.bytes)
      }
      written += 1
      progress(written)
    }
    while let frame = try colour.next(), let header = colour.header {
      try AuxError.checkCancellation()
      guard let map = try depth.next() else { throw Self.ended("depth", after: read, depth.path) }
      var share: NormalisedMap?
      if let matte {
        share = try matte.next()
        if share == nil { throw Self.ended("matte", after: read, matte.path) }
      }
      if read == 0 {
        try Self.checkRate(of: depth, header)
        try prepare(
          header.format, framesPerSecond: header.framesPerSecond, map: map, of: depth.path)
        if let share { try checkAspect(share, "matte", of: matte?.path, header.format) }
      }
      read += 1
      try send(render(frame, map: map, matte: share))
    }
    reset()
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

  private static func ended(_ name: String, after count: Int, _ path: String?) -> AuxError {
    AuxError(
      .truncated, "the \(name) ends after \(count) frames, and the color has at least \(count + 1)",
      path: path)
  }

  /// Throws where the depth states another rate than the color, with a tolerance of 1 % for rounded rates.
  private static func checkRate(of depth: DepthInput, _ header: Y4MHeader) throws(AuxError) {
    guard let maps = depth.framesPerSecond, let frames = header.framesPerSecond, abs(maps / frames - 1) > 0.01
    else { return }
    throw AuxError(
      .usage, "the depth has \(maps) frames per second and the color \(frames); each frame needs its own map",
      path: depth.path)
  }
}
