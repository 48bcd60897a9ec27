/// The parts of the paths of files.
package enum FilePath {
  /// Returns the last part of a path.
  package static func fileName(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// Returns the extension of the last part, in lower case and without its dot; nil where it has none.
  package static func fileExtension(of path: String) -> String? {
    fileName(of: path).split(separator: ".", omittingEmptySubsequences: false).dropFirst().last?.lowercased()
  }

  /// Returns the last part without its extension; a name that begins with its only dot stays whole.
  package static func stem(of path: String) -> String {
    let name = fileName(of: path)
    return name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : String(name[..<$0]) } ?? name
  }
}
