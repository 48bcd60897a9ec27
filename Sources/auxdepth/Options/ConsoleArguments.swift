internal import ArgumentParser

/// The options that say how a command speaks to people; ``Switches`` reads them.
struct ConsoleArguments: ParsableArguments {
  @Option(help: "Colour of messages and reports: auto (on terminals), always or never.")
  var color: ColourChoice = .auto

  @Flag(help: "Say on standard error what is read, chosen, copied and written.")
  var verbose = false
}

/// The same for a command whose `--color` is something else.
struct VerbosityArguments: ParsableArguments {
  @Flag(help: "Say on standard error what is read, chosen, copied and written.")
  var verbose = false
}

/// When text is coloured.
enum ColourChoice: String, CaseIterable, ExpressibleByArgument {
  case auto
  case always
  case never
}

/// Options that are needed before the command line is understood, or where it is not: to say so.
enum Switches {
  /// Whether results, and failures, are JSON objects.
  static let json = has("--json") || value(of: "--format") == "json"
  /// Whether it is said what is read, chosen, copied and written.
  static let verbose = has("--verbose")
  /// When text is coloured; `stream` has colour frames of that name.
  static let colour = isStream ? .auto : value(of: "--color").flatMap(ColourChoice.init) ?? .auto
  /// Whether the result goes to standard output itself, so that reports go to standard error.
  static let streamsOutput = ["-o", "--output"].contains { value(of: $0) == "-" } || has("-o-")

  /// The words before `--`.
  private static let words = Array(Arguments.all.prefix { $0 != "--" })
  private static let isStream = words.first == "stream"

  private static func has(_ flag: String) -> Bool { words.contains(flag) }

  /// The last value of an option, as `--name value` or `--name=value`.
  private static func value(of option: String) -> String? {
    for (index, word) in words.enumerated().reversed() {
      if word == option { return index + 1 < words.count ? words[index + 1] : nil }
      if word.hasPrefix(option + "=") { return String(word.dropFirst(option.count + 1)) }
    }
    return nil
  }
}
