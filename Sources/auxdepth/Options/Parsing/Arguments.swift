internal import AuxDepthKit

/// The arguments of the process.
enum Arguments {
  /// All but the name of the program; names of files are those that the system knows, whatever bytes they are.
  static let all: [String] = (1..<max(Int(CommandLine.argc), 1)).map { index in
    var bytes: [UInt8] = []
    if var next = unsafe CommandLine.unsafeArgv[index] {
      while unsafe next.pointee != 0 {
        unsafe bytes.append(UInt8(bitPattern: next.pointee))
        unsafe next += 1
      }
    }
    return FilePath.text(of: bytes)
  }
}
