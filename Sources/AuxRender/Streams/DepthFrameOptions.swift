public import AuxImage

/// What the samples of float depth frames mean.
///
/// Codes, of PNG and of Y4M, are nearness: black the farthest and white the nearest.
public struct DepthFrameOptions: Hashable, Sendable {
  /// What the samples measure: metres, as by default, or 1/metres.
  public var quantity: DepthQuantity
  /// The disparities in 1/metres that count as farthest and nearest; nil for those that the first frame has.
  public let range: ClosedRange<Float>?

  /// Creates options whose range is that of the first frame.
  public init(quantity: DepthQuantity = .depth) {
    self.quantity = quantity
    range = nil
  }

  /// Creates options of the distances in metres that count as nearest and farthest, which may be infinite.
  ///
  /// Throws `AuxError` with code `usage` where the nearest is not above 0 and below the farthest.
  public init(quantity: DepthQuantity = .depth, near: Float, far: Float) throws(AuxError) {
    guard near > 0, near < far, (1 / near).isFinite, 1 / far < 1 / near else {
      throw AuxError(
        .usage, "the nearest distance (\(near) m) must be above 0 and below the farthest (\(far) m)")
    }
    self.quantity = quantity
    range = 1 / far...1 / near
  }
}
