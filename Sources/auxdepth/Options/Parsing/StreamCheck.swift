internal import ArgumentParser
internal import AuxDepthKit

/// Checks of `-`, which stands for standard input and output.
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
