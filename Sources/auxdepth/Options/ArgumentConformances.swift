public import ArgumentParser
public import AuxDepthKit

// The library's own types as the command line spells them.

extension AuxiliaryDataType: ExpressibleByArgument {
  /// Creates the type that the command line names.
  public init?(argument: String) { self.init(name: argument) }
}

extension PixelFormat: ExpressibleByArgument {
  /// Creates the format that the command line names.
  public init?(argument: String) { self.init(name: argument) }
  /// The name, for the help text.
  public var defaultValueDescription: String { name }
}

extension AuxiliaryFile.Format: ExpressibleByArgument {
  /// Creates the format that the command line names.
  public init?(argument: String) { self.init(name: argument) }
}

extension DepthQuantity: ExpressibleByArgument {}
extension MapConvention: ExpressibleByArgument {}
extension LengthUnit: ExpressibleByArgument {}
extension DepthData.Quality: ExpressibleByArgument {}
extension DepthData.Accuracy: ExpressibleByArgument {}
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
