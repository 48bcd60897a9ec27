internal import AuxContainers
internal import AuxImage

/// Where an output goes: the file that a path leads to, links followed.
struct OutputPlace {
  /// The path of the file, which is no link.
  let path: String
  /// What stands there.
  let status: FileStatus?

  /// Looks at a path.
  ///
  /// Throws `cannotCreate` for a folder, for a file that is not to be replaced, and for a link into nowhere; `io` where the
  /// system fails to say what stands there.
  init(_ path: String, replaces: Bool) throws(AuxError) {
    status = try FileStatus(path)
    let exists = AuxError(.cannotCreate, "exists already", remedy: .replaceFile)
    guard let status else {
      // The file that a link is waiting for is made; the link stays.
      guard try FileStatus(path, followingLinks: false) != nil else {
        self.path = path
        return
      }
      guard replaces else { throw exists }
      self.path = try Self.end(ofLink: path)
      return
    }
    guard status.kind != .folder else { throw AuxError(.cannotCreate, "is a directory") }
    guard replaces else { throw exists }
    self.path = try FileSystem.resolved(path)
  }

  private static func end(ofLink path: String) throws(AuxError) -> String {
    var path = path
    for _ in 0..<40 {
      guard let target = try FileSystem.target(ofLink: path) else { return path }
      path = target.hasPrefix("/") ? target : FilePath.folder(of: path) + target
    }
    throw AuxError(.cannotCreate, "links lead from one to the next, and to no file")
  }
}
