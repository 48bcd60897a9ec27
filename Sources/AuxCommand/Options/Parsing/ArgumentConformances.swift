public import ArgumentParser
public import AuxDepthKit

// The library's own types as the command line spells them.

extension AuxiliaryDataType: ExpressibleByArgument {
  /// Creates the type that the command line names.
  public init?(argument: String) { self.init(name: argument) }
  /// The names of the types that have one, the short one where there is one; a URN is taken as well.
  public static var allValueStrings: [String] { known.map { $0.shortName ?? $0.name } }
  /// The names that can be given.
  public static var defaultCompletionKind: CompletionKind {
    .list(known.flatMap { [$0.shortName, $0.name] }.compactMap(\.self))
  }
}

extension AuxiliaryKind: ExpressibleByArgument {
  /// Creates the kind that the command line names.
  public init?(argument: String) { self.init(name: argument) }
  /// The names of the groups and of the types that have one; a URN is taken as well.
  public static var allValueStrings: [String] { usualNames }
  /// The names that can be given.
  public static var defaultCompletionKind: CompletionKind { .list(allNames) }
}

/// The forms of a gain map, with commas between them.
struct GainMapForms: ExpressibleByArgument {
  let forms: [GainMapDescription.Form]

  init?(argument: String) {
    let names = argument.split(separator: ",", omittingEmptySubsequences: false)
    forms = names.compactMap { GainMapDescription.Form(rawValue: String($0)) }
    guard forms.count == names.count else { return nil }
  }

  static var allValueStrings: [String] { GainMapDescription.Form.allCases.map(\.rawValue) }
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

extension EffectMask.Combination: ExpressibleByArgument {}

extension FocusPull.Curve: ExpressibleByArgument {}

extension Validator.Profile: ExpressibleByArgument {}

extension FocusRegion: ExpressibleByArgument {
  /// Creates the region of two numbers, or four, with commas between them.
  public init?(argument: String) {
    guard let numbers: [Double] = argument.numbers() else { return nil }
    let region: FocusRegion? =
      switch numbers.count {
      case 2: try? FocusRegion(x: numbers[0], y: numbers[1])
      case 4: try? FocusRegion(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
      default: nil
      }
    guard let region else { return nil }
    self = region
  }
}

extension PixelFormat: ExpressibleByArgument {
  /// Creates the format that the command line names.
  public init?(argument: String) { self.init(name: argument) }
  /// The name, for the help text.
  public var defaultValueDescription: String { name }
  /// The names of all formats that can be asked for.
  public static var allValueStrings: [String] { (depthFormats + [.L008]).map(\.name) }
  /// The names of all formats that can be asked for.
  public static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

extension AuxiliaryFile.Format: ExpressibleByArgument {
  /// Creates the format that the command line names.
  public init?(argument: String) { self.init(name: argument) }
  /// The names of all formats.
  public static var allValueStrings: [String] { names }
  /// The names of all formats.
  public static var defaultCompletionKind: CompletionKind { .list(names) }
}

extension CameraExport.Format: ExpressibleByArgument {}
extension DepthQuantity: ExpressibleByArgument {}
extension MapConvention: ExpressibleByArgument {}
extension MistFalloff: ExpressibleByArgument {}
extension PixelOrigin: ExpressibleByArgument {}
extension LengthUnit: ExpressibleByArgument {}
extension DepthComparison.Alignment: ExpressibleByArgument {}
extension DepthComparison.Method: ExpressibleByArgument {}
extension DepthData.Quality: ExpressibleByArgument {}
extension DepthData.Accuracy: ExpressibleByArgument {}
extension MatteMap.Component: ExpressibleByArgument {}
extension DepthMap.Holes: ExpressibleByArgument {}
extension FocalBlur.Shape: ExpressibleByArgument {}
extension Stereo.Layout: ExpressibleByArgument {}
extension PhotoEdit.Anchor: ExpressibleByArgument {}
extension PhotoEdit.Rotation: ExpressibleByArgument {}
extension PhotoEdit.Colour: ExpressibleByArgument {}
extension PhotoEdit.Preset: ExpressibleByArgument {}

extension PhotoEdit.Size: ExpressibleByArgument {
  /// What a text may begin with, and an example.
  public static var defaultCompletionKind: CompletionKind {
    .list(["long=", "short=", "width=", "height=", "50%"])
  }

  /// Reads `WxH`, `50%`, `long=2048`, `short=1080`, `width=800` or `height=600`.
  public init?(argument: String) { self.init(text: argument) }
}

extension ExtractedSize: ExpressibleByArgument {
  /// What a text may begin with, and an example.
  public static var defaultCompletionKind: CompletionKind { .list(["photo", "long=", "short=", "50%"]) }

  /// Reads `photo`, `WxH`, `50%`, `long=2048` or `short=1080`.
  public init?(argument: String) { self.init(text: argument) }
}

extension PhotoEdit.Flip: ExpressibleByArgument {
  /// Reads a mirroring, or its first letter.
  public init?(argument: String) { self.init(text: argument) }
  /// The letters, and the words.
  public static var allValueStrings: [String] { ["h", "v"] + allCases.map(\.rawValue) }
  /// The letters.
  public static var defaultCompletionKind: CompletionKind { .list(["h", "v"]) }
}

extension PixelRectangle: ExpressibleByArgument {
  /// Reads `x,y,w,h`.
  public init?(argument: String) {
    guard let numbers: [Int] = argument.numbers(), numbers.count == 4,
      let rectangle = try? PixelRectangle(
        x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    else { return nil }
    self = rectangle
  }
}

extension MapSize: ExpressibleByArgument {
  /// The sizes that have a name.
  public static var defaultCompletionKind: CompletionKind { .list(["half", "apple"]) }

  /// Reads `WxH`, `half` or `apple`.
  public init?(argument: String) {
    switch argument {
    case "half": self = .half
    case "apple": self = .apple
    default:
      let sides = argument.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
      guard sides.count == 2, sides.allSatisfy({ (1...65_535).contains($0) }) else { return nil }
      self = .size(width: sides[0], height: sides[1])
    }
  }
}

extension VideoFrame.Matrix: ExpressibleByArgument {
  /// Reads a name, as `bt709`.
  public init?(argument: String) { self.init(named: argument) }
  /// The names, in lower case.
  public static var allValueStrings: [String] { allCases.map { $0.rawValue.lowercased() } }
}

extension CompletionKind {
  /// Photos, and folders on the way to them.
  static let photo = files(ImageContainer.allPhotoExtensions + ["png", "exr"])
  /// Map files.
  static let map = files(MapFile.Kind.companionExtensions)
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

extension String {
  /// Returns the numbers that commas separate; nil where one of them is no number.
  func numbers<Number: LosslessStringConvertible>() -> [Number]? {
    let parts = split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Number(String($0)) }
    return numbers.count == parts.count ? numbers : nil
  }
}
