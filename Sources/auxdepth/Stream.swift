internal import ArgumentParser
internal import AuxEffects
internal import AuxImage
internal import Foundation

/// `auxdepth stream`.
struct Stream: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Filters a video by its depth, frame by frame.",
    discussion: """
      Colour is Y4M of 8 bits: 4:2:0, 4:4:4 or gray. Depth has one frame for each
      of the colour: Y4M, of which the luma counts (white = near); a folder of
      .png and .pfm files, by name, numbers in it by value; or a pattern such as
      depth%04d.png, from 0 or 1. Codes of PNG are nearness as well. Frames of
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

  @Option(help: "none, rosy, grayscale, mask, spotlight or blur.")
  var filter: StandardFilter.Kind = .none

  @Option(
    parsing: .unconditional, help: "The share of the filtered frame, 0 to 1; the rest is the frame itself.")
  var mix: Float = 1

  @Flag(help: "Smooth the depth over time, and fill its holes from the frames before and after.")
  var smooth = false

  @Flag(help: "Accept depth whose aspect ratio is not the colour's.")
  var stretch = false

  @OptionGroup(title: "Rate of the depth") var rate: DepthRateOptions
  @OptionGroup(title: "Depth in PFM frames") var meaning: DepthFrameOptions

  @OptionGroup(title: "Focus") var focus: FocusOptions

  @Option(help: "The number of threads (default: as many as there are cores).")
  var jobs: Int?

  @Flag(help: "Replace an output that exists.")
  var force = false

  @Flag(help: "Show no notes and no count of frames.")
  var quiet = false

  func validate() throws {
    guard color != "-" || depth != "-" else {
      throw ValidationError("standard input cannot be both --color and --depth")
    }
    guard (jobs ?? 1) > 0 else { throw ValidationError("--jobs needs a number above 0") }
    try rate.check()
    try meaning.check()
    do throws(AuxError) { _ = try Mixer(mix: mix) } catch { throw ValidationError(error.reason) }
  }

  func run() throws {
    // A reader that went away must come back as an error of write(), not end the process with a file half done.
    _ = signal(SIGPIPE, SIG_IGN)
    var readerIsGone = false
    try Failure.one(color == "-" ? "standard input" : color) { () throws(AuxError) in
      readerIsGone = try filterAll()
    }
    if readerIsGone { throw ExitCode(74) }
  }

  /// Writes all frames; returns whether nobody wanted them all.
  private func filterAll() throws(AuxError) -> Bool {
    let threads = jobs ?? Cores.count
    let colour = try Y4MInput(color)
    let maps = try DepthInput(depth, options: meaning)
    let sink = try about(output) { () throws(AuxError) in try FrameSink(output, replaces: force) }
    let kind = StandardFilter(
      filter, focus: try focus.mask(), blur: try focus.blur(), jobs: threads)
    let run = StreamRun(
      colour: colour, depth: maps, sink: sink, filter: kind, mixer: try Mixer(mix: mix),
      smoother: smooth ? try TemporalSmoother(jobs: threads) : nil, rate: rate, mayStretch: stretch,
      jobs: threads, quiet: quiet)
    do throws(AuxError) {
      try run.filterAll()
      try sink.finish()
    } catch {
      if sink.readerIsGone { return true }
      throw error
    }
    let frames = "\(run.frameCount) frames"
    if let header = colour.header, output != "-" {
      Console.output(
        "\(output): \(filter.rawValue) \(header.format.width)x\(header.format.height), \(frames)")
    }
    if !quiet, maps.hasMore() {
      Console.error("auxdepth: note: the depth \(depth) goes on after the \(frames) of the colour")
    }
    return false
  }

  private func about<T: ~Copyable>(_ path: String, _ body: () throws(AuxError) -> T) throws(AuxError) -> T {
    do throws(AuxError) { return try body() } catch { throw error.about(path) }
  }
}

/// The options that say how many maps there are in a second.
struct DepthRateOptions: ParsableArguments {
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

  /// Checks the options against one another.
  func check() throws {
    for value in [used, incoming].compactMap(\.self) where !(value > 0 && value.isFinite) {
      throw ValidationError("a rate must be a number above 0")
    }
  }
}

/// The options that say what the samples of float maps mean.
struct DepthFrameOptions: ParsableArguments {
  @Option(
    name: .customLong("depth-kind"), help: "What PFM samples are: depth (metres) or disparity (1/metres).")
  var kind: DepthQuantity = .depth

  @Option(
    help: "The distance in metres that counts as nearest; with --far (default: the first frame's range).")
  var near: Float?

  @Option(help: "The distance in metres that counts as farthest, which may be inf.")
  var far: Float?

  /// The disparities between the nearest and the farthest.
  var range: ClosedRange<Float>? {
    guard let near, let far else { return nil }
    return 1 / far...1 / near
  }

  /// Checks the options against one another.
  func check() throws {
    guard (near == nil) == (far == nil) else { throw ValidationError("--near and --far go together") }
    guard let near, let far else { return }
    guard near > 0, near < far, (1 / near).isFinite, 1 / far < 1 / near else {
      throw ValidationError("--near must be above 0 and below --far")
    }
  }
}
