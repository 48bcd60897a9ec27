internal import ArgumentParser
internal import AuxDepthKit

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Runs the command-line program with the arguments of `main` in C. Called by `main.c`.
@c(auxdepth_main)
public func run(_ count: Int32, _ words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Int32 {
  unsafe Arguments.read(words, count: Int(count))
  AuxDepth.start()
  return EXIT_SUCCESS
}

struct AuxDepth: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "auxdepth",
    abstract: "Authors, embeds, extracts and lists depth maps and mattes in photos.",
    version: AuxDepthVersion.text,
    subcommands: [
      Info.self, Attach.self, Extract.self, Convert.self, Copy.self, Edit.self, Remove.self, Validate.self,
      Compare.self, Render.self, Stream.self, View.self, Conventions.self, Codecs.self,
    ])

  /// Runs the command of the arguments, and ends the program where it fails.
  static func start() {
    Console.openClosed()
    // An allocation that fails ends the program: it does not begin where that is likely.
    guard ProcessMemory.isEnoughForSmallBlocks else {
      Console.writeError("auxdepth: the system gives the program too little memory\n")
      exit(withError: ExitCode(AuxError.Code.io.exitStatus))
    }
    TemporaryFiles.removeOnSignals()
    // A file size limit must come back as an error of write(), not end the process.
    _ = signal(SIGXFSZ, SIG_IGN)
    let arguments = Arguments.joiningNegativeNumbers(Arguments.all)
    Console.apply(.init(words: arguments))
    if arguments == ["--version"] { end(printing: VersionText.text) }
    do {
      if arguments.first == "help" { try explainTopic(arguments.dropFirst()) }
      try checkSubcommand(arguments)
      var command = try parseAsRoot(arguments)
      if var checked = command as? any ConsoleCommand {
        Console.apply(checked.settings)
        do { try checked.check() } catch let error as ValidationError {
          end(with: error, of: type(of: checked))
        }
        command = checked
      }
      if let command = command as? any ReadingCommand {
        command.limits.apply()
        try command.sandbox.start(for: command)
        if !command.isQuiet {
          FileLocks.onWaiting { path in
            Console.say(Message(.note, "waiting for \(path), which another program has locked"))
          }
        }
      }
      try command.run()
      Console.endIfOutputFailed()
    } catch { end(with: error) }
  }

  /// Prints an error, or the help that was asked for, and ends the program. `command` is the command whose options contradict
  /// each other.
  private static func end(with error: any Error, of command: (any ParsableCommand.Type)? = nil) -> Never {
    Console.endIfOutputFailed()
    // ArgumentParser wraps some texts at the width that the environment names.
    if Environment["COLUMNS"] != nil { Environment["COLUMNS"] = "\(Console.width)" }
    let status = exitCode(for: error)
    var text = fullMessage(for: error, columns: Console.width)
    if let command {
      text = """
        Error: \(message(for: error))
        Usage: \(usageString(for: command))
          See 'auxdepth \(command.configuration.commandName ?? "") --help' for more information.
        """
    }
    if text == AuxDepthVersion.text { text = VersionText.text }
    if text == helpMessage(columns: Console.width) {
      text += "\n\n" + Prose.wrapped(HelpTopic.listing, to: Console.width)
    }
    if !text.isEmpty {
      let isError = status != .success
      // It quotes what was typed, and nothing of that may be a command to the terminal.
      if isError { text = Printable.lines(text) }
      text = Style.parserText(text, isError: isError) + "\n"
      if isError { Console.writeError(text) } else { Console.write(text) }
    }
    if status == .validationFailure, !text.isEmpty { Failure.reportUsage(message(for: error)) }
    Console.endIfOutputFailed()
    exit(withError: status)
  }

  /// Prints the text or the JSON of a topic of help and ends the program. Returns if the words name no topic; throws for words
  /// after a topic.
  private static func explainTopic(_ words: ArraySlice<String>) throws {
    guard let word = words.first(where: { $0 != "--json" }) else { return }
    let rule = Validator.Rule.byIdentifier[word.uppercased()]
    let topic = HelpTopic(rawValue: word)
    guard rule != nil || topic != nil else { return }
    let others = words.filter { $0 != word }
    if others == ["--json"], let json = topic?.json { end(printing: json.text) }
    if let unknown = others.first { throw ValidationError("Unknown argument '\(unknown)'") }
    end(
      printing: rule.map { RuleList.explanation(of: $0) }
        ?? Prose.wrapped(topic?.text ?? "", to: Console.width))
  }

  /// Prints what was asked for, and ends the program.
  private static func end(printing text: String) -> Never {
    Console.write(text + "\n")
    Console.endIfOutputFailed()
    // ArgumentParser would make the help of all commands first.
    Console.endWell()
  }

  /// Throws if the first argument, or the one after `help`, is no command: ArgumentParser reports it as an unexpected value and
  /// suggests none.
  private static func checkSubcommand(_ arguments: [String]) throws {
    let isHelp = arguments.first == "help"
    guard let word = isHelp ? arguments.dropFirst().first : arguments.first, !word.hasPrefix("-") else {
      return
    }
    let names = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
    guard !names.contains(word) else { return }
    let topics = isHelp ? HelpTopic.names + Validator.allRules.map(\.id) : []
    let suggestion = Spelling.suggestion(for: word, among: names + topics)
    throw ValidationError(
      "Unknown subcommand '\(word)'" + (suggestion.map { ". Did you mean '\($0)'?" } ?? ""))
  }
}
