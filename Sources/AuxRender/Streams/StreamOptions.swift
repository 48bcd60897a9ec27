public import AuxEffects
public import AuxImage
internal import AuxKernels
public import AuxMaps

/// How frames are filtered by their maps.
public struct StreamOptions: Sendable {
  /// The share of the filtered frame's light in the result; all of it by default.
  public var mixer = EffectMixer.filtered
  /// The average over time that the maps get; nil, the default, for maps as they come.
  public var smoother: TemporalSmoother?
  /// Whether maps and mattes of another aspect ratio than the frames' are taken.
  public var mayStretch = false
  /// The greatest number of threads; by default as many as there are processors.
  public var jobs = AuxWorkerPool.coreCount

  /// Creates the options of the defaults.
  public init() {}

  /// Throws `AuxError` with code `usage` if there is no thread.
  public func check() throws(AuxError) {
    guard jobs > 0 else { throw AuxError(.usage, "\(jobs) threads") }
  }
}

/// What the samples of depth frames mean.
///
/// Codes, of PNG and of Y4M, are nearness, black the farthest and white the nearest, unless they have a unit.
public struct DepthFrameOptions: Hashable, Sendable {
  /// What the samples measure: metres, as by default, or 1/metres.
  public var quantity: DepthQuantity
  /// The unit of the samples, codes of PNG too; nil for metres, or 1/metres, and for codes that are nearness.
  public var unit: LengthUnit?
  /// The channel of OpenEXR frames; nil where it is to be found.
  public var channel: String?
  /// The distance in metres that counts as nearest; nil for the one that the first frame has.
  public let near: Float?
  /// The distance in metres that counts as farthest, as background does; nil for that of the first frame.
  public let far: Float?

  /// Creates options whose range is that of the first frame.
  public init(quantity: DepthQuantity = .depth) {
    self.quantity = quantity
    (near, far) = (nil, nil)
  }

  /// Creates options of the distances in metres that count as nearest and farthest, which may be infinite.
  ///
  /// Throws `AuxError` with code `usage` where the nearest is not above 0 and below the farthest.
  public init(quantity: DepthQuantity = .depth, near: Float?, far: Float?) throws(AuxError) {
    let (high, low) = (near.map { 1 / $0 }, far.map { 1 / $0 })
    guard near.map({ $0 > 0 && (1 / $0).isFinite }) ?? true, far.map({ $0 > 0 }) ?? true,
      (low ?? 0) < (high ?? .infinity)
    else {
      throw AuxError(
        .usage,
        "the nearest distance (\(Self.text(near))) must be above 0 and below the farthest (\(Self.text(far)))"
      )
    }
    self.quantity = quantity
    (self.near, self.far) = (near, far)
  }

  var hasDistance: Bool { near != nil || far != nil }

  private static func text(_ metres: Float?) -> String { metres.map { "\($0) m" } ?? "not given" }
}
