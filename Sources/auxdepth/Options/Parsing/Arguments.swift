internal import AuxDepthKit

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

enum Arguments {
  /// All but the name of the program; names of files are those that the system knows, whatever bytes they are.
  static let all: [String] = {
    let (first, count) = unsafe places
    return (1..<max(count, 1)).map { index in
      var bytes: [UInt8] = []
      if var next = unsafe first[index] {
        while unsafe next.pointee != 0 {
          unsafe bytes.append(UInt8(bitPattern: next.pointee))
          unsafe next += 1
        }
      }
      return PathText.text(of: bytes)
    }
  }()

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

  private typealias Places = (first: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, count: Int)

  /// Where they are, with the name of the program, and how many; Swift finds them by way of /proc, and none without it.
  private static var places: Places {
    if CommandLine.argc > 0 { return unsafe (CommandLine.unsafeArgv, Int(CommandLine.argc)) }
    #if os(Linux)
      if let found = unsafe beforeEnvironment { return unsafe found }
    #endif
    Console.writeError("auxdepth: the system does not tell the command line: /proc is not mounted\n")
    exit(AuxError.Code.io.exitStatus)
  }

  #if os(Linux)
    /// What the kernel put before the environment of a new process: their number, a pointer to each, and a null pointer.
    ///
    /// To be asked before anything changes the environment. Source: System V ABI, AMD64 supplement 3.4.1; AArch64 alike.
    private static var beforeEnvironment: Places? {
      let environment = unsafe environ
      guard unsafe environment[-1] == nil else { return nil }
      for count in 1..<most {
        let first = unsafe environment - 1 - count
        // A number so small is no pointer.
        let before = unsafe UInt(bitPattern: first[-1])
        if before == UInt(count) { return unsafe (first, count) }
        guard before >= UInt(most) else { return nil }
      }
      return nil
    }

    /// More than the kernel takes: 6 MB of pointers and texts.
    private static let most = 1 << 20
  #endif
}
