public import ArgumentParser
public import AuxEffects
public import AuxImage
public import AuxWriter

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

extension DepthQuantity: ExpressibleByArgument {}
extension MapConvention: ExpressibleByArgument {}
extension DepthData.Quality: ExpressibleByArgument {}
extension DepthData.Accuracy: ExpressibleByArgument {}
extension GDepthMime: ExpressibleByArgument {}
extension DepthMapInterpretation.Holes: ExpressibleByArgument {}
extension FocalBlur.Shape: ExpressibleByArgument {}
extension StereoPair.Layout: ExpressibleByArgument {}
