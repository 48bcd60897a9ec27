package import AuxImage

/// The unit of length that the samples of a map are numbers of; those of a disparity map are 1 over it.
public enum LengthUnit: String, Hashable, Sendable, CaseIterable {
  /// Millimetres, as depth cameras have them in 16 bits.
  case millimetres = "mm"
  /// Centimetres.
  case centimetres = "cm"
  /// Metres.
  case metres = "m"
  /// International inches, of 25.4 mm.
  case inches = "in"
  /// International feet, of 12 inches.
  case feet = "ft"

  package var metres: Double {
    switch self {
    case .millimetres: 0.001
    case .centimetres: 0.01
    case .metres: 1
    case .inches: 0.0254
    case .feet: 0.3048
    }
  }

  /// Returns what a sample is multiplied by to become metres, or 1/metres.
  package func factor(for quantity: DepthQuantity) -> Double {
    switch quantity {
    case .depth: metres
    case .disparity: 1 / metres
    }
  }
}
