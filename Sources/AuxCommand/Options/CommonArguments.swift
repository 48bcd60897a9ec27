internal import ArgumentParser
internal import AuxDepthKit

protocol ConsoleCommand: ParsableCommand {
  var settings: Console.Settings { get }
  /// Throws a `ValidationError` if options contradict each other. ArgumentParser calls `validate()` before it looks for unknown
  /// options, and a misspelled option would be reported as what it causes.
  mutating func check() throws
}

extension ConsoleCommand {
  func check() throws {}
}

/// A command that reads images.
protocol ReadingCommand: ConsoleCommand {
  var limits: LimitArguments { get }
  var sandbox: SandboxArguments { get }
  /// Whether notes are left out.
  var isQuiet: Bool { get }
}

extension ReadingCommand {
  var isQuiet: Bool { false }
}

/// The options of what a command prints for people.
struct ConsoleArguments: ParsableArguments {
  @Option(help: "Colour of messages and reports: auto (on terminals), always or never.")
  var color: ColourChoice = .auto

  @OptionGroup var verbosity: VerbosityArguments

  /// Returns the settings of its output; `output` is the file that it writes.
  func settings(
    json: Bool = false, output: String? = nil, takesFolders: Bool = false
  ) -> Console.Settings {
    Console.Settings(
      isJSON: json, isVerbose: verbosity.verbose, streamsOutput: output == StandardStream.path,
      takesFolders: takesFolders, colour: color)
  }
}

/// The same for a command whose `--color` is something else.
struct VerbosityArguments: ParsableArguments {
  @Flag(help: "Say on standard error what is read, chosen, copied and written.")
  var verbose = false
}

extension ColourChoice: ExpressibleByArgument {}

extension Console.Settings {
  /// What a command line asks for that is not understood yet, or cannot be: as far as its words say.
  init(words arguments: [String]) {
    let words = arguments.prefix { $0 != "--" }
    func value(of option: String) -> String? {
      for (index, word) in words.enumerated().reversed() {
        if word == option { return index + 1 < words.count ? words[index + 1] : nil }
        if word.hasPrefix(option + "=") { return String(word.dropFirst(option.count + 1)) }
      }
      return nil
    }
    isJSON = words.contains("--json") || value(of: "--format") == "json"
    streamsOutput = ["-o", "--output"].contains { value(of: $0) == StandardStream.path }
    // `stream` has colour frames of that name.
    if words.first != "stream" { colour = value(of: "--color").flatMap(ColourChoice.init) ?? .auto }
  }
}

/// Checks of `-`, standard input and output.
enum StreamCheck {
  /// Checks that standard input is one input at most.
  static func inputs(_ paths: [String?]) throws {
    guard paths.count(where: { $0 == StandardStream.path }) <= 1 else {
      throw ValidationError("standard input can be read once, and - stands for it more than once")
    }
  }

  /// Checks that what is written to standard output is not shown to people.
  static func output(_ path: String?) throws {
    guard path != StandardStream.path || !Console.isOutputTerminal else {
      throw ValidationError("standard output is a terminal; redirect it, or name a file")
    }
  }
}

/// The option that bounds how many photos are worked on at once.
struct JobsArguments: ParsableArguments {
  @Option(
    name: [.customShort("j", allowingJoined: true), .long],
    help: ArgumentHelp(
      "How many photos are worked on at once (default: the number of cores).",
      discussion:
        "Output comes in the order of the photos, and is the same for any number. Each takes memory of its own."
    ))
  var jobs: Int?

  func validate() throws { try Self.check(jobs) }

  fileprivate static func check(_ jobs: Int?) throws {
    guard (jobs ?? 1) > 0 else { throw ValidationError("--jobs needs a number above 0") }
  }
}

/// The option that bounds the threads which work on one picture.
struct ThreadArguments: ParsableArguments {
  @Option(help: "The number of threads (default: as many as there are cores).")
  var jobs: Int?

  func validate() throws { try JobsArguments.check(jobs) }
}

struct LimitArguments: ParsableArguments {
  @Option(
    name: .customLong("max-pixels"),
    help: "The most pixels of one image; the status is 65 where one has more (default: 268435456).")
  var pixels: Int?

  @Option(
    name: .customLong("max-memory"),
    help: ArgumentHelp(
      "The most memory for one image in megabytes (default: what the system gives).",
      discussion: "An image that could need more is refused with status 65 before it is decoded."))
  var megabytes: Int?

  func validate() throws {
    guard pixels.map({ $0 > 0 }) ?? true else { throw ValidationError("--max-pixels is at least 1") }
    guard megabytes.map({ (1...(Int.max >> 20)).contains($0) }) ?? true else {
      throw ValidationError("--max-memory is at least 1")
    }
  }

  /// Makes these the limits of all calls of the library.
  func apply() {
    var limits = AuxLimits.standard
    if let pixels { limits.pixels = pixels }
    if let megabytes { limits.memory = min(limits.memory, megabytes << 20) }
    AuxLimits.standard = limits
  }
}

/// The option that has the codecs of the system run where they can reach nothing.
struct SandboxArguments: ParsableArguments {
  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(
      "Decode in processes without files, network and privileges, and with bounded memory and time, or end with status 69.",
      discussion:
        "Without either option that is done where the system allows it; else a note says so once, and JSON has \"sandbox\": \"off\"."
    ))
  var sandbox: Bool?

  /// Applies it to all that the program decodes, and starts it where it was asked for.
  func start(for command: some ReadingCommand) throws {
    CodecSandbox.mode = sandbox.map { $0 ? .required : .off } ?? .automatic
    guard sandbox != false else { return }
    CodecSandbox.adopt()
    guard sandbox == true else {
      if !command.isQuiet { CodecSandbox.onRefusal(Self.note) }
      return
    }
    do throws(AuxError) { try CodecSandbox.start() } catch {
      Console.say(Message(.error, about: "--sandbox", error.message))
      throw ExitCode(AuxError.Code.codecMissing.exitStatus)
    }
  }

  static func note(_ failure: AuxError) {
    Console.say(Message(.note, "\(failure.message); no sandbox is used (--no-sandbox says so)"))
  }
}
