internal import ArgumentParser
internal import AuxDepthKit

#if canImport(FoundationEssentials)
  // Foundation itself would load the tables of ICU at every start.
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The first thing in a command line that is no subcommand and no option of it.
///
/// ArgumentParser looks for what is missing first, and says so even where the reason is an option that is misspelled.
/// A command line that it refused is looked at again with this.
struct UnknownArgument {
  /// What is wrong, with what was probably meant.
  let message: String
  /// The message with the usage, as ArgumentParser prints its own.
  let text: String

  /// Returns nil where all is known, as far as can be said.
  init?(in arguments: [String], of program: any ParsableCommand.Type, topics: [String]) {
    guard let first = arguments.first, !first.hasPrefix("-"), let tool = CommandList(of: program) else {
      return nil
    }
    let isHelp = first == "help"
    guard let name = isHelp ? arguments.dropFirst().first : first, !name.hasPrefix("-") else { return nil }
    guard let command = tool.subcommands?.first(where: { $0.commandName == name }) else {
      // What comes after a topic of help is not known.
      if isHelp, topics.contains(name), arguments.count > 2 {
        self.init("argument", arguments[2], among: [], of: program)
      } else {
        let names = tool.subcommands?.map(\.commandName) ?? []
        self.init("subcommand", name, among: names + (isHelp ? topics : []), of: program)
      }
      return
    }
    guard !isHelp, let option = command.unknownOption(in: arguments.dropFirst()) else { return nil }
    self.init(
      "option", option, among: command.optionNames.filter { $0.hasPrefix("--") }, of: program,
      program.configuration.subcommands.first { $0.configuration.commandName == name })
  }

  private init(
    _ kind: String, _ word: String, among words: [String], of program: any ParsableCommand.Type,
    _ command: (any ParsableCommand.Type)? = nil
  ) {
    let suggestion = Spelling.suggestion(for: word, among: words)
    message = "Unknown \(kind) '\(word)'" + (suggestion.map { ". Did you mean '\($0)'?" } ?? "")
    let name = [program, command].compactMap { $0?.configuration.commandName }.joined(separator: " ")
    text = """
      Error: \(Printable.line(message))
      Usage: \(command.map { program.usageString(for: $0) } ?? program.usageString())
        See '\(name) --help' for more information.
      """
  }
}

/// What ArgumentParser says of a command, as it prints it for other programs.
private struct CommandList: Decodable {
  struct Tool: Decodable {
    let command: CommandList
  }

  struct Argument: Decodable {
    struct Name: Decodable {
      let kind: String
      let name: String
      /// The name as it is typed.
      var typed: String { (kind == "long" ? "--" : "-") + name }
    }

    let kind: String
    let parsingStrategy: String
    let names: [Name]?
  }

  let commandName: String
  let subcommands: [CommandList]?
  let arguments: [Argument]?

  /// Reads what there is to say of a program with its subcommands.
  init?(of program: any ParsableCommand.Type) {
    let description = Data(program.parserDescription.utf8)
    guard let tool = try? JSONDecoder().decode(Tool.self, from: description) else { return nil }
    self = tool.command
  }

  /// The names of all options and flags as they are typed.
  var optionNames: [String] { (arguments ?? []).flatMap { $0.names ?? [] }.map(\.typed) }

  /// Returns the first option that there is not; several letters after one hyphen are left to ArgumentParser.
  func unknownOption(in words: ArraySlice<String>) -> String? {
    var rest = words
    while let word = rest.popFirst(), word != "--" {
      let isLong = word.hasPrefix("--")
      guard isLong || word.count == 2 && word.hasPrefix("-") && word.last?.isLetter == true else { continue }
      let name = isLong ? word.prefix { $0 != "=" } : word[...]
      guard let argument = arguments?.first(where: { $0.names?.contains { $0.typed == name } == true }) else {
        // Of all commands, and not listed.
        return name.hasPrefix("--help") || name.hasPrefix("--generate-completion-script") ? nil : String(name)
      }
      // The word after an option that takes a value is this value, whatever it looks like.
      let isFollowed = argument.kind == "option" && !word.contains("=")
      if isFollowed, argument.parsingStrategy == "unconditional" || rest.first?.hasPrefix("--") == false {
        rest = rest.dropFirst()
      }
    }
    return nil
  }
}
