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
    discussion: """
      Exit status: 0 all done, 1 some of several inputs or images failed or are invalid,
      or what extract --expect names is not there, 64 usage, 65 input data malformed,
      66 input missing, 69 a codec is missing, 70 internal error, 73 output cannot be created,
      74 input or output error, 75 another program changed the photo meanwhile: try again; 128 + a signal that ended it.
      """,
    version: "0.2.0",
    subcommands: [
      Info.self, Attach.self, Extract.self, Convert.self, Copy.self, Remove.self, Validate.self, Render.self,
      Stream.self, Conventions.self,
    ])

  static func main() {
    Console.openClosed()
    TemporaryFiles.removeOnSignals()
    // A file size limit must come back as an error of write(), not end the process.
    _ = signal(SIGXFSZ, SIG_IGN)
    let arguments = Arguments.all
    // Help of a command that there is not would be that of the program.
    if arguments.first == "help" { refuseUnknown(arguments) }
    do {
      var command = try parsed(arguments)
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
    let (status, text) = (exitCode(for: error), fullMessage(for: error))
    if !text.isEmpty {
      if status == .success { Console.write(text + "\n") } else { Console.writeError(text + "\n") }
    }
    Console.endIfOutputFailed()
    exit(withError: status)
  }

  private static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
    // To parse a command by itself takes half the time, and less where its configuration names the program above it:
    // nobody then looks for requests of completions. What it does not understand, such as a question for help, is
    // the program's to answer.
    if let command = configuration.subcommands.first(where: {
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
    guard let unknown = UnknownArgument(in: arguments) else { return }
    Console.writeError(unknown.text + "\n")
    exit(withError: ExitCode.validationFailure)
  }
}
