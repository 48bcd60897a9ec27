public import AuxImage

/// How many units a metre has, where distances are written as numbers of another length.
///
/// Sets of data with 16-bit depth have 1000 (NYU, ScanNet, ARKitScenes), 5000 (TUM) or 256 (KITTI).
/// Source: Specs/conversions.md, "Distances".
public struct DistanceScale: Hashable, Sendable {
  /// The units of one metre.
  public let perMetre: Double

  /// Creates a scale; throws `AuxError` with code `usage` for a number that is not from 0.000001 to 1,000,000,000.
  public init(perMetre: Double) throws(AuxError) {
    guard (1e-6...1e9).contains(perMetre) else {
      throw AuxError(.usage, "a metre has 0.000001 to 1000000000 units, not \(perMetre)")
    }
    self.perMetre = perMetre
  }

  /// Creates the scale of a unit of length.
  public init(_ unit: LengthUnit) { perMetre = 1 / unit.metres }

  /// Creates the scale that a text states: the name of a ``LengthUnit``, as `mm`, or `m/5000` for that part of a metre.
  ///
  /// Nil for any other text.
  public init?(text: String) {
    if let unit = LengthUnit(rawValue: text) {
      self.init(unit)
    } else {
      guard text.hasPrefix("m/"), let parts = Double(text.dropFirst(2)),
        let scale = try? DistanceScale(perMetre: parts)
      else { return nil }
      self = scale
    }
  }
}

/// The unit of the numbers that depth data are written as.
package enum OutputUnit: Hashable, Sendable {
  /// Distances of a unit of length.
  case distances(DistanceScale)
  /// Disparity in 1/metres.
  case disparity

  /// Creates the unit that a text names: `1/m`, or as `DistanceScale(text:)`; nil for any other text.
  package init?(text: String) {
    if text == "1/m" {
      self = .disparity
    } else {
      guard let scale = DistanceScale(text: text) else { return nil }
      self = .distances(scale)
    }
  }

  /// Creates the unit of depth data: meters, or 1/meters.
  init(_ quantity: DepthQuantity) {
    self = quantity == .depth ? .distances(DistanceScale(.metres)) : .disparity
  }

  /// The name, as `mm`, `m/5000` or `1/m`.
  package var name: String {
    switch self {
    case .disparity: "1/m"
    case .distances(let scale):
      LengthUnit.allCases.first { DistanceScale($0) == scale }?.rawValue ?? "m/\(scale.perMetre)"
    }
  }

  /// The unit of distances; nil for disparity.
  package var distances: DistanceScale? { if case .distances(let scale) = self { scale } else { nil } }

  /// Returns the format of the samples, where `format` is asked for too; nil where nothing says it.
  ///
  /// Throws `AuxError` with code `usage` where the format is of another quantity, and of distances for any but 32-bit floats.
  package static func format(of unit: OutputUnit?, as format: PixelFormat?) throws(AuxError) -> PixelFormat? {
    switch (unit, format) {
    case (nil, _), (.distances, nil), (.distances, .fdep): return format
    case (.disparity, nil): return .fdis
    case (.disparity, let format?) where format.quantity == .disparity: return format
    case (let unit?, let format?):
      throw AuxError(.usage, "samples of the unit \(unit.name) are not \(format.name)")
    }
  }
}
