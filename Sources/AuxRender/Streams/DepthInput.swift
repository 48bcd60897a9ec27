public import AuxEffects
public import AuxImage
internal import AuxKernels
internal import AuxMaps

/// The depth frames of a stream, one after the other, as maps of nearness.
public final class DepthInput {
  private enum Source {
    case video(Y4MInput)
    case files(DepthFiles)
    case maps(() throws(AuxError) -> NormalisedMap?)
  }

  /// What samples are.
  enum Meaning {
    /// Distances, or codes of nearness.
    case depth
    /// Shares of 0...1, and codes of them.
    case shares
  }

  /// The path as the user gave it, for messages; nil for frames that come from no file.
  public let path: String?
  private let source: Source
  private let options: DepthFrameOptions
  private let limits: AuxLimits
  private let meaning: Meaning
  private var range: ClosedRange<Float>?
  private var size: (width: Int, height: Int)?
  private var count = 0

  /// Opens frames in files.
  ///
  /// A folder gives its map files of one kind, PNG, PFM, OpenEXR, NPY or TIFF, in the order of the numbers in
  /// their names; a path with `%d` or `%04d` those of the numbers from the first one that there is a file of; any other path,
  /// and `-` for standard input, is Y4M, whose luma is nearness. Throws `AuxError`, which names the path: `inputMissing` where there
  /// is no frame, `usage` for a folder of two kinds, for a pattern with two numbers, and where a range, a unit or a
  /// channel is given for Y4M.
  public convenience init(
    _ path: String, options: DepthFrameOptions = DepthFrameOptions(), limits: AuxLimits = .standard
  ) throws(AuxError) {
    try self.init(path, .depth, options: options, limits: limits)
  }

  /// Opens frames in files, of distances or of shares.
  init(
    _ path: String, _ meaning: Meaning, options: DepthFrameOptions = DepthFrameOptions(), limits: AuxLimits
  ) throws(AuxError) {
    let name = path == "-" ? "standard input" : path
    (self.path, self.limits, self.meaning) = (name, limits, meaning)
    self.options = options
    do throws(AuxError) {
      if path != "-", let files = try DepthFiles(path) {
        source = .files(files)
        return
      }
      guard !options.hasDistance, options.unit == nil, options.channel == nil else {
        throw AuxError(
          .usage,
          "distances that count as near and far, units and channels are for frames in map files; Y4M has nearness from "
            + "black to white")
      }
      source = .video(try Y4MInput(path, limits: limits))
    } catch { throw error.about(name) }
  }

  /// Takes the luma of a video as nearness.
  public convenience init(_ video: Y4MInput) { self.init(.video(video)) }

  /// Takes maps of one size as a model or a program makes them; `next` returns nil at the end.
  public convenience init(maps next: @escaping () throws(AuxError) -> NormalisedMap?) {
    self.init(.maps(next))
  }

  private init(_ source: Source) {
    (path, options, limits, self.source) = (nil, DepthFrameOptions(), .standard, source)
    meaning = .depth
  }

  /// The frames per second that the source states, once a frame was read.
  public var framesPerSecond: Double? {
    if case .video(let input) = source { input.header?.framesPerSecond } else { nil }
  }

  /// Returns the next map, or nil at the end.
  ///
  /// Throws `AuxError` as the decoders do, and `malformed` where a map has another size than those before.
  public func next() throws(AuxError) -> NormalisedMap? {
    do throws(AuxError) {
      guard let map = try decodeNext() else { return nil }
      if let size, size != (map.width, map.height) {
        throw AuxError(
          .malformed,
          "frame \(count) is \(map.width)x\(map.height), those before \(size.width)x\(size.height)")
      }
      size = (map.width, map.height)
      count += 1
      return map
    } catch { throw path.map(error.about) ?? error }
  }

  /// Returns whether there is another frame, which is then lost; a pipe is not waited for.
  package func hasMore() -> Bool {
    switch source {
    case .video(let input): input.hasMore()
    case .files(let files): ((try? files.next()) ?? nil) != nil
    case .maps(let next): ((try? next()) ?? nil) != nil
    }
  }

