internal import ArgumentParser
internal import AuxDepthKit

struct Stream: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "stream",
    abstract: "Filters a video by its depth, frame by frame.",
    discussion: Prose.paragraphs(
      """
      Colour is Y4M: 4:2:0, 4:2:2, 4:4:4 or gray, of 8 to 16 bits, which effects keep;
      what they leave as it was keeps its codes. Depth
      has one frame for each of the colour: Y4M, of which the luma counts (white =
      near); a folder of map files of one kind (.png, .pfm, .exr, .npy or .tiff), by
      name, numbers in it by value; or a pattern such as depth%04d.exr, from the
      first number that there is a file of.
      Codes of 8 and 16 bits are nearness as well, or lengths with --input-unit. Infinite
      depth, and depth from 1e9 on, is farthest. Frames of another size are scaled to
      the colour. Memory does not grow with the length. Pipes serve as well as files;
      of each, 32 MB are read ahead, so that one program may feed both:

        ffmpeg -i in.mp4 -pix_fmt yuv420p -f yuv4mpegpipe - |
          auxdepth stream --color - --depth d.y4m -o - --filter blur --smooth |
          ffmpeg -f yuv4mpegpipe -i - out.mp4

      Where ffmpeg is installed, -o out.mp4 (.m4v, .mov, .mkv, .webm, .avi) hands it
      the frames; there is no sound in what it makes.

      The status is 74, without a message, where the reader of the output goes
      away early.
      """))

  @Option(help: "The colour frames: a Y4M file, or - for standard input.", completion: .files(["y4m"]))
  var color: String

  @Option(
    help: "The depth frames: a Y4M file, a folder, a pattern, or - for Y4M on standard input.",
    completion: .file())
  var depth: String

  @Option(
    help:
      "Mattes, one for each frame: Y4M, a folder or a pattern. What is white in them is spared by the filters.",
    completion: .file())
  var matte: String?

  @Option(
    name: [.short, .customLong("output")],
    help: "The Y4M file to write, - for standard output, or a video such as out.mp4 that ffmpeg makes.",
    completion: .files(["y4m"] + FrameSink.videoExtensions))
  var output: String

  @Option(
    help: """
      What the frames become: \(StreamEffects.listing). Several are applied in their order \
      (default: none).
      """)
  var filter: [ListedArgument<StreamEffects>] = []

  @Option(
    help: "The share of the filtered frame, 0 to 1; the rest is the frame itself. Their light is mixed.")
  var mix: Float = 1

  @Option(
    help: """
      How the colour's luma and chroma are made: bt601, bt709 or bt2020 (default: XCOLORSPACE of the stream, else \
      bt709 from 1280 columns or 577 rows on, bt601 below).
      """)
  var matrix: VideoFrame.Matrix?

  @Flag(help: "Accept depth and mattes whose aspect ratio is not the colour's.")
  var stretch = false

  @Flag(help: "Smooth the depth over time, and fill its holes from the frames before.")
  var smooth = false

  @OptionGroup(title: "Depth in frames of map files") var meaning: DepthFrameArguments

  @OptionGroup(title: "Depth in gray") var gray: DepthGrayArguments
  @OptionGroup(title: "Focus") var focus: FocusArguments
  @OptionGroup(title: "Focus over time") var followed: FollowedFocusArguments
  @OptionGroup(title: "Stereo") var stereo: StereoFrameArguments

  @OptionGroup var threads: ThreadArguments

  @Flag(help: "Replace an output that exists.")
  var force = false

  @OptionGroup var sync: SyncArguments

  @Flag(help: "Show no notes and no count of frames.")
  var quiet = false

  @OptionGroup var verbosity: VerbosityArguments
  @OptionGroup var sandbox: SandboxArguments
  @OptionGroup(title: "Limits") var limits: LimitArguments

  var settings: Console.Settings { Console.Settings(isVerbose: verbosity.verbose) }

  func check() throws {
    let inputs = [("--color", color), ("--depth", depth), ("--matte", matte)].filter { $0.1 == "-" }.map(\.0)
    guard inputs.count < 2 else {
      throw ValidationError("standard input cannot be both \(inputs[0]) and \(inputs[1])")
    }
    try meaning.check()
    do throws(AuxError) {
      try options().check()
      _ = try effects()
    } catch { throw ValidationError(error.reason) }
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
    let colour = try Y4MInput(color, matrix: matrix)
    let maps = try DepthInput(depth, options: meaning.options())
    let mattes = try matte.map { (path) throws(AuxError) in try MatteInput(path) }
    if let format = colour.header?.format {
      Console.verbose(color, "read frames of \(format.width)x\(format.height), \(format.bits) bits")
    }
    Console.verbose(output, "chose \(filters)")
    try OutputFile.check(output, replaces: force, inputs: [color, depth, matte])
    let sink = try FrameSink(output, options: sync.options(force: force))
    var renderer = try StreamRenderer(filter.map(\.value), effects(), options: options())
    var counter = FrameCounter(quiet: quiet)
    let count: Int
    do throws(AuxError) {
      defer { counter.clear() }
      count = try renderer.render(colour, depth: maps, matte: mattes, to: sink) { counter.advance(to: $0) }
    } catch {
      if sink.readerIsGone { return true }
      throw error
    }
    if let format = renderer.outputFormat ?? colour.header?.format, output != "-" {
      Console.output("\(output): \(filters) \(format.width)x\(format.height), \(count) frames")
    }
    guard !quiet else { return false }
    for text in renderer.notes + StreamRenderer.notesOfRest(maps, mattes, after: count) {
      Console.say(Message(.note, text))
    }
    return false
  }

  private var filters: String {
    filter.isEmpty ? "\(AuxEffect.none)" : filter.map { "\($0.value)" }.joined(separator: "+")
  }

  private func effects() throws(AuxError) -> EffectOptions {
    var effects = try focus.options()
    effects.gray = try gray.effect()
    try followed.apply(to: &effects)
    try stereo.apply(to: &effects)
    return effects
  }

  private func options() throws(AuxError) -> StreamOptions {
    var options = StreamOptions()
    options.jobs = threads.jobs ?? options.jobs
    options.mixer = try EffectMixer(mix: mix)
    options.smoother = smooth ? try TemporalSmoother() : nil
    options.mayStretch = stretch
    return options
  }
}
