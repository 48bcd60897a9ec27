internal import AuxDepthKit

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The arguments of the process.
enum Arguments {
  /// All but the name of the program; names of files are those that the system knows, whatever bytes they are.
  static let all: [String] = (1..<max(checkedCount, 1)).map { index in
    var bytes: [UInt8] = []
    if var next = unsafe CommandLine.unsafeArgv[index] {
      while unsafe next.pointee != 0 {
        unsafe bytes.append(UInt8(bitPattern: next.pointee))
        unsafe next += 1
      }
    }
    return FilePath.text(of: bytes)
  }

  /// How many there are with the name; Swift finds them by way of /proc, and none where that is not mounted.
  private static var checkedCount: Int {
    let count = Int(CommandLine.argc)
    if count < 1 {
      Console.writeError("auxdepth: the system does not tell the command line: /proc is not mounted\n")
      exit(ExitStatus.io.rawValue)
    }
    return count
  }
}
