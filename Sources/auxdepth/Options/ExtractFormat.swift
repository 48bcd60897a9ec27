internal import ArgumentParser
internal import AuxDepthKit

/// What `extract --format` names: the kind of a map file, or with `--eye` the container of a photo.
struct ExtractFormat: ExpressibleByArgument {
  /// The kind of a map file; nil where the name is none.
  let file: AuxiliaryFile.Format?
  /// The container of a photo; nil where the name is none.
  let picture: ImageContainer?
  /// The name as it was given.
  let name: String

  private static let pictureNames = ["heic", "jpeg"]
  static let allValueStrings = AuxiliaryFile.Format.names + pictureNames

  init?(argument: String) {
    let word = argument.lowercased()
    file = AuxiliaryFile.Format(name: argument)
    picture = ImageContainer.pictures.first { $0.rawValue == word || $0.outputExtensions.contains(word) }
    name = argument
    guard file != nil || picture != nil else { return nil }
  }
}

/// What `extract --eye` names.
enum EyeArgument: String, CaseIterable, ExpressibleByArgument {
  case left
  case right
  case both

  /// The eyes.
  var eyes: [StereoEye] {
    switch self {
    case .left: [.left]
    case .right: [.right]
    case .both: StereoEye.allCases
    }
  }
}
