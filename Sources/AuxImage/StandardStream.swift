/// Standard input and output as paths name them: `-` where a file would be read or written; `./-` is the file.
///
/// Standard input is read into memory, up to `Limits.mapFileBytes`, and only once. What goes to standard output goes there
/// whole, once it is complete.
public enum StandardStream {
  /// The path of both.
  public static let path = "-"

  /// Returns what messages call the input at a path: the path itself, or `standard input`.
  public static func inputName(_ path: String) -> String { path == self.path ? "standard input" : path }

  /// Returns what messages call the output at a path: the path itself, or `standard output`.
  public static func outputName(_ path: String) -> String { path == self.path ? "standard output" : path }
}
