internal import AuxContainers
internal import AuxImage
internal import AuxKernels

/// The files that photos edited in parallel read and write, so that each photo finds the results of those before it.
///
/// Photos have their turn in the order of their numbers. A photo that waits for files has the turn, and it waits only for
/// photos that have left it: these never wait.
final class FileLedger: Sendable {
  private struct Files {
    var read: Set<FileKey> = []
    var written: Set<FileKey> = []
  }

  private struct State {
    /// The number of the photo that has the turn.
    var turn = 0
    /// The files of the photos that have begun and not ended.
    var files: [Int: Files] = [:]

    /// Whether no photo but that of a number writes any of the files, or with `ofReaders` reads any.
    func isFree(_ keys: Set<FileKey>, for number: Int, ofReaders: Bool) -> Bool {
      files.allSatisfy { other, files in
        other == number
          || keys.isDisjoint(with: files.written) && (!ofReaders || keys.isDisjoint(with: files.read))
      }
    }
  }

  private let state = ConditionMutex(State())

  func begin(_ number: Int) { state.withLock(when: { $0.turn == number }) { $0.files[number] = Files() } }

  /// Waits until files can be read, and claims them.
  func reads(_ paths: [String], by number: Int) {
    wait(for: paths, number, ofReaders: false) { $0.read.formUnion($1) }
  }

  /// Waits until files can be written, and claims them.
  func writes(_ paths: [String], by number: Int) {
    wait(for: paths, number, ofReaders: true) { $0.written.formUnion($1) }
  }

  /// Ends the turn; the claims stay.
  func leave(_ number: Int) { state.withLock { $0.turn = max($0.turn, number + 1) } }

  /// Ends the turn and the claims.
  func end(_ number: Int) {
    state.withLock {
      $0.files[number] = nil
      $0.turn = max($0.turn, number + 1)
    }
  }

  private func wait(
    for paths: [String], _ number: Int, ofReaders: Bool, _ add: (inout Files, Set<FileKey>) -> Void
  ) {
    var keys = FileKey.keys(of: paths)
    while true {
      state.withLock(when: { $0.isFree(keys, for: number, ofReaders: ofReaders) }) {
        add(&$0.files[number, default: Files()], keys)
      }
      // A file that was waited for may have become another.
      let now = FileKey.keys(of: paths)
      if now.isSubset(of: keys) { return }
      keys = now
    }
  }
}

/// What two paths share that lead to one file, or would.
private enum FileKey: Hashable {
  /// The file that is there, whatever its names.
  case file(FileIdentity)
  /// The place of a file, or of one to be.
  case place(String)

  /// Returns the keys of paths; standard input and output have none, and a file that cannot be looked at has its place
  /// alone.
  static func keys(of paths: [String]) -> Set<FileKey> {
    var keys: Set<FileKey> = []
    for path in paths where path != StandardStream.path {
      if let file = try? FileIdentity(path) { keys.insert(.file(file)) }
      keys.insert(.place(place(of: path)))
    }
    return keys
  }

  /// Returns the path with links resolved; its last parts may not exist.
  private static func place(of path: String, links: Int = 40) -> String {
    guard let exists = try? FileStatus(path) != nil, !exists else {
      return (try? FileSystem.resolved(path)) ?? path
    }
    if links > 0, let target = try? FileSystem.target(ofLink: path) {
      return place(of: target.hasPrefix("/") ? target : PathText.folder(of: path) + target, links: links - 1)
    }
    let folder = PathText.folder(of: path)
    guard !folder.isEmpty else { return PathText.joined((try? FileSystem.resolved(".")) ?? ".", path) }
    guard folder.count > 1, folder != path else { return path }
    return PathText.joined(place(of: String(folder.dropLast()), links: links), PathText.fileName(of: path))
  }
}
