internal import AuxEffects

/// The lens whose blur was computed.
public struct LensReport: Hashable, Sendable {
  /// What the blur of an f-number is measured by.
  public enum Basis: String, Hashable, Sendable, CaseIterable {
    /// The map's distances in metres.
    case metres
    /// The disparities of a relative map, taken for 1/metres.
    case relative
    /// The distances of a relative map without a unit; the nearest is taken for 1 metre.
    case nearest
  }

  /// The f-number; nil where an opening was given.
  public let fNumber: Float?
  /// The opening in millimetres.
  public let aperture: Float
  /// The horizontal field of view in degrees.
  public let fieldOfView: Double
  /// Whether the field of view was assumed, since nothing states it.
  public let isFieldOfViewAssumed: Bool
  /// What the blur is measured by.
  public let basis: Basis
  /// The f-number whose blur the photo's maker simulates; nil where the file does not say.
  public let simulatedFNumber: Float?
}

/// The lens whose blur is computed on a photo's map.
struct SceneLens {
  let optics: LensOptics
  /// The disparities, in 1/metres, of a nearness of 0 and 1.
  let disparities: ClosedRange<Float>
  let report: LensReport
  /// What was assumed, if anything.
  let note: String?
}
