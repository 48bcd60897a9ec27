internal import ArgumentParser

// ArgumentParser marks what it may change with an underscore. The program uses two such names, here and nowhere else: a
// release of ArgumentParser that changes them breaks this file alone. SuggestionTests hold what they are used for.

extension CommandConfiguration {
  /// A command of the program that may be parsed by itself, without the program's other commands.
  ///
  /// ArgumentParser then writes usage and help with the name of the program in front, and does not look for requests of
  /// completions, which are half of the time that parsing takes.
  init(command: String, abstract: String, usage: String? = nil, discussion: String = "") {
    self.init(
      commandName: command, _superCommandName: "auxdepth", abstract: abstract, usage: usage,
      discussion: discussion)
  }
}

extension ParsableCommand {
  /// The JSON that `--experimental-dump-help` prints: commands, their options and the texts of both.
  ///
  /// There is no other list of the options of a command.
  static var parserDescription: String { _dumpHelp() }
}
