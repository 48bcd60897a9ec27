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
    InputPaths(
      PathList(paths, lookingIntoFolders: recursive), of: paths.first, count: recursive ? nil : paths.count)
  }

  /// Returns the photos of some paths, before anything is written that may be found in the folders then.
  func allPhotos(of paths: [String]) -> InputPaths {
    let list = PathList(paths, lookingIntoFolders: recursive)
    return InputPaths(Array(list), foundBy: list, of: paths.first)
  }
}

/// The inputs of a command, and what of them could not be found out.
struct InputPaths: Sequence {
  private let list: PathList
  /// How many there are, where that is known.
  let count: Int?
  /// The list that found the paths.
  private let finder: PathList
  /// The first path of the command line.
  private let root: String?

  /// Takes paths that are read as they are asked for.
  init(_ list: PathList, of root: String?, count: Int?) {
    (self.list, self.count, finder, self.root) = (list, count, list, root)
  }

  /// Takes paths that are known.
  init(_ paths: [String]) { self.init(paths, foundBy: PathList(), of: paths.first) }

  /// Takes paths that a list found.
  init(_ paths: [String], foundBy finder: PathList, of root: String?) {
    (list, count, self.finder, self.root) = (PathList(paths), paths.count, finder, root)
  }

  /// The lists and folders that could not be read, once the paths were taken.
  var failures: [AuxError] { finder.failures }
  /// The error where there is no photo, which says what was passed over.
  var noPhotoError: AuxError { finder.passedOver.noPhotoError(path: root) }

  var paths: [String] { Array(list) }

  func makeIterator() -> PathList { list }
}