  private func decodeNext() throws(AuxError) -> NormalisedMap? {
    switch source {
    case .video(let input): return try input.next()?.nearness()
    case .maps(let next): return try next()
    case .files(let files):
      guard let path = try files.next() else { return nil }
      do throws(AuxError) {
        return try map(
          of: MapFile.content(at: path, options: .init(channel: options.channel), limits: limits))
      } catch {
        var error = error
        error.path = nil
        throw error.within("frame \(count), \(PathText.fileName(of: path))")
      }
    }
  }

  private func map(of content: MapContent) throws(AuxError) -> NormalisedMap {
    let plane = content.samples
    if meaning == .shares { return try Self.shares(plane) }
    switch plane.storage {
    case .uint8, .uint16: guard options.unit != nil else { return try NormalisedMap(codes: plane) }
    case .half, .float: break
    }
    if options.unit == nil, let channel = content.channel, channel.isMist {
      throw AuxError(
        .usage,
        "\(channel) is a Mist pass, and frames are distances; convert each by its ends and its falloff first")
    }
    guard options.unit != nil || !content.hasWholeNumbers else {
      throw AuxError(.usage, "the samples are integers of a unit that is not known", remedy: .stateUnit)
    }
    var interpretation = DepthMapInterpretation(quantity: options.quantity)
    interpretation.integersAreNumbers = true
    interpretation.backgroundLimit = content.backgroundLimit ?? interpretation.backgroundLimit
    interpretation.scale = options.unit?.factor(for: options.quantity) ?? 1
    let values = try interpretation.marked(plane)
    // Background becomes 0, which is farther than any range goes.
    let disparities = options.quantity == .depth ? Reciprocal.reciprocal(values) : values
    let range: ClosedRange<Float>
    if let known = self.range { range = known } else { range = try self.range(of: disparities) }
    self.range = range
    return try NormalisedMap(width: plane.width, height: plane.height, disparities: disparities, range: range)
  }

  /// Returns samples as shares: those beyond 0...1 are clamped, and holes are 0.
  private static func shares(_ plane: PixelPlane) throws(AuxError) -> NormalisedMap {
    switch plane.storage {
    case .uint8, .uint16: return try NormalisedMap(codes: plane)
    case .half(let bits):
      return try shares(
        PixelPlane(width: plane.width, height: plane.height, known: .float(Half.decode(bits))))
    case .float(let samples):
      let values = samples.map { $0 > 0 ? min($0, 1) : 0 }
      return try NormalisedMap(width: plane.width, height: plane.height, values: values)
    }
  }

  /// Returns the requested range, or that of samples that are neither holes nor background.
  private func range(of disparities: [Float]) throws(AuxError) -> ClosedRange<Float> {
    let known = Quantise.finiteRange(disparities.map { $0 > 0 ? $0 : .nan })
    guard let low = options.far.map({ 1 / $0 }) ?? known?.min,
      let high = options.near.map({ 1 / $0 }) ?? known?.max, low < high
    else {
      throw AuxError(
        .usage, "the first frame has no two distances to take the range from", remedy: .stateDistances)
    }
    return low...high
  }
}

/// The mattes of a stream, one for each frame: the parts that effects spare.
public final class MatteInput {
  private let input: DepthInput

  /// Opens mattes in files, as ``DepthInput/init(_:options:limits:)`` opens depth: Y4M, whose luma counts, a folder
  /// or a pattern.
  ///
  /// White, and 1 in map files of floats, is spared. Throws `AuxError` as that does.
  public init(_ path: String, limits: AuxLimits = .standard) throws(AuxError) {
    input = try DepthInput(path, .shares, limits: limits)
  }

  /// Takes the luma of a video.
  public init(_ video: Y4MInput) { input = DepthInput(video) }

  /// Takes shares of 0...1 of one size as a model or a program makes them; `next` returns nil at the end.
  public init(mattes next: @escaping () throws(AuxError) -> NormalisedMap?) {
    input = DepthInput(maps: next)
  }

  /// The path as the user gave it, for messages; nil for mattes that come from no file.
  public var path: String? { input.path }

  /// Returns the next matte, or nil at the end.
  ///
  /// Throws `AuxError` as the decoders do, and `malformed` where one has another size than those before.
  public func next() throws(AuxError) -> NormalisedMap? { try input.next() }

  /// Returns whether there is another matte, which is then lost; a pipe is not waited for.
  package func hasMore() -> Bool { input.hasMore() }
}
