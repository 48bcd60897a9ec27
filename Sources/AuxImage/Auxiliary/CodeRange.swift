/// What the integer codes of a stored depth map mean: values spread linearly from code 0 to the largest code.
///
/// Source: Specs/quantisation.md.
public struct CodeRange: Hashable, Sendable {
  /// What the values measure.
  public var quantity: DepthQuantity
  /// The value of code 0, in metres or 1/metres.
  public var atZero: Double
  /// The value of the largest code, in metres or 1/metres.
  public var atMax: Double

  /// Creates a range.
  public init(quantity: DepthQuantity, atZero: Double, atMax: Double) {
    self.quantity = quantity
    self.atZero = atZero
    self.atMax = atMax
  }
}
