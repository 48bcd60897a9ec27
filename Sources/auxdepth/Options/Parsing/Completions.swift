public import ArgumentParser
public import AuxDepthKit

// What shells offer for options. Types that are no enumerations say their values by `allValueStrings` alone.

extension CompletionKind {
  /// Photos, and folders on the way to them.
  static let photo = files(ImageContainer.allPhotoExtensions + ["png", "exr"])
  /// Map files.
  static let map = files(MapFile.Kind.allExtensions)
  /// Photos and pictures that are written.
  static let picture = files(ImageContainer.allCases.flatMap(\.outputExtensions))

  /// Files of these extensions, which cameras write in capital letters.
  static func files(_ extensions: [String]) -> CompletionKind {
    var names: [String] = []
    for name in extensions.flatMap({ [$0, $0.uppercased()] }) where !names.contains(name) {
      names.append(name)
    }
    return .file(extensions: names)
  }
}

extension AuxiliaryDataType {
  /// The names that can be given.
  public static var defaultCompletionKind: CompletionKind {
    .list(known.flatMap { [$0.shortName, $0.name] }.compactMap(\.self))
  }
}

extension PixelFormat {
  /// The names of all formats that can be asked for.
  public static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

extension AuxiliaryFile.Format {
  /// The names of all formats.
  public static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

extension DepthFormat { static var defaultCompletionKind: CompletionKind { .list(allValueStrings) } }
extension MapKind { static var defaultCompletionKind: CompletionKind { .list(allValueStrings) } }
extension ExtractFormat { static var defaultCompletionKind: CompletionKind { .list(allValueStrings) } }
extension StereoLayout { static var defaultCompletionKind: CompletionKind { .list(allValueStrings) } }
extension ContainerArgument { static var defaultCompletionKind: CompletionKind { .list(allValueStrings) } }
extension EffectArgument { static var defaultCompletionKind: CompletionKind { .list(allValueStrings) } }
extension MapSize {
  /// The sizes that have a name.
  public static var defaultCompletionKind: CompletionKind { .list(["half", "apple"]) }
}
