#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Paths without symbolic links.
enum ResolvedPath {
  /// Returns the file that a path leads to, so that replacing it leaves links to it as they are.
  static func of(_ path: String) -> String {
    guard let resolved = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }
}
