/// How Blender's Mist pass grows from 0 at the nearest distance to 1 at the farthest.
///
/// Source: Specs/conversions.md, "Blender's Mist".
public enum MistFalloff: String, Hashable, Sendable, CaseIterable {
  /// Mist is the share of the way.
  case linear
  /// Mist is the square of the share, as in a new world of Blender.
  case quadratic
  /// Mist is the square root of the share: Blender's Inverse Quadratic.
  case inverse

  /// Returns the share of the way from the nearest to the farthest distance, 0...1, at which there is so much mist, 0...1.
  func share(ofMist mist: Double) -> Double {
    switch self {
    case .linear: mist
    case .quadratic: mist.squareRoot()
    case .inverse: mist * mist
    }
  }
}
