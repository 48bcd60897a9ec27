internal import ArgumentParser
internal import AuxDepthKit

/// The option that has folders looked into.
struct RecursionArguments: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Look into folders and those below them for photos.")
  var recursive = false

  /// Returns the photos of some paths, one after the other; folders are read when it is their turn.
  func photos(of paths: some Sequence<String>) -> some Sequence<String> {
    paths.lazy.flatMap { recursive ? AnySequence(PhotoFiles(at: $0)) : AnySequence([$0]) }
  }

  /// Returns the photos of some paths, before anything is written that may be found in the folders then.
  func allPhotos(of paths: [String]) -> [String] { Array(photos(of: paths)) }
}
