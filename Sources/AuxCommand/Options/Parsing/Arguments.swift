internal import AuxDepthKit

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

enum Arguments {
  /// The arguments without the name of the program; file names keep the bytes that the system knows them by. Set once
  /// at the program's start, before there is another thread.
  @safe nonisolated(unsafe) private(set) static var all: [String] = []

  /// Sets ``all`` from the arguments of `main` in C. The first one is the name of the program.
  static func read(_ words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, count: Int) {
    all = (1..<max(count, 1)).map { index in
      guard let word = unsafe words[index] else { return "" }
      return PathText.text(
        of: unsafe UnsafeBufferPointer(start: word, count: strlen(word)).map { UInt8(bitPattern: $0) })
    }
  }

  /// Returns the words with each negative number joined to the option in front of it: `--near -1` becomes `--near=-1`.
  ///
  /// ArgumentParser takes a word that begins with a hyphen for an option, and would report that the value is missing.
  static func joiningNegativeNumbers(_ words: [String]) -> [String] {
    var joined: [String] = []
    var takesNumber = false
    for (index, word) in words.enumerated() {
      if word == "--" { return joined + words[index...] }
      if takesNumber, isNegativeNumber(word) {
        joined[joined.count - 1] += (joined[joined.count - 1] == "-j" ? "" : "=") + word
        takesNumber = false
      } else {
        joined.append(word)
        takesNumber = word.hasPrefix("--") && !word.contains("=") || word == "-j"
      }
    }
    return joined
  }

  /// `-0` is a flag of `validate`.
  private static func isNegativeNumber(_ word: String) -> Bool {
    guard word.first == "-", word != "-0", let next = word.dropFirst().first else { return false }
    return next == "." || ("0"..."9").contains(next)
  }

  /// Returns whether the command line has an option, whatever its value.
  static func has(_ option: String) -> Bool {
    all.prefix { $0 != "--" }.contains { $0 == option || $0.hasPrefix(option + "=") }
  }
}
