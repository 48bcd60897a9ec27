internal import ArgumentParser
internal import AuxDepthKit

/// The option that has folders looked into.
struct RecursionArguments: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Look into folders and those below them for photos.")
  var recursive = false

  /// Whether the photos of some paths may be several: what one of them lacks is no error then.
  func isBatch(_ paths: [String]) -> Bool { recursive || paths.count > 1 }

  /// Returns those of some paths that photos are looked for in.
  func folders(of paths: [String]) -> [String] { recursive ? paths : [] }

  /// Returns the photos of some paths, one after the other; folders are read when it is their turn.
  func photos(of paths: [String]) -> InputPaths {
    InputPaths(PathList(paths, lookingIntoFolders: recursive), count: recursive ? nil : paths.count)
  }

  /// Returns the photos of some paths, before anything is written that may be found in the folders then.
  func allPhotos(of paths: [String]) -> InputPaths {
    let list = PathList(paths, lookingIntoFolders: recursive)
    return InputPaths(Array(list), failures: list.failures)
  }
}

/// The inputs of a command, and what of them could not be found out.
struct InputPaths: Sequence {
  private let list: PathList
  /// How many there are, where that is known.
  let count: Int?
  private let found: [AuxError]

  /// Takes paths that are read as they are asked for.
  init(_ list: PathList, count: Int?) { (self.list, self.count, found) = (list, count, []) }

  /// Takes paths that are known, and what went wrong before they were.
  init(_ paths: [String], failures: [AuxError] = []) {
    (list, count, found) = (PathList(paths), paths.count, failures)
  }

  /// The lists and folders that could not be read, once the paths were taken.
  var failures: [AuxError] { found + list.failures }

  var paths: [String] { Array(list) }

  func makeIterator() -> PathList { list }
}
