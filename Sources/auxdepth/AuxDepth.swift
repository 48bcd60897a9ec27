internal import ArgumentParser
internal import AuxDepthKit

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The command line.
@main
struct AuxDepth: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "auxdepth",
    abstract: "Authors, embeds, extracts and lists depth maps and mattes in photos.",
    discussion: Prose.paragraphs(
      """
      Exit status: \(ExitStatus.meanings.map { "\($0.status) \($0.meaning)" }.joined(separator: ", ")); 128 + a signal
      that ended it.

      Topics of 'auxdepth help TOPIC':
      \(HelpTopic.allCases.map { "  \($0.rawValue): \($0.summary)" }.joined(separator: "\n"))
        RULE: what a rule of validate is about, as JPEG-MPF-STALE
      """),
    version: AuxDepthVersion.text,
    subcommands: commands)

  /// The commands, which can be looked at without the texts of the program.
  private static let commands: [any ParsableCommand.Type] = [
    Info.self, Attach.self, Extract.self, Convert.self, Copy.self, Remove.self, Validate.self, Render.self,
    Stream.self, View.self, Conventions.self, Codecs.self,
  ]

  static func main() {
    Console.openClosed()
    TemporaryFiles.removeOnSignals()
    // A file size limit must come back as an error of write(), not end the process.
    _ = signal(SIGXFSZ, SIG_IGN)
    let arguments = Arguments.all
    Console.apply(.init(words: arguments))
    if arguments == ["--version"] { end(printing: VersionText.text) }
    // Help of a command that there is not would be that of the program.
    if arguments.first == "help" {
      explainTopic(arguments.dropFirst())
      refuseUnknown(arguments)
    }
    do {
      var command = try parsed(arguments)
      if let command = command as? any ConsoleCommand { Console.apply(command.settings) }
      if let command = command as? any ReadingCommand {
        command.limits.apply()
        try command.startSandbox()
      }
      try command.run()
      Console.endIfOutputFailed()
    } catch { end(with: error) }
  }

  /// Prints what there is to say of an error, which is also how help comes, and ends the program.
  private static func end(with error: any Error) -> Never {
    Console.endIfOutputFailed()
    // Whatever wraps text asks for it.
    if Environment["COLUMNS"] != nil { Environment["COLUMNS"] = "\(Console.width)" }
    let status = exitCode(for: error)
    var text = fullMessage(for: error, columns: Console.width)
    if text == AuxDepthVersion.text { text = VersionText.text }
    if !text.isEmpty {
      let isError = status != .success
      // What was typed stands in it, and nothing of that is for the terminal to obey.
      if isError { text = Printable.lines(text) }
      text = Style.parserText(text, isError: isError) + "\n"
      if isError { Console.writeError(text) } else { Console.write(text) }
    }
    if status == .validationFailure, !text.isEmpty { Failure.reportUsage(message(for: error)) }
    Console.endIfOutputFailed()
    exit(withError: status)
  }

  /// Prints what there is to say of a topic, where one is asked for, and ends the program.
  private static func explainTopic(_ words: ArraySlice<String>) {
    guard words.count == 1, let word = words.first else { return }
    if let rule = Rule.byIdentifier[word.uppercased()] { end(printing: RuleList.explanation(of: rule)) }
    guard let topic = HelpTopic(rawValue: word) else { return }
    end(printing: Prose.wrapped(topic.text, to: Console.width))
  }

  /// Prints what was asked for, and ends the program.
  private static func end(printing text: String) -> Never {
    Console.write(text + "\n")
    Console.endIfOutputFailed()
    exit(withError: ExitCode.success)
  }

  private static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
    // To parse a command by itself takes half the time, and less where its configuration names the program above it:
    // nobody then looks for requests of completions. What it does not understand, such as a question for help, is
    // the program's to answer.
    if let command = commands.first(where: {
      $0.configuration.commandName == arguments.first
    }),
      let parsed = try? command.parseAsRoot(Array(arguments.dropFirst())), type(of: parsed) == command
    {
      return parsed
    }
    do { return try parseAsRoot(arguments) } catch {
      if exitCode(for: error) != .success { refuseUnknown(arguments) }
      throw error
    }
  }

  /// Ends the program where there is a subcommand or an option that nobody knows.
  private static func refuseUnknown(_ arguments: [String]) {
    let topics = HelpTopic.names + Validator.allRules.map(\.id)
    guard let unknown = UnknownArgument(in: arguments, of: Self.self, topics: topics) else { return }
    Console.writeError(Style.parserText(unknown.text, isError: true) + "\n")
    Failure.reportUsage(unknown.message)
    exit(withError: ExitCode.validationFailure)
  }
}
