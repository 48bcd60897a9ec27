/// The colours of red, green, blue and white of a device, as x and y of CIE 1931, in that order.
///
/// Source: SMPTE RP 177; the adaptation between whites is Bradford's, of ICC.1:2022, annex E.
package struct Chromaticities: Hashable, Sendable {
  /// Eight numbers: x and y of red, green, blue and white.
  package let values: [Double]

  /// Rec. 709, whose primaries sRGB has; white is D65.
  package static let sRGB = Chromaticities(known: [0.64, 0.33, 0.3, 0.6, 0.15, 0.06, 0.3127, 0.329])

  /// The colours and their names by code points of primaries that are red, green and blue.
  ///
  /// Source: ISO/IEC 23091-2, 8.1, table 2.
  static let named: [Int: (name: String, colours: Chromaticities)] = [
    1: ("Rec. 709", .sRGB),
    4: ("BT.470 M", Chromaticities(known: [0.67, 0.33, 0.21, 0.71, 0.14, 0.08, 0.31, 0.316])),
    5: ("BT.601 625", Chromaticities(known: [0.64, 0.33, 0.29, 0.6, 0.15, 0.06, 0.3127, 0.329])),
    6: ("BT.601 525", Chromaticities(known: [0.63, 0.34, 0.31, 0.595, 0.155, 0.07, 0.3127, 0.329])),
    7: ("SMPTE ST 240", Chromaticities(known: [0.63, 0.34, 0.31, 0.595, 0.155, 0.07, 0.3127, 0.329])),
    8: ("Generic film", Chromaticities(known: [0.681, 0.319, 0.243, 0.692, 0.145, 0.049, 0.31, 0.316])),
    9: ("BT.2020", Chromaticities(known: [0.708, 0.292, 0.17, 0.797, 0.131, 0.046, 0.3127, 0.329])),
    11: ("DCI-P3", Chromaticities(known: [0.68, 0.32, 0.265, 0.69, 0.15, 0.06, 0.314, 0.351])),
    12: ("Display P3", Chromaticities(known: [0.68, 0.32, 0.265, 0.69, 0.15, 0.06, 0.3127, 0.329])),
    22: ("EBU Tech 3213", Chromaticities(known: [0.63, 0.34, 0.295, 0.605, 0.155, 0.077, 0.3127, 0.329])),
  ]

  /// Creates chromaticities of eight numbers that are known to span colours.
  init(known values: [Double]) { self.values = values }

  /// Creates chromaticities of eight numbers; nil where they span no colours.
  package init?(_ values: [Float]) {
    self.init(known: values.map(Double.init))
    guard values.count == 8, values.allSatisfy(\.isFinite),
      // The blue of ACES has a negative y.
      stride(from: 1, to: 8, by: 2).allSatisfy({ abs(values[$0]) > 1e-6 }), values[7] > 0,
      toXYZ.inverse != nil
    else { return nil }
  }

  /// Whether both are the same but for rounding.
  package func isSame(as other: Chromaticities) -> Bool {
    zip(values, other.values).allSatisfy { abs($0 - $1) < 1e-3 }
  }

  /// Returns what makes linear sRGB of linear light of these colours, by rows; nil where they are those of sRGB.
  package var matrixToSRGB: [Float]? {
    guard !isSame(as: .sRGB), let fromXYZ = Self.sRGB.toXYZ.inverse else { return nil }
    return (fromXYZ * adaptation(to: .sRGB) * toXYZ).values.map(Float.init)
  }

  /// The X, Y and Z of a point with Y = 1.
  private func tristimulus(_ number: Int) -> [Double] {
    let (x, y) = (values[2 * number], values[2 * number + 1])
    return [x / y, 1, (1 - x - y) / y]
  }

  /// The X, Y and Z of white, with Y = 1.
  var white: [Double] { tristimulus(3) }

  /// The X, Y and Z of light of 1 of each colour, by columns, so that all three together are white.
  var toXYZ: Matrix3 {
    let columns = (0..<3).map(tristimulus)
    let primaries = Matrix3((0..<3).flatMap { (row: Int) -> [Double] in columns.map { $0[row] } })
    guard let inverse = primaries.inverse else { return primaries }
    let scale = inverse * white
    return Matrix3((0..<9).map { (index: Int) -> Double in primaries.values[index] * scale[index % 3] })
  }

  /// What makes the white of these colours that of others.
  private func adaptation(to other: Chromaticities) -> Matrix3 { .adaptation(from: white, to: other.white) }
}
