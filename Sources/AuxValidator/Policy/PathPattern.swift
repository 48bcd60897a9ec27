internal import AuxContainers
internal import AuxImage

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A pattern of relative paths, as `drafts/**/*.heic`.
///
/// `*`, `?` and `[a-z]` mean what they do in a shell, within one part of the path; the part `**` for any number of
/// parts, none among them. A slash at the end is one with `**` after it.
struct PathPattern {
  private let parts: [String]

  init(_ text: String) {
    var parts = text.split(separator: "/", omittingEmptySubsequences: true).map(String.init).filter {
      $0 != "."
    }
    if text.hasSuffix("/") { parts.append("**") }
    self.parts = parts
  }

  /// Returns whether the parts of a path match, from its first to its last.
  func matches(_ path: [String]) -> Bool {
    // Whether the parts of the pattern so far match the first parts of the path, for each number of these.
    var reached = [Bool](repeating: false, count: path.count + 1)
    reached[0] = true
    for part in parts {
      var next = [Bool](repeating: false, count: path.count + 1)
      if part == "**" {
        var isReached = false
        for count in next.indices {
          isReached = isReached || reached[count]
          next[count] = isReached
        }
      } else {
        for count in path.indices where reached[count] { next[count + 1] = Self.matches(part, path[count]) }
      }
      reached = next
    }
    return reached[path.count]
  }

  private static func matches(_ pattern: String, _ name: String) -> Bool {
    unsafe FileSystem.withPath(pattern) { pattern in
      unsafe FileSystem.withPath(name) { name in unsafe fnmatch(pattern, name, FNM_NOESCAPE) == 0 }
    }
  }
}
