internal import ArgumentParser
internal import AuxDepthKit

struct Conventions: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "conventions",
    abstract: "Lists the conventions that --convention names, and what each sets.",
    discussion: ConventionList.text)

  @OptionGroup var console: ConsoleArguments

  var settings: Console.Settings { console.settings() }

  func run() throws {
    // For people it is wrapped; a program that reads it gets whole lines.
    let isForPeople = Console.isOutputTerminal
    Console.write(
      (isForPeople ? Prose.wrapped(ConventionList.text, to: Console.width) : ConventionList.text) + "\n")
  }
}

/// What is known of the conventions, as the library's table has it.
enum ConventionList {
  static let text = MapConvention.allCases.map { convention in
    ([convention.title] + convention.lines.map { "  \($0)" }).joined(separator: "\n")
  }.joined(separator: "\n\n")
}
