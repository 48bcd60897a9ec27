internal import ArgumentParser
internal import AuxDepthKit

/// Values that a command offers by their names.
protocol ArgumentList {
  associatedtype Value: Sendable
  static var values: [Value] { get }
  static func name(of value: Value) -> String
  static func value(of word: String) -> Value?
}

extension ArgumentList {
  static func value(of word: String) -> Value? { values.first { name(of: $0) == word } }
}

/// A value of a list, as the command line names it.
struct ListedArgument<List: ArgumentList>: ExpressibleByArgument, Sendable {
  let value: List.Value

  static var allValueStrings: [String] { List.values.map(List.name) }
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
  var defaultValueDescription: String { List.name(of: value) }

  init(_ value: List.Value) { self.value = value }

  init?(argument: String) {
    guard let value = List.value(of: argument) else { return nil }
    self.value = value
  }
}

/// Containers, by their names or by extensions of their files.
protocol ContainerList: ArgumentList where Value == ImageContainer {}

extension ContainerList {
  static func name(of value: ImageContainer) -> String { value.rawValue }

  static func value(of word: String) -> ImageContainer? {
    let name = word.lowercased()
    return values.first { $0.rawValue == name || $0.outputExtensions.contains(name) }
  }
}

enum PhotoContainers: ContainerList {
  static let values = ImageContainer.allCases.filter(\.holdsAuxiliaryImages)
}

enum PictureContainers: ContainerList {
  static let values = ImageContainer.pictures
}

protocol EffectList: ArgumentList where Value == AuxEffect {}

extension EffectList {
  static func name(of value: AuxEffect) -> String { value.name }
  /// The effects with what they show, for help texts.
  static var listing: String { values.map { "\($0.name) (\($0.summary))" }.joined(separator: ", ") }
}

enum PhotoEffects: EffectList {
  static let values = AuxEffect.all.filter(\.isForPhotos)
}

enum StreamEffects: EffectList {
  static let values = AuxEffect.all.filter(\.isForStreams)
}

enum DepthFormats: ArgumentList {
  static let values = PixelFormat.depthFormats
  static func name(of value: PixelFormat) -> String { value.name }
}

/// What a map becomes: a map file, or points.
enum ConvertedKind: ArgumentList, Equatable {
  case map(MapFile.Kind)
  case points

  static let values = MapFile.Kind.writable.map(ConvertedKind.map) + [.points]

  static func name(of value: ConvertedKind) -> String {
    switch value {
    case .map(let kind): kind.rawValue
    case .points: SpaceFile.Format.ply.rawValue
    }
  }
}

/// How the two views of `render stereo` become files.
enum StereoLayout: ArgumentList {
  case pictures(Stereo.Layout)
  /// One HEIC file with both, and the cameras that they are of.
  case spatial

  static let values = Stereo.Layout.allCases.map(StereoLayout.pictures) + [.spatial]

  static func name(of value: StereoLayout) -> String {
    switch value {
    case .pictures(let layout): layout.rawValue
    case .spatial: "spatial"
    }
  }
}

/// What `extract --format` names: the kind of a map file, that of a scene, or with `--eye` the container of a photo.
struct ExtractFormat: ExpressibleByArgument {
  /// The kind of a map file; nil where that is no name of one.
  let file: AuxiliaryFile.Format?
  /// The kind of a file of points or a mesh; nil where that is no name of one.
  let space: SpaceFile.Format?
  /// The container of a photo; nil where that is no name of one.
  let picture: ImageContainer?
  /// The name as it was given.
  let name: String

  static let allValueStrings =
    AuxiliaryFile.Format.names + SpaceFile.Format.allCases.map(\.rawValue) + ["heic", "jpeg"]
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

  init?(argument: String) {
    file = AuxiliaryFile.Format(name: argument)
    space = SpaceFile.Format(rawValue: argument)
    picture = PictureContainers.value(of: argument)
    name = argument
    guard file != nil || space != nil || picture != nil else { return nil }
  }
}

/// What `extract --eye` names.
enum EyeArgument: String, CaseIterable, ExpressibleByArgument {
  case left
  case right
  case both

  var eyes: [StereoEye] {
    switch self {
    case .left: [.left]
    case .right: [.right]
    case .both: StereoEye.allCases
    }
  }
}
