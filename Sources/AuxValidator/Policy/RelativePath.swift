internal import AuxContainers
internal import AuxImage

/// Paths as seen from a folder.
enum RelativePath {
  /// Returns the parts of a path as seen from a folder, empty for the current one; nil where it is outside.
  ///
  /// The path as written is compared first; if that is outside, the path with links resolved.
  static func inside(_ path: String, folder: String) -> [String]? {
    if let base = parts(folder), let parts = parts(path), let inner = inner(parts, base) { return inner }
    guard let base = try? FileSystem.resolved(folder.isEmpty ? "." : folder),
      let home = try? FileSystem.resolved(holder(of: path))
    else { return nil }
    return inner(normal(home) + [PathText.fileName(of: path)], normal(base))
  }

  /// Returns a path as seen from a folder, with `..` where it is outside.
  static func text(_ path: String, from folder: String) -> String {
    if let inside = inside(path, folder: folder) { return inside.joined(separator: "/") }
    guard let base = parts(folder), let parts = parts(path) else { return path }
    let shared = zip(base, parts).prefix { $0 == $1 }.count
    let ups = [String](repeating: "..", count: base.count - shared)
    return (ups + parts.dropFirst(shared)).joined(separator: "/")
  }

  /// Returns a path as documents name it: relative to the current folder if it is inside, else absolute.
  static func shown(_ path: String) -> String {
    if path == StandardStream.path || isPlain(path) { return path }
    return inside(path, folder: "")?.joined(separator: "/") ?? absolute(path)
  }

  /// Whether a path is relative, and goes from part to part.
  private static func isPlain(_ path: String) -> Bool {
    let parts = path.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    return !path.hasPrefix("/") && !parts.contains { $0.isEmpty || $0 == "." || $0 == ".." }
  }

  private static func absolute(_ path: String) -> String {
    "/" + (parts(path) ?? [path]).joined(separator: "/")
  }

  private static func inner(_ parts: [String], _ base: [String]) -> [String]? {
    parts.count > base.count && parts.starts(with: base) ? Array(parts.dropFirst(base.count)) : nil
  }

  private static func holder(of path: String) -> String {
    let folder = PathText.folder(of: path)
    return folder.isEmpty ? "." : folder
  }

  /// Returns the parts of a path from the root on, whatever links there are; nil where the current folder is not known.
  private static func parts(_ path: String) -> [String]? {
    guard !path.hasPrefix("/") else { return normal(path) }
    guard let current = try? FileSystem.resolved(".") else { return nil }
    return normal(PathText.joined(current, path))
  }

  private static func normal(_ path: String) -> [String] {
    var parts: [String] = []
    for part in path.unicodeScalars.split(separator: "/").map(String.init) where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts
  }
}
