public import ArgumentParser
public import AuxDepthKit

// The library's own types as the command line spells them.

extension AuxiliaryDataType: ExpressibleByArgument {
  /// Creates the type that the command line names.
  public init?(argument: String) { self.init(name: argument) }
  /// The names of the types that have one, the short one where there is one; a URN is taken as well.
  public static var allValueStrings: [String] { known.map { $0.shortName ?? $0.name } }
}

extension GainMapForm: ExpressibleByArgument {}

extension EffectMask.Combination: ExpressibleByArgument {}

extension ValidationProfile: ExpressibleByArgument {}

extension FocusRegion: ExpressibleByArgument {
  /// Creates the region of two numbers, or four, with commas between them.
  public init?(argument: String) {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double($0) }
    guard numbers.count == parts.count else { return nil }
    let region: FocusRegion?
    switch numbers.count {
    case 2: region = try? FocusRegion(x: numbers[0], y: numbers[1])
    case 4: region = try? FocusRegion(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    default: region = nil
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
}

/// A format of depth data as the command line names it.
struct DepthFormat: ExpressibleByArgument {
  /// The format.
  let pixelFormat: PixelFormat

  static let allValueStrings = PixelFormat.depthFormats.map(\.name)
  static let hdis = DepthFormat(pixelFormat: .hdis)

  var defaultValueDescription: String { pixelFormat.name }

  init(pixelFormat: PixelFormat) { self.pixelFormat = pixelFormat }

  init?(argument: String) {
    guard let format = PixelFormat.depthFormats.first(where: { $0.name == argument }) else { return nil }
    pixelFormat = format
  }
}

/// A kind of map file that is written, as the command line names it.
struct MapKind: ExpressibleByArgument {
  /// The kind.
  let kind: MapFile.Kind

  static let allValueStrings = MapFile.Kind.writable.map(\.rawValue)

  init?(argument: String) {
    guard let kind = MapFile.Kind.writable.first(where: { $0.rawValue == argument }) else { return nil }
    self.kind = kind
  }
}

extension AuxiliaryFile.Format: ExpressibleByArgument {
  /// Creates the format that the command line names.
  public init?(argument: String) { self.init(name: argument) }
  /// The names of all formats.
  public static var allValueStrings: [String] { names }
}

extension DepthQuantity: ExpressibleByArgument {}
extension MapConvention: ExpressibleByArgument {}
extension LengthUnit: ExpressibleByArgument {}
extension DepthData.Quality: ExpressibleByArgument {}
extension DepthData.Accuracy: ExpressibleByArgument {}
extension Matte.Component: ExpressibleByArgument {}
extension GDepthMime: ExpressibleByArgument {}
extension DepthMapInterpretation.Holes: ExpressibleByArgument {}
extension FocalBlur.Shape: ExpressibleByArgument {}
extension StereoPair.Layout: ExpressibleByArgument {}
extension DepthHold.Mode: ExpressibleByArgument {}

extension MapPlacement.Options {
  /// Creates the options of `--oriented` and `--stretch`.
  init(oriented: Bool, stretch: Bool) {
    self = oriented ? .oriented : []
    if stretch { insert(.stretched) }
  }
}

extension PixelRectangle: ExpressibleByArgument {
  /// Reads `x,y,w,h`.
  public init?(argument: String) {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int($0) }
    guard parts.count == 4, numbers.count == 4,
      let rectangle = try? PixelRectangle(
        x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    else { return nil }
    self = rectangle
  }
}

extension MapSize: ExpressibleByArgument {
  /// Reads `WxH`, `half` or `apple`.
  public init?(argument: String) {
    switch argument {
    case "half": self = .half
    case "apple": self = .apple
    default:
      let sides = argument.split(separator: "x", omittingEmptySubsequences: false).compactMap { Int($0) }
      guard sides.count == 2, sides.allSatisfy({ (1...65_535).contains($0) }) else { return nil }
      self = .size(width: sides[0], height: sides[1])
    }
  }
}

extension FrameMatrix: ExpressibleByArgument {
  /// Reads a name, as `bt709`.
  public init?(argument: String) { self.init(named: argument) }
  /// The names, in lower case.
  public static var allValueStrings: [String] { allCases.map { $0.rawValue.lowercased() } }
}
