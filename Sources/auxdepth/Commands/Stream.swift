internal import ArgumentParser
internal import AuxDepthKit

/// `auxdepth stream`.
struct Stream: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "stream", _superCommandName: "auxdepth",
    abstract: "Filters a video by its depth, frame by frame.",
    discussion: """
      Colour is Y4M of 8 bits: 4:2:0, 4:4:4 or gray. Depth has one frame for each
      of the colour: Y4M, of which the luma counts (white = near); a folder of
      map files of one kind (.png, .pfm, .exr, .npy or .tiff), by name, numbers in
      it by value; or a pattern such as depth%04d.exr, from 0 or 1. Codes of 8 and
      16 bits are nearness as well, or lengths with --unit. Infinite depth, and depth from 1e9 on, is farthest. Frames of
      another size are scaled to the colour. Memory does not grow with the
      length. Pipes serve as well as files; of each, 32 MB are read ahead, so
      that one program may feed both:

        ffmpeg -i in.mp4 -pix_fmt yuv420p -f yuv4mpegpipe - |
          auxdepth stream --color - --depth d.y4m -o - --filter blur --smooth |
          ffmpeg -f yuv4mpegpipe -i - out.mp4

      The status is 74, without a message, where the reader of the output goes
      away early.
      """)

  @Option(help: "The colour frames: a Y4M file, or - for standard input.")
  var color: String

  @Option(help: "The depth frames: a Y4M file, a folder, a pattern, or - for Y4M on standard input.")
  var depth: String

  @Option(name: [.short, .customLong("output")], help: "The Y4M file to write, or - for standard output.")
  var output: String

  @Option(help: "What the frames become: \(EffectArgument<StreamEffects>.listing).")
  var filter = EffectArgument<StreamEffects>(.none)

  @Option(
    parsing: .unconditional, help: "The share of the filtered frame, 0 to 1; the rest is the frame itself.")
  var mix: Float = 1

  @Flag(help: "Smooth the depth over time, and fill its holes from the frames before and after.")
  var smooth = false

  @Flag(help: "Accept depth whose aspect ratio is not the colour's.")
  var stretch = false

  @OptionGroup(title: "Rate of the depth") var rate: DepthRateArguments
  @OptionGroup(title: "Depth in frames of map files") var meaning: DepthFrameArguments

  @OptionGroup(title: "Focus") var focus: FocusArguments
  @OptionGroup(title: "Stereo") var stereo: StereoFrameArguments

  @OptionGroup var threads: ThreadArguments

  @Flag(help: "Replace an output that exists.")
  var force = false

  @OptionGroup var sync: SyncArguments

  @Flag(help: "Show no notes and no count of frames.")
  var quiet = false

  @OptionGroup var sandbox: SandboxArguments
  @OptionGroup(title: "Limits") var limits: LimitArguments

  func validate() throws {
    guard color != "-" || depth != "-" else {
      throw ValidationError("standard input cannot be both --color and --depth")
    }
    try meaning.check()
    do throws(AuxError) { try options().check() } catch { throw ValidationError(error.reason) }
  }

  func run() throws {
    var readerIsGone = false
    try Failure.one(color == "-" ? "standard input" : color) { () throws(AuxError) in
      readerIsGone = try filterAll()
    }
    if readerIsGone { throw ExitCode(74) }
  }

  /// Writes all frames; returns whether nobody wanted them all.
  private func filterAll() throws(AuxError) -> Bool {
    let colour = try Y4MInput(color)
    let maps = try DepthInput(depth, options: meaning.options())
    let sink = try FrameSink(output, replaces: force, waitsForDisk: sync.waitsForDisk)
    var effectOptions = try focus.options()
    try stereo.apply(to: &effectOptions)
    var renderer = try StreamRenderer(filter.effect, effectOptions, options: options())
    var counter = FrameCounter(quiet: quiet)
    let count: Int
    do throws(AuxError) {
      defer { counter.clear() }
      count = try renderer.render(colour, depth: maps, to: sink) { counter.advance(to: $0) }
    } catch {
      if sink.readerIsGone { return true }
      throw error
    }
    if let format = renderer.outputFormat ?? colour.header?.format, output != "-" {
      Console.output("\(output): \(filter.effect) \(format.width)x\(format.height), \(count) frames")
    }
    if !quiet, maps.hasMore() {
      Console.error("auxdepth: note: the depth \(depth) goes on after the \(count) frames of the colour")
    }
    return false
  }

  private func options() throws(AuxError) -> StreamOptions {
    var options = StreamOptions()
    options.jobs = threads.jobs ?? options.jobs
    options.mixer = try Mixer(mix: mix)
    options.smoother = smooth ? try TemporalSmoother(jobs: options.jobs) : nil
    options.mapsPerSecond = rate.used
    options.incomingMapsPerSecond = rate.incoming
    options.hold = rate.mode
    options.mayStretch = stretch
    return options
  }
}

/// The options that say how many maps there are in a second.
struct DepthRateArguments: ParsableArguments {
  @Option(
    name: .customLong("fps"), parsing: .unconditional,
    help: "Use so many depth frames per second; the colour keeps its rate (default: one for each frame).")
  var used: Double?

  @Option(
    name: .customLong("fps-mode"),
    help: "What frames between two maps get: held (the last map) or interpolated (between both).")
  var mode: DepthHold.Mode = .held

  @Option(
    name: .customLong("depth-fps"),
    help: """
      The depth comes at this rate, lower than the colour's (default: one frame for each of the colour, or the rate \
      that a Y4M depth states where it is that of --fps).
      """)
  var incoming: Double?
}

/// The options that say what the samples of depth frames mean.
struct DepthFrameArguments: ParsableArguments {
  @Option(
    name: .customLong("depth-kind"), help: "What float samples are: depth (metres) or disparity (1/metres).")
  var kind: DepthQuantity = .depth

  @Option(
    help: """
      The unit of the samples, \(LengthUnit.allCases.map(\.rawValue).joined(separator: ", ")); codes are lengths then, \
      and not nearness.
      """)
  var unit: LengthUnit?

  @Option(help: "The channel of OpenEXR frames (default: Z, Depth.Z, ViewLayer.Depth.Z, … as there is one).")
  var channel: String?

  @Option(help: "The distance in metres that counts as nearest (default: the nearest of the first frame).")
  var near: Float?

  @Option(
    help: "The distance in metres that counts as farthest, which may be inf (default: the first frame's).")
  var far: Float?

  /// Checks the options against one another.
  func check() throws {
    do throws(AuxError) { _ = try options() } catch {
      throw ValidationError("--near must be above 0 and below --far")
    }
  }

  /// Returns what the samples mean; throws `usage` where the distances make no range.
  func options() throws(AuxError) -> DepthFrameOptions {
    var options = try DepthFrameOptions(quantity: kind, near: near, far: far)
    (options.unit, options.channel) = (unit, channel)
    return options
  }
}

/// The number of frames done on standard error, for work that takes longer than a second; only on a terminal.
struct FrameCounter {
  private var last = ContinuousClock.now
  private var line: StatusLine

  init(quiet: Bool) { line = StatusLine(isShown: !quiet) }

  /// Shows how many there are.
  mutating func advance(to count: Int) {
    guard line.isShown, last.duration(to: .now) > .seconds(1) else { return }
    last = .now
    line.draw("frame \(count)")
  }

  /// Removes the count from the terminal.
  mutating func clear() { line.clear() }
}
