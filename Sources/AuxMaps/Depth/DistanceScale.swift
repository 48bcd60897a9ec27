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
