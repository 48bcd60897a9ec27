internal import AuxDepthKit

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The program that the system has for a kind of file.
enum SystemViewer {
  #if os(Linux)
    private static let program = "xdg-open"
  #else
    private static let program = "open"
  #endif

  /// Has a file shown.
  ///
  /// Throws `AuxError` with code `io` where there is no such program, or it says that it cannot.
  static func show(_ path: String) throws(AuxError) {
    // A name that begins with a hyphen would be an option.
    let path = path.hasPrefix("/") ? path : "./" + path
    let status = run([program, path])
    guard status != 0 else { return }
    throw AuxError(
      .io,
      "the page is written, and \(program) does not show it: "
        + (status < 0 ? "it is not installed" : "it ended with status \(status)"))
  }

  /// Runs a program of `PATH`, whose output goes to standard error; returns its status, or -1 where it cannot be started.
  private static func run(_ arguments: [String]) -> Int32 {
    #if canImport(Glibc)
      var actions = unsafe posix_spawn_file_actions_t()
    #else
      var actions: posix_spawn_file_actions_t?
    #endif
    guard unsafe posix_spawn_file_actions_init(&actions) == 0 else { return -1 }
    defer { _ = unsafe posix_spawn_file_actions_destroy(&actions) }
    _ = unsafe posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
    var words = unsafe arguments.map { unsafe copy(of: $0) } + [nil]
    defer { unsafe words.forEach { unsafe free($0) } }
    guard let name = unsafe words[0] else { return -1 }
    var process: pid_t = 0
    guard unsafe posix_spawnp(&process, name, &actions, nil, &words, environ) == 0 else { return -1 }
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0 { guard errno == EINTR else { return -1 } }
    // A signal counts as it does in shells.
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }

  /// Returns the bytes that the system takes for a text, with NUL at their end.
  private static func copy(of text: String) -> UnsafeMutablePointer<CChar>? {
    let bytes = PathText.bytes(of: text).map(CChar.init(bitPattern:)) + [0]
    return unsafe bytes.withUnsafeBufferPointer { unsafe $0.baseAddress.flatMap { unsafe strdup($0) } }
  }
}

/// The file of a page that nobody named.
enum TemporaryPage {
  /// Returns a path in a new folder that only its owner can look into.
  ///
  /// Throws `AuxError` with code `cannotCreate` where there is no room for it.
  static func path() throws(AuxError) -> String {
    let parent = Environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    var template = PathText.bytes(of: parent + "/auxdepth-XXXXXX").map(CChar.init(bitPattern:)) + [0]
    guard unsafe mkdtemp(&template) != nil else {
      throw AuxError(.cannotCreate, "no folder can be made in it", path: parent)
    }
    let folder = PathText.text(of: template.dropLast().map(UInt8.init(bitPattern:)))
    return folder + "/view.html"
  }
}
